import { STRICT_TERMS, type Match, type Matcher, type PageGroup, type Pass } from '../types.ts';
import { collapseFirst } from './first-places.ts';
import { LIKENESS } from './likeness-parameters.ts';
import type { Likeness } from './likeness.ts';
import type { Reranker } from './reranker.ts';

/** Parameters of the final order of a pass; tuned on the development data (bench/relevance.ts). */
export const RANKING = {
  /** Size of the candidate window, the first matches, which are re-ranked: one more for every so many pages, up to the widest. */
  window: 20,
  widens: 1000,
  widestWindow: 40,
  /** The first stage is searched so deep for candidates, and so many copies of one text may be among them. */
  depth: 80,
  copies: 6,
  /** So many general pages are candidates where copies are, however many of these match better. */
  general: 10,
  /** Diversification: share of its score that a copy keeps for each copy of the same text before it. */
  repetition: 0.9,
  /** Share of its score that a landing page keeps: it mentions everything, and each thing has a page of its own. */
  landing: 0.93,
  /** The same when a page holds more of several terms in its title. */
  outdoneLanding: 0.7,
  /** The same of an overview of the services, where no term is in its title. */
  overview: 0.7,
  /** Share that a page of a city keeps where its city is not asked for, unless a general page of its service stands for it. */
  local: 0.85,
  /** The same of the front page of such a city, which mentions everything that the company does there. */
  localLanding: 0.5,
  /** Share of the best score of a page with a term in its title from which pages with all the terms of a short query come first. */
  complete: 0.95,
} as const;

/**
 * Above every score: a query that only names a city, or asks for it in general words (_do you come to Leeds_), is answered by
 * its landing page, unless the title of another page has the part of the city that is named.
 */
const LANDING_BONUS = 1e6;

/** A match with the group of its page. */
type Candidate = Match & { readonly group: PageGroup };

/** A re-ranked page. */
export type RerankedPage = Candidate & {
  /** Pages with this come before the others, whatever their score. */
  readonly first: boolean;
  /** The score of the re-ranker, and the likeness that it includes. */
  readonly relevance: number;
  readonly likeness: number;
  /** Share of it that a landing page or an overview keeps, 1 for others; and what is added to it. */
  readonly landing: number;
  readonly bonus: number;
  /** Share of it that a page of a city keeps where its city is not asked for, 1 for others. */
  readonly local: number;
  /** Idf of the terms that it holds. */
  readonly covered: number;
  /** `relevance` × `landing` × `local` + `bonus`. */
  readonly score: number;
};

/** A pass in its final order, and how it came about. */
export type Ranking = {
  readonly pages: readonly number[];
  /** The matches of the first stage, in its order. */
  readonly matches: readonly Match[];
  /** The candidate window in its final order. */
  readonly reranked: readonly RerankedPage[];
  /** Share of its score that diversification left a page, where that is not all. */
  readonly repetitions: ReadonlyMap<number, number>;
  /** General pages that were moved before a copy of theirs, and that copy. */
  readonly promotions: ReadonlyMap<number, number>;
};

/**
 * Puts the matches of a pass in their final order: candidate window, re-ranking, diversification, general pages first.
 * The order is one for the whole answer, whatever part of it is asked for: the matches after the window follow in the
 * order of the first stage, so every match has one place.
 */
export function createRanker(options: {
  readonly matcher: Matcher;
  readonly prepare: Reranker;
  readonly likeness: Likeness;
  readonly isOverview: (page: number) => boolean;
  /** Number of pages of the index. */
  readonly pages: number;
}) {
  const { matcher, prepare, likeness, isOverview } = options;
  const size = Math.min(RANKING.widestWindow, RANKING.window + Math.floor(options.pages / RANKING.widens));
  const withGroup = ({ page, hasAllTerms, firstStageScore }: Match): Candidate => ({
    page,
    hasAllTerms,
    firstStageScore,
    group: matcher.groupOf(page),
  });

  /** The first `limit` pages of a pass, best first. */
  return function rank(pass: Pass, limit: number): Ranking {
    const matches = matcher.match(pass, Math.max(RANKING.depth, limit));
    const inOneCity = pass.cities !== undefined && 'only' in pass.cities;
    const top = matches.slice(0, inOneCity ? size : RANKING.depth);
    const window = rerank(inOneCity ? top.map(withGroup) : withGeneralPages(top, pass), pass, inOneCity);
    window.sort(
      (a, b) => Number(b.first) - Number(a.first) || b.score - a.score || matcher.idOf(a.page) - matcher.idOf(b.page),
    );
    const { reranked, repetitions } = inOneCity ? { reranked: window, repetitions: NONE } : diversify(window);
    const sequence = reranked.length < limit ? [...reranked, ...othersOf(matches, window)] : reranked;
    if (inOneCity) {
      const pages = sequence.slice(0, limit).map(({ page }) => page);
      return { pages, matches, reranked, repetitions, promotions: NONE };
    }
    const { pages, promotions } = generalFirst(sequence, pass, Math.max(limit, reranked.length));
    const covered = new Map(window.map((one) => [one.page, one.covered]));
    const ordered = collapseFirst(pages, { groupOf: matcher.groupOf, covered });
    return { pages: ordered.slice(0, limit), matches, reranked, repetitions, promotions };
  };

  /** The candidates, with the best general pages where there are copies: these say each word of a query many times over. */
  function withGeneralPages(top: readonly Match[], pass: Pass): readonly Candidate[] {
    const candidates = selectCandidates(top, { size, withGroup });
    if (!candidates.some(({ group }) => group.isCopy)) return candidates;
    const there = new Set(candidates.map(({ page }) => page));
    return [...candidates, ...bestGeneralPages(top, pass).filter(({ page }) => !there.has(page))];
  }

  /** The best general pages that hold a term: among the first matches, or where these are neither enough nor all, by themselves. */
  function bestGeneralPages(top: readonly Match[], pass: Pass): readonly Candidate[] {
    const general: Candidate[] = [];
    for (const match of top) {
      if (general.length === RANKING.general) break;
      const candidate = withGroup(match);
      if (!candidate.group.isCopy) general.push(candidate);
    }
    const areTheBest = general.length === RANKING.general || top.length < RANKING.depth;
    if (areTheBest && !pass.everyPage) return general;
    return matcher.match({ ...pass, cities: { only: '' }, everyPage: false }, RANKING.general).map(withGroup);
  }

  function rerank(candidates: readonly Candidate[], pass: Pass, inOneCity: boolean): RerankedPage[] {
    const isStrict = !inOneCity && pass.terms.length <= STRICT_TERMS;
    const isOfCityAlone = pass.terms.length === 0 || (inOneCity && pass.terms.every(({ isGeneral }) => isGeneral));
    const scorer = prepare([...pass.terms, ...pass.extras]);
    const scores = candidates.map(({ page }) => scorer.score(matcher.tokensOf(page)));
    const likenesses = likenessOfClose(candidates, scores, pass);
    scorer.release();
    let [bestInTitle, bestOfGeneral] = [0, 0];
    for (let at = 0; at < scores.length; at++) {
      const { inTitle } = scores[at] as (typeof scores)[number];
      bestInTitle = Math.max(bestInTitle, inTitle);
      if (!(candidates[at] as Candidate).group.isCopy) bestOfGeneral = Math.max(bestOfGeneral, inTitle);
    }
    const reranked = candidates.map((candidate, at): RerankedPage => {
      const { score: signs = 0, inTitle = 0, covered = 0 } = scores[at] ?? {};
      const { group } = candidate;
      const alike = likenesses[at] ?? 0;
      const relevance = signs + alike;
      const isOutdone = pass.terms.length > 1 && inTitle < bestInTitle;
      const isAskedFor = isOfCityAlone && (pass.extras.length === 0 || inTitle === bestInTitle);
      const mayList = !group.isCopy && inTitle === 0;
      const { landing, bonus } = group.isLanding
        ? landingFactors(isAskedFor, isOutdone)
        : mayList && isOverview(candidate.page)
          ? OVERVIEW
          : NOT_LANDING;
      const local = inOneCity ? 1 : localFactor(group);
      const score = relevance * landing * local + bonus;
      const yields = (local < 1 && inTitle <= bestOfGeneral) || (group.isLanding && isOutdone);
      const first = isStrict && candidate.hasAllTerms && !yields;
      return { ...candidate, first, relevance, likeness: alike, landing, bonus, local, covered, score };
    });
    return isStrict ? withoutOutdone(reranked, (at) => (scores[at]?.inTitle ?? 0) > 0) : reranked;
  }

  /** The likeness of each candidate: of those whose scores are close to the best, 0 of the others. */
  function likenessOfClose(
    candidates: readonly Candidate[],
    scores: readonly { readonly score: number }[],
    { words }: Pass,
  ): readonly number[] {
    const likenesses = scores.map(() => 0);
    if (!likeness.isCompared(words)) return likenesses;
    const most = likeness.isLong(words) ? LIKENESS.mostWithFurther : LIKENESS.most;
    const close = closeToBest(withoutFurtherCopies(candidates, scores), most);
    if (close.length < 2) return likenesses;
    const pages = close.map((at) => matcher.tokensOf((candidates[at] as Candidate).page));
    likeness.compare(words, pages).forEach((alike, place) => {
      likenesses[close[place] as number] = alike;
    });
    return likenesses;
  }

  /**
   * Puts the general page of a service before its city copies, unless a copy holds all the terms and it does not: that may be a
   * matter of its city. What several copies say is none, but for a query so short that pages with all its terms come first.
   */
  function generalFirst(sequence: readonly (Match | Candidate)[], pass: Pass, limit: number) {
    const pages = new Set<number>();
    const promotions = new Map<number, number>();
    const complete = new Map<string | number, number>();
    for (const match of sequence) {
      if (!('group' in match) || !match.group.isCopy || !match.hasAllTerms) continue;
      complete.set(match.group.family, (complete.get(match.group.family) ?? 0) + 1);
    }
    const isShort = pass.terms.length <= STRICT_TERMS;
    for (const match of sequence) {
      if (pages.size >= limit) break;
      const { page, hasAllTerms, group } = 'group' in match ? match : withGroup(match);
      if (group.isCopy && group.general !== undefined && !pages.has(group.general)) {
        const holds = matcher.holds(pass, group.general);
        const isOfAll = !isShort && (complete.get(group.family) ?? 0) > 1;
        if (holds !== undefined && (holds || !hasAllTerms || isOfAll)) {
          pages.add(group.general);
          promotions.set(group.general, page);
        }
      }
      pages.add(page);
    }
    return { pages: [...pages].slice(0, limit), promotions };
  }
}

const NONE: ReadonlyMap<number, number> = new Map();

/** Of pages with all the terms, those come first that no page outdoes which is called by one of them: what it says of that is more. */
function withoutOutdone(pages: readonly RerankedPage[], isTitled: (at: number) => boolean): RerankedPage[] {
  const best = pages.reduce((most, { score, bonus }, at) => (isTitled(at) ? Math.max(most, score - bonus) : most), 0);
  const isOutdone = ({ first, score }: RerankedPage) => first && score < RANKING.complete * best;
  return pages.map((page) => (isOutdone(page) ? { ...page, first: false } : page));
}

/** Share of its score that a page of a city keeps where its city is not asked for; 1 where a general page of its service stands for it. */
function localFactor({ isCopy, isLanding, general }: PageGroup): number {
  if (!isCopy) return 1;
  return isLanding ? RANKING.localLanding : general === undefined ? RANKING.local : 1;
}

const NOT_LANDING = { landing: 1, bonus: 0 };
const OVERVIEW = { landing: RANKING.overview, bonus: 0 };

function landingFactors(isAskedFor: boolean, isOutdone: boolean): Pick<RerankedPage, 'landing' | 'bonus'> {
  if (isAskedFor) return { landing: 1, bonus: LANDING_BONUS };
  return { landing: isOutdone ? RANKING.outdoneLanding : RANKING.landing, bonus: 0 };
}

/** The matches that are not in the candidate window. */
function othersOf(matches: readonly Match[], window: readonly Match[]): readonly Match[] {
  const taken = new Set(window.map(({ page }) => page));
  return matches.filter(({ page }) => !taken.has(page));
}

/** Scores, 0 of copies of a text beyond the best few: of pages that are alike, others are left out of the comparison by letters. */
function withoutFurtherCopies(
  candidates: readonly Candidate[],
  scored: readonly { readonly score: number }[],
): readonly number[] {
  const scores = scored.map(({ score }) => score);
  const places = candidates.flatMap(({ group }, at) => (group.isCopy ? [at] : []));
  const copies = new Map<PageGroup['family'], number>();
  for (const at of places.toSorted((a, b) => (scores[b] as number) - (scores[a] as number))) {
    const { family } = (candidates[at] as Candidate).group;
    const before = copies.get(family) ?? 0;
    if (before >= LIKENESS.copies) scores[at] = 0;
    copies.set(family, before + 1);
  }
  return scores;
}

/** The places of up to `most` scores that are close to the best, best first. */
function closeToBest(scores: readonly number[], most: number): readonly number[] {
  const best = Math.max(0, ...scores);
  const least = LIKENESS.share * best;
  const close: number[] = [];
  scores.forEach((score, at) => {
    if (score <= 0 || score < least) return;
    let place = close.length;
    while (place > 0 && score > (scores[close[place - 1] as number] as number)) place -= 1;
    if (place === most) return;
    close.splice(place, 0, at);
    if (close.length > most) close.pop();
  });
  const leastFurther = LIKENESS.furtherShare * best;
  return close.filter((at, place) => place < LIKENESS.most || (scores[at] as number) >= leastFurther);
}

/** The candidate window: not more than a few copies of one text, as long as others with as many terms follow. */
function selectCandidates(
  matches: readonly Match[],
  { size, withGroup }: { readonly size: number; readonly withGroup: (match: Match) => Candidate },
): Candidate[] {
  const copies = new Map<string | number, number>();
  const chosen: Candidate[] = [];
  let skipped = false;
  let hasAllTerms = matches[0]?.hasAllTerms;
  for (const match of matches) {
    if (chosen.length === size || (skipped && match.hasAllTerms !== hasAllTerms)) break;
    hasAllTerms = match.hasAllTerms;
    const candidate = withGroup(match);
    const { family, isCopy } = candidate.group;
    const before = isCopy ? (copies.get(family) ?? 0) : 0;
    if (before >= RANKING.copies) skipped = true;
    else chosen.push(candidate);
    if (isCopy) copies.set(family, before + 1);
  }
  return chosen;
}

/**
 * Diversification: every further copy of a text that is already there counts less, so that the first page of an answer is
 * not one text for eight cities. Takes the re-ranked pages in the order of their scores.
 */
function diversify(sorted: readonly RerankedPage[]): Pick<Ranking, 'reranked' | 'repetitions'> {
  const families = sorted.filter(({ group }) => group.isCopy).map(({ group }) => group.family);
  if (new Set(families).size === families.length) return { reranked: sorted, repetitions: NONE };
  const left = [...sorted];
  const copies = new Map<string | number, number>();
  const shareOf = ({ family, isCopy }: PageGroup) => (isCopy ? RANKING.repetition ** (copies.get(family) ?? 0) : 1);
  const reranked: RerankedPage[] = [];
  const repetitions = new Map<number, number>();
  while (left.length > 0) {
    const [best] = left.splice(bestOf(left, shareOf), 1);
    if (!best) break;
    const { family, isCopy } = best.group;
    const share = shareOf(best.group);
    if (share < 1) repetitions.set(best.page, share);
    if (isCopy) copies.set(family, (copies.get(family) ?? 0) + 1);
    reranked.push(best);
  }
  return { reranked, repetitions };
}

/** Place of the best page when each keeps this share of its score. */
function bestOf(sorted: readonly RerankedPage[], shareOf: (group: PageGroup) => number): number {
  let best = 0;
  let bestScore = -Infinity;
  for (const [at, { group, first, score }] of sorted.entries()) {
    if (score <= bestScore || first !== sorted[0]?.first) break;
    const kept = score * shareOf(group);
    if (kept > bestScore) [best, bestScore] = [at, kept];
  }
  return best;
}
