import type { Match, Matcher } from './matcher.ts';
import type { Pass } from './plan.ts';
import type { createReranker } from './rerank.ts';

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

/** A match with its score; those that come `first` do so whatever their score is. */
type Judged = Match & { readonly first: boolean; readonly score: number };

/**
 * Puts the matches of a pass in their final order. The order is one for the whole answer, whatever part of it is asked
 * for: the first matches are judged closely and the others follow as they were found, so every match has one place.
 */
export function createRanking(matcher: Matcher, prepare: ReturnType<typeof createReranker>) {
  /** The first `limit` pages of a pass, best first. */
  return function rank(pass: Pass, limit: number): number[] {
    const matches = matcher.match(pass, Math.max(DEPTH, limit));
    const window = choose(matches.slice(0, DEPTH), matcher, pass);
    const judge = prepare([...pass.words, ...pass.extras]);
    const inOneCity = isOneCity(pass);
    const onlyCity = pass.words.length === 0;
    const isStrict = !inOneCity && pass.words.length <= FEW_WORDS;
    const judged = window.map(({ page, allWords }) => {
      const score = judge.judge(matcher.wordsOf(page));
      const { isLanding } = matcher.placeOf(page);
      return {
        page,
        allWords,
        first: isStrict && allWords,
        score: isLanding ? (onlyCity ? score + LANDING : score * LANDING_SHARE) : score,
      };
    });
    judge.release();
    const ordered = order(judged, matcher, inOneCity);
    const taken = new Set(ordered.map(({ page }) => page));
    const sequence = [...ordered, ...matches.filter(({ page }) => !taken.has(page))];
    return (inOneCity ? sequence.map(({ page }) => page) : generalFirst(sequence, matcher, pass)).slice(0, limit);
  };
}

function isOneCity({ cities }: Pass): boolean {
  return cities !== undefined && 'only' in cities;
}

/** The first matches, but not more than a few copies of one text, as long as others with as many words follow. */
function choose(matches: readonly Match[], matcher: Matcher, pass: Pass): Match[] {
  if (isOneCity(pass)) return matches.slice(0, WINDOW);
  const copies = new Map<string | number, number>();
  const chosen: Match[] = [];
  let passedOver = false;
  let allWords = matches[0]?.allWords;
  for (const match of matches) {
    if (chosen.length === WINDOW || (passedOver && match.allWords !== allWords)) break;
    allWords = match.allWords;
    const { family, isCopy } = matcher.placeOf(match.page);
    const before = isCopy ? (copies.get(family) ?? 0) : 0;
    if (before >= COPIES) passedOver = true;
    else chosen.push(match);
    if (isCopy) copies.set(family, before + 1);
  }
  return chosen;
}

/**
 * By score, those with all of a few words first. Every further copy of a text that is already there counts less, so that the
 * first page is not one text for eight cities.
 */
function order(judged: readonly Judged[], matcher: Matcher, inOneCity: boolean): Judged[] {
  const left = judged.toSorted(
    (a, b) => Number(b.first) - Number(a.first) || b.score - a.score || matcher.idOf(a.page) - matcher.idOf(b.page),
  );
  if (inOneCity) return left;
  const copies = new Map<string | number, number>();
  const ordered: Judged[] = [];
  while (left.length > 0) {
    const at = bestOf(left, (page) => {
      const { family, isCopy } = matcher.placeOf(page);
      return isCopy ? REPETITION ** (copies.get(family) ?? 0) : 1;
    });
    const [best] = left.splice(at, 1);
    if (!best) break;
    ordered.push(best);
    const { family, isCopy } = matcher.placeOf(best.page);
    if (isCopy) copies.set(family, (copies.get(family) ?? 0) + 1);
  }
  return ordered;
}

/** Which of the sorted pages is best when each keeps this share of its score. */
function bestOf(sorted: readonly Judged[], share: (page: number) => number): number {
  let best = 0;
  let bestScore = -Infinity;
  for (const [at, { page, first, score }] of sorted.entries()) {
    if (score <= bestScore || first !== sorted[0]?.first) break;
    const kept = score * share(page);
    if (kept > bestScore) [best, bestScore] = [at, kept];
  }
  return best;
}

/** Puts the general page of a service before its city copies, unless a copy holds all the words and it does not. */
function generalFirst(sequence: readonly Match[], matcher: Matcher, pass: Pass): number[] {
  const pages = new Set<number>();
  for (const { page, allWords } of sequence) {
    const { isCopy, general } = matcher.placeOf(page);
    if (isCopy && general !== undefined && !pages.has(general)) {
      const holds = matcher.holds(pass, general);
      if (holds !== undefined && (holds || !allWords)) pages.add(general);
    }
    pages.add(page);
  }
  return [...pages];
}
