import type { Match, Matcher, PageGroup, Pass } from '../types.ts';
import type { createReranker } from './reranker.ts';

/** How many of the first matches are judged closely. */
const WINDOW = 40;
/** How far down they are looked for, and how many copies of one text may be among them. */
const DEPTH = 80;
const COPIES = 6;
/** How much of its score a copy keeps for each copy of the same text before it. */
const REPETITION = 0.9;
/** Up to so many words, pages that hold all of them come first; a whole question has them all on a page by chance. */
const FEW_WORDS = 2;
/** Above every score: a query that only names a city is answered by its front page. */
const LANDING = 1e6;
/** How much of its score a front page keeps otherwise: it mentions everything, and each thing has a page of its own. */
const LANDING_SHARE = 0.93;
/** The same when there is a page with more of several words in its title. */
const OUTDONE_SHARE = 0.8;

/** A match and where its page stands. */
type Placed = Match & { readonly place: PageGroup };

/** One that was judged; those that come `first` do so whatever their score is. */
type Judged = Placed & { readonly first: boolean; readonly score: number };

/**
 * Puts the matches of a pass in their final order. The order is one for the whole answer, whatever part of it is asked
 * for: the first matches are judged closely and the others follow as they were found, so every match has one place.
 */
export function createRanker(matcher: Matcher, prepare: ReturnType<typeof createReranker>) {
  const placed = ({ page, hasAllTerms }: Match): Placed => ({ page, hasAllTerms, place: matcher.groupOf(page) });

  /** The first `limit` pages of a pass, best first. */
  return function rank(pass: Pass, limit: number): number[] {
    const matches = matcher.match(pass, Math.max(DEPTH, limit));
    const top = matches.slice(0, DEPTH).map(placed);
    const inOneCity = pass.cities !== undefined && 'only' in pass.cities;
    const judged = judge(inOneCity ? top.slice(0, WINDOW) : selectCandidates(top), pass, inOneCity);
    judged.sort(
      (a, b) => Number(b.first) - Number(a.first) || b.score - a.score || matcher.idOf(a.page) - matcher.idOf(b.page),
    );
    const taken = new Set(judged.map(({ page }) => page));
    const others = matches.filter(({ page }) => !taken.has(page));
    if (inOneCity) return [...judged, ...others].slice(0, limit).map(({ page }) => page);
    return generalFirst([...diversify(judged), ...others], pass, limit);
  };

  function judge(window: readonly Placed[], pass: Pass, inOneCity: boolean): Judged[] {
    const isStrict = !inOneCity && pass.words.length <= FEW_WORDS;
    const judgement = prepare([...pass.words, ...pass.extras]);
    const scores = window.map(({ page }) => judgement.judge(matcher.tokensOf(page)));
    judgement.release();
    const inTitle = Math.max(0, ...scores.map(({ titled }) => titled));
    return window.map(({ page, hasAllTerms, place }, at) => {
      const { score = 0, titled = 0 } = scores[at] ?? {};
      const isOutdone = pass.words.length > 1 && titled < inTitle;
      const asLanding = pass.words.length === 0 ? score + LANDING : score * (isOutdone ? OUTDONE_SHARE : LANDING_SHARE);
      return { page, hasAllTerms, place, first: isStrict && hasAllTerms, score: place.isLanding ? asLanding : score };
    });
  }

  /** Puts the general page of a service before its city copies, unless a copy holds all the words and it does not. */
  function generalFirst(sequence: readonly (Match | Placed)[], pass: Pass, limit: number): number[] {
    const pages = new Set<number>();
    for (const match of sequence) {
      if (pages.size >= limit) break;
      const { page, hasAllTerms, place } = 'place' in match ? match : placed(match);
      if (place.isCopy && place.general !== undefined && !pages.has(place.general)) {
        const holds = matcher.holds(pass, place.general);
        if (holds !== undefined && (holds || !hasAllTerms)) pages.add(place.general);
      }
      pages.add(page);
    }
    return [...pages].slice(0, limit);
  }
}

/** The first matches, but not more than a few copies of one text, as long as others with as many words follow. */
function selectCandidates(matches: readonly Placed[]): Placed[] {
  const copies = new Map<string | number, number>();
  const chosen: Placed[] = [];
  let passedOver = false;
  let hasAllTerms = matches[0]?.hasAllTerms;
  for (const match of matches) {
    if (chosen.length === WINDOW || (passedOver && match.hasAllTerms !== hasAllTerms)) break;
    hasAllTerms = match.hasAllTerms;
    const { family, isCopy } = match.place;
    const before = isCopy ? (copies.get(family) ?? 0) : 0;
    if (before >= COPIES) passedOver = true;
    else chosen.push(match);
    if (isCopy) copies.set(family, before + 1);
  }
  return chosen;
}

/**
 * Every further copy of a text that is already there counts less, so that the first page is not one text for eight cities.
 * Takes the judged pages in their order.
 */
function diversify(sorted: readonly Judged[]): readonly Judged[] {
  const families = sorted.filter(({ place }) => place.isCopy).map(({ place }) => place.family);
  if (new Set(families).size === families.length) return sorted;
  const left = [...sorted];
  const copies = new Map<string | number, number>();
  const ordered: Judged[] = [];
  while (left.length > 0) {
    const at = bestOf(left, ({ family, isCopy }) => (isCopy ? REPETITION ** (copies.get(family) ?? 0) : 1));
    const [best] = left.splice(at, 1);
    if (!best) break;
    ordered.push(best);
    const { family, isCopy } = best.place;
    if (isCopy) copies.set(family, (copies.get(family) ?? 0) + 1);
  }
  return ordered;
}

/** Which of the sorted pages is best when each keeps this share of its score. */
function bestOf(sorted: readonly Judged[], share: (place: PageGroup) => number): number {
  let best = 0;
  let bestScore = -Infinity;
  for (const [at, { place, first, score }] of sorted.entries()) {
    if (score <= bestScore || first !== sorted[0]?.first) break;
    const kept = score * share(place);
    if (kept > bestScore) [best, bestScore] = [at, kept];
  }
  return best;
}
