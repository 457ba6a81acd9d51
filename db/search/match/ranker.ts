import type { Match, Matcher, PageGroup, Pass } from '../types.ts';
import { LIKENESS } from './likeness-parameters.ts';
import type { Likeness } from './likeness.ts';
import { scoreOf, type FeatureValues } from './model.ts';
import type { MeasuredPage, Reranker } from './reranker.ts';

/** Sizes of the candidate window. */
export const WINDOW = {
  // Number of re-ranked matches, and depth of the first stage for them.
  size: 20,
  depth: 40,
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

/** A re-ranked page. */
export type RerankedPage = Candidate & {
  readonly features: FeatureValues;
  /** Share of the idf of the query in the title, and in the page exactly as typed, without place names. */
  readonly inTitle: number;
  readonly typed: number;
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
    reranked.sort((a, b) => b.score - a.score || matcher.idOf(a.page) - matcher.idOf(b.page));
    const sequence = reranked.length < limit ? [...reranked, ...othersOf(matches, reranked)] : reranked;
    if (inOneCity) {
      const pages = sequence.slice(0, limit).map(({ page }) => page);
      return { pages, matches, reranked, promotions: NONE };
    }
    return { matches, reranked, ...generalFirst(sequence, reranked, pass, limit) };
  };

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
    const pages = new Set(candidates.map(({ page }) => page));
    const general = matcher.match({ ...pass, cities: { only: '' }, everyPage: false }, WINDOW.general);
    return [...candidates, ...general.filter(({ page }) => !pages.has(page)).map(withGroup)];
  }

  function rerank(candidates: readonly Candidate[], pass: Pass, inOneCity: boolean): RerankedPage[] {
    const scorer = prepare(pass.terms, pass.subjects);
    const measured = candidates.map(({ page }) => scorer.measure(matcher.tokensOf(page)));
    scorer.release();
    let bestInTitle = 0;
    const scores = measured.map(({ features }, at) => {
      // The pass of a city contains all of its pages. A front page without a term must not precede pages with terms.
      if ((candidates[at] as Candidate).group.isLanding) features.front = inOneCity ? features.text : 1;
      bestInTitle = Math.max(bestInTitle, features.title);
      return scoreOf(features);
    });
    for (const [at, alike] of lettersOfClose(candidates, scores, pass)) {
      const { features } = measured[at] as MeasuredPage;
      features.letters = alike / scorer.total;
      scores[at] = scoreOf(features);
    }
    const isOfCityAlone = inOneCity && pass.terms.slice(0, pass.subjects).every(({ isGeneral }) => isGeneral);
    return candidates.map(({ page, firstStageScore, group }, at): RerankedPage => {
      const { features, inTitle, typed } = measured[at] as MeasuredPage;
      const isRequested = isOfCityAlone && (pass.subjects > 0 || features.title >= ALL * bestInTitle);
      const bonus = group.isLanding && isRequested ? FRONT_BONUS : 0;
      return { page, firstStageScore, group, features, inTitle, typed, bonus, score: (scores[at] as number) + bonus };
    });
  }

  // Returns the likeness by letters of candidates with a score close to the best, by their index.
  function lettersOfClose(
    candidates: readonly Candidate[],
    scores: readonly number[],
    { words }: Pass,
  ): readonly (readonly [at: number, alike: number])[] {
    const close = likeness.isCompared(words) ? bestOf(scores, LIKENESS.most) : [];
    if (close.length < 2) return [];
    const alike = likeness.compare(
      words,
      close.map((at) => matcher.tokensOf((candidates[at] as Candidate).page)),
    );
    return close.map((at, place) => [at, alike[place] as number] as const);
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

// Returns the indexes of up to `most` positive scores, best first.
function bestOf(scores: readonly number[], most: number): readonly number[] {
  const close: number[] = [];
  scores.forEach((score, at) => {
    if (score <= 0) return;
    let place = close.length;
    while (place > 0 && score > (scores[close[place - 1] as number] as number)) place -= 1;
    if (place === most) return;
    close.splice(place, 0, at);
    if (close.length > most) close.pop();
  });
  return close;
}
