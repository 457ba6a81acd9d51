import type { Match, Matcher, PageGroup, Pass } from '../types.ts';
import { LIKENESS } from './likeness-parameters.ts';
import type { Likeness } from './likeness.ts';
import { scoreOf, type FeatureValues } from './model.ts';
import type { MeasuredPage, Reranker } from './reranker.ts';

/** Sizes of the candidate window. */
export const WINDOW = {
  // Number of re-ranked matches, and depth of the first stage for them.
  size: 12,
  depth: 24,
  // Maximum number of copies of a page, and number of general pages if there are copies.
  copies: 6,
  general: 10,
  // Minimum score of a general page against a copy that it is moved before.
  moved: 0.1,
} as const;

// Greater than every score. A query that names only a city, or has only general words besides (*do you come to Leeds*),
// returns its front page.
const FRONT_BONUS = 1e3;
// Sums of floats are inexact.
const ALL = 1 - 1e-9;

type Candidate = Match & { readonly group: PageGroup };

type ScoredPage = Candidate & MeasuredPage & { bonus: number; score: number };

/** A re-ranked page. */
export type RerankedPage = Candidate & {
  readonly features: FeatureValues;
  /** Share of the idf of the query in the page exactly as typed, without place names. */
  readonly typed: number;
  readonly matched: MeasuredPage['matched'];
  /** Added to the score of the front page of the requested city; 0 for all remaining pages. */
  readonly bonus: number;
  /** The score of the model plus `bonus`. */
  readonly score: number;
};

/** A pass in its final order, with its intermediate results. */
export type Ranking = {
  readonly pages: readonly number[];
  /** Matches of the first stage in their order. */
  readonly matches: readonly Match[];
  /** The candidate window in the order of its scores. */
  readonly reranked: readonly RerankedPage[];
  /** Maps a general page to the city copy that it was moved before. */
  readonly promotions: ReadonlyMap<number, number>;
};

/**
 * Creates a function that ranks the matches of a pass: candidate window, re-ranking, general pages first. The order is
 * the same for every page of results. Matches after the window have the order of the first stage.
 */
export function createRanker(options: {
  readonly matcher: Matcher;
  readonly prepare: Reranker;
  readonly likeness: Likeness;
}) {
  const { matcher, prepare, likeness } = options;
  const withGroup = ({ page, firstStageScore }: Match): Candidate => ({
    page,
    firstStageScore,
    group: matcher.groupOf(page),
  });

  // Returns the first `limit` pages of a pass, best first.
  return function rank(pass: Pass, limit: number): Ranking {
    const inOneCity = pass.cities !== undefined && 'only' in pass.cities;
    const matches = matcher.match(pass, Math.max(inOneCity ? WINDOW.size : WINDOW.depth, limit));
    const candidates = inOneCity ? matches.slice(0, WINDOW.size).map(withGroup) : windowOf(matches, pass);
    const reranked = rerank(candidates, pass, inOneCity);
    sortByScore(reranked);
    const sequence = reranked.length < limit ? [...reranked, ...othersOf(matches, reranked)] : reranked;
    if (inOneCity) {
      const pages = sequence.slice(0, limit).map(({ page }) => page);
      return { pages, matches, reranked, promotions: NONE };
    }
    return { matches, reranked, ...generalFirst(sequence, reranked, pass, limit) };
  };

  // Sorts pages by score, then by id. An insertion sort, because candidates are few and nearly sorted.
  function sortByScore(pages: RerankedPage[]): void {
    for (let end = 1; end < pages.length; end++) {
      const page = pages[end] as RerankedPage;
      let at = end;
      for (; at > 0 && isBefore(page, pages[at - 1] as RerankedPage); at--) pages[at] = pages[at - 1] as RerankedPage;
      pages[at] = page;
    }
  }

  function isBefore(a: RerankedPage, b: RerankedPage): boolean {
    return a.score === b.score ? matcher.idOf(a.page) < matcher.idOf(b.page) : a.score > b.score;
  }

  // Returns the first matches with a maximum number of copies of a page. Adds the best general pages if there are copies,
  // because copies repeat each word of a query many times.
  function windowOf(matches: readonly Match[], pass: Pass): readonly Candidate[] {
    const candidates: Candidate[] = [];
    const copies = new Map<PageGroup['family'], number>();
    for (let at = 0; at < matches.length && at < WINDOW.depth && candidates.length < WINDOW.size; at++) {
      const candidate = withGroup(matches[at] as Match);
      const { family, isCopy } = candidate.group;
      const copy = isCopy ? (copies.get(family) ?? 0) + 1 : 0;
      if (copy > WINDOW.copies) continue;
      if (isCopy) copies.set(family, copy);
      candidates.push(candidate);
    }
    if (copies.size === 0) return candidates;
    const matched = candidates.length;
    for (const general of matcher.matchGeneral(pass, WINDOW.general)) {
      let at = 0;
      while (at < matched && (candidates[at] as Candidate).page !== general.page) at += 1;
      if (at === matched) candidates.push(withGroup(general));
    }
    return candidates;
  }

  function rerank(candidates: readonly Candidate[], pass: Pass, inOneCity: boolean): RerankedPage[] {
    const scorer = prepare(pass.terms, pass.subjects);
    const pages = candidates.map(({ page, firstStageScore, group }): ScoredPage => {
      const { features, typed, matched } = scorer.measure(matcher.tokensOf(page));
      // The pass of a city contains all of its pages. A front page without a term must not precede pages with terms.
      if (group.isLanding) features.front = inOneCity ? features.text : 1;
      return { page, firstStageScore, group, features, typed, matched, bonus: 0, score: scoreOf(features) };
    });
    if (likeness.isCompared(pass.words)) addLikeness(bestOf(pages, LIKENESS.most), pass.words, scorer.total);
    if (inOneCity && pass.terms.slice(0, pass.subjects).every(({ isGeneral }) => isGeneral)) preferFront(pages, pass);
    return pages;
  }

  // Adds the likeness by letters to the scores of pages.
  function addLikeness(close: readonly ScoredPage[], words: Pass['words'], total: number): void {
    if (close.length < 2) return;
    const alike = likeness.compare(
      words,
      close.map(({ page }) => matcher.tokensOf(page)),
    );
    close.forEach((page, at) => {
      page.features.letters = (alike[at] as number) / total;
      page.score = scoreOf(page.features);
    });
  }

  // Moves the general page of a service before its city copies, unless a copy matches far better.
  function generalFirst(
    sequence: readonly (Match | RerankedPage)[],
    reranked: readonly RerankedPage[],
    pass: Pass,
    limit: number,
  ) {
    const pages = new Set<number>();
    const promotions = new Map<number, number>();
    for (const match of sequence) {
      if (pages.size >= limit) break;
      const { page } = match;
      const { isCopy, general } = 'group' in match ? match.group : matcher.groupOf(page);
      const score = 'score' in match ? match.score : 0;
      if (isCopy && general !== undefined && !pages.has(general)) {
        const ofGeneral = reranked.find((candidate) => candidate.page === general)?.score ?? score;
        if (ofGeneral >= WINDOW.moved * score && matcher.holds(pass, general)) {
          pages.add(general);
          promotions.set(general, page);
        }
      }
      pages.add(page);
    }
    return { pages: [...pages].slice(0, limit), promotions };
  }
}

const NONE: ReadonlyMap<number, number> = new Map();

// Returns the matches after the candidate window.
function othersOf(matches: readonly Match[], window: readonly Match[]): readonly Match[] {
  const taken = new Set(window.map(({ page }) => page));
  return matches.filter(({ page }) => !taken.has(page));
}

// Returns up to `most` pages with a positive score, best first.
function bestOf(pages: readonly ScoredPage[], most: number): readonly ScoredPage[] {
  const close: ScoredPage[] = [];
  for (const page of pages) {
    if (page.score <= 0) continue;
    let place = close.length;
    while (place > 0 && page.score > (close[place - 1] as ScoredPage).score) place -= 1;
    if (place === most) continue;
    close.splice(place, 0, page);
    if (close.length > most) close.pop();
  }
  return close;
}

// Moves front pages first in a query that names only a city. Without further words, only pages whose title names it best.
function preferFront(pages: readonly ScoredPage[], { subjects }: Pass): void {
  const bestInTitle = pages.reduce((best, { features }) => Math.max(best, features.title), 0);
  for (const page of pages) {
    if (!page.group.isLanding || (subjects === 0 && page.features.title < ALL * bestInTitle)) continue;
    page.bonus = FRONT_BONUS;
    page.score += FRONT_BONUS;
  }
}
