import { idf } from './bm25f.ts';
import type { EvidenceValues } from './confidence.ts';
import type { Ranking } from './match/ranker.ts';
import { FEATURES, WEIGHTS, type FeatureValues } from './match/model.ts';
import type { Reranker, TermFeatures } from './match/reranker.ts';
import type { InterpretedQuery, InterpretedWord } from './query/interpreter.ts';
import type { Lexicon } from './storage/lexicon.ts';
import type { Alternative, Matcher, Pass, QueryTerm } from './types.ts';

/** A pass and its final order. */
export type RankedPass = { readonly pass: Pass; readonly ranking: Ranking };

type ExplainedWord = {
  readonly text: string;
  // Words as typed; they differ from `text` after a correction.
  readonly typed: readonly string[];
  readonly role: InterpretedWord['role'];
  readonly stem: string;
  readonly idf: number;
  readonly alternatives: readonly {
    readonly stem: string;
    readonly weight: number;
    readonly origin: Alternative['origin'];
    readonly pages: number;
  }[];
};

type ExplainedPass = {
  readonly cities: Pass['cities'] | null;
  readonly terms: readonly string[];
  readonly everyPage: boolean;
  readonly matches: number;
};

/** The position of a page in a response, with its scores. Positions and passes are counted from 1. */
export type ExplainedPage = {
  readonly id: number;
  readonly place: number;
  readonly pass: number;
  readonly firstStage: { readonly place: number; readonly score: number } | null;
  /** `null` for a page after the candidate window, which has the order of the first stage. */
  readonly reranked: {
    readonly place: number;
    readonly score: number;
    /**
     * The share of each feature in the score. Together with `bonus`, the bonus of the front page of a requested city,
     * they add up to it.
     */
    readonly shares: FeatureValues;
    readonly features: FeatureValues;
    readonly bonus: number;
  } | null;
  /** Id of the city copy that this general page was moved before. */
  readonly promotedBefore: number | null;
  /** The share of each query term in the score, also for a page that was not re-ranked. */
  readonly terms: readonly ({ readonly term: string } & TermFeatures)[];
};

/** A response with its reasons. */
export type Explanation = {
  readonly words: readonly ExplainedWord[];
  readonly namedCity: string | null;
  /** Features of the confidence in the first page; `null` without results, or if the query names only a city. */
  readonly evidence: EvidenceValues | null;
  readonly passes: readonly ExplainedPass[];
  readonly results: readonly ExplainedPage[];
  /** The page with the id `about`; `null` if it does not match. */
  readonly about: ExplainedPage | null;
};

/** Creates a function that explains responses by the values of the interpreter, the ranker and the re-ranker. */
export function createExplainer(options: {
  readonly interpret: (text: string) => InterpretedQuery;
  readonly rankPasses: (query: InterpretedQuery, city: string | undefined, wanted: number) => Iterable<RankedPass>;
  readonly evidenceOf: (ranking: Ranking, query: InterpretedQuery) => EvidenceValues | undefined;
  readonly prepare: Reranker;
  readonly matcher: Matcher;
  readonly lexicon: Lexicon;
  readonly pages: number;
}) {
  const { interpret, rankPasses, evidenceOf, prepare, matcher, lexicon, pages } = options;

  /** Returns the first `limit` pages of a query, and the page with the id `about` at any position. */
  return function explain(text: string, city: string | undefined, limit: number, about?: number): Explanation {
    const query = interpret(text);
    // Rank all pages, so that a page has the same position in every request.
    const ranked = [...rankPasses(query, city, Math.max(1, pages))];
    const places = ranked.flatMap(({ ranking }, pass) => ranking.pages.map((page) => ({ page, pass })));
    const explainAt = (at: number): ExplainedPage[] => {
      const [place, rankedPass] = [places[at], ranked[places[at]?.pass ?? 0]];
      return place && rankedPass ? [explainPage(rankedPass, place.page, { place: at + 1, pass: place.pass + 1 })] : [];
    };
    const first = ranked.find(({ ranking }) => ranking.pages.length > 0);
    return {
      words: query.words.map(explainWord),
      namedCity: query.namedCity ?? null,
      evidence: (first && evidenceOf(first.ranking, query)) ?? null,
      passes: ranked.map(explainPass),
      results: places.slice(0, limit).flatMap((_, at) => explainAt(at)),
      about: explainAt(places.findIndex(({ page }) => matcher.idOf(page) === about))[0] ?? null,
    };
  };

  function explainWord({ word, role }: InterpretedWord): ExplainedWord {
    const { folded, typed, term, alternatives } = word;
    const best = alternatives[0];
    return {
      text: folded,
      typed,
      role,
      stem: term.stem,
      idf: role === 'stop_word' ? 0 : idf(best ? lexicon.stemPages(best.stem) : 0, pages),
      alternatives: alternatives.map(({ stem, weight, origin }) => ({
        stem: lexicon.stemText(stem),
        weight,
        origin,
        pages: lexicon.stemPages(stem),
      })),
    };
  }

  function explainPage(
    { pass, ranking }: RankedPass,
    page: number,
    at: { place: number; pass: number },
  ): ExplainedPage {
    const { matches, reranked, promotions } = ranking;
    const matchedAt = matches.findIndex((match) => match.page === page);
    const match = matches[matchedAt];
    const rerankedAt = reranked.findIndex((candidate) => candidate.page === page);
    const copy = promotions.get(page);
    return {
      id: matcher.idOf(page),
      ...at,
      firstStage: match ? { place: matchedAt + 1, score: match.firstStageScore } : null,
      reranked: explainReranked(reranked[rerankedAt], rerankedAt + 1),
      promotedBefore: copy === undefined ? null : matcher.idOf(copy),
      terms: termsOf(pass.terms, page),
    };
  }

  function termsOf(terms: readonly QueryTerm[], page: number): ExplainedPage['terms'] {
    const scorer = prepare(terms);
    const features = scorer.explain(matcher.tokensOf(page));
    return terms.flatMap(({ text: term }, at) => {
      const termFeatures = features[at];
      if (!termFeatures) return [];
      const { text, exact, title, proximity } = termFeatures;
      return [
        {
          term,
          text: WEIGHTS.text * text,
          exact: WEIGHTS.exact * exact,
          title: WEIGHTS.title * title,
          proximity: WEIGHTS.proximity * proximity,
        },
      ];
    });
  }
}

function explainReranked(page: Ranking['reranked'][number] | undefined, place: number): ExplainedPage['reranked'] {
  if (!page) return null;
  const { features, score, bonus } = page;
  const shares = Object.fromEntries(
    FEATURES.map((feature) => [feature, WEIGHTS[feature] * features[feature]]),
  ) as FeatureValues;
  return { place, score, shares, features, bonus };
}

function explainPass({ pass, ranking }: RankedPass): ExplainedPass {
  return {
    cities: pass.cities ?? null,
    terms: pass.terms.map(({ text }) => text),
    everyPage: pass.everyPage,
    matches: ranking.pages.length,
  };
}
