import { idf } from './bm25f.ts';
import type { Ranking, RerankedPage } from './match/ranker.ts';
import type { Reranker, ScoreParts } from './match/reranker.ts';
import type { InterpretedQuery, InterpretedWord } from './query/interpreter.ts';
import type { Lexicon } from './storage/lexicon.ts';
import type { Alternative, Matcher, Pass, QueryTerm } from './types.ts';

/** A pass and its final order. */
export type RankedPass = { readonly pass: Pass; readonly ranking: Ranking };

/** A word of the query as it was read. */
type ExplainedWord = {
  readonly text: string;
  /** The typed words that it was read from; other words than `text` when it was corrected. */
  readonly typed: readonly string[];
  readonly role: InterpretedWord['role'];
  readonly stem: string;
  readonly idf: number;
  readonly alternatives: readonly {
    readonly stem: string;
    readonly weight: number;
    readonly origin: Alternative['origin'];
    /** Document frequency. */
    readonly pages: number;
  }[];
};

type ExplainedPass = {
  readonly cities: Pass['cities'] | null;
  readonly terms: readonly string[];
  readonly extras: readonly string[];
  readonly everyPage: boolean;
  /** The number of pages that match. */
  readonly matches: number;
};

/** The place of one page in an answer, and the way there. Places and passes are counted from 1. */
export type ExplainedPage = {
  readonly id: number;
  readonly place: number;
  readonly pass: number;
  readonly firstStage: { readonly place: number; readonly score: number; readonly hasAllTerms: boolean } | null;
  /** `null` for a page below the candidate window, which keeps its order from the first stage. */
  readonly reranked: {
    readonly place: number;
    readonly score: number;
    /** What likeness by letters adds to the parts. */
    readonly likeness: number;
    /** Share of the score that a landing page or an overview keeps, 1 for others; and what is added to it. */
    readonly landing: number;
    readonly bonus: number;
    /** Share that a page of a city keeps where its city is not asked for, 1 for others. */
    readonly local: number;
    /** Share of that which diversification left. */
    readonly repetition: number;
    /** True for a page with all the terms of a short query: before the others, whatever its score. */
    readonly first: boolean;
  } | null;
  /** Id of the city copy that this general page was moved before. */
  readonly promotedBefore: number | null;
  /** The parts of the re-ranker's score, also of a page that was not re-ranked. */
  readonly parts: Omit<ScoreParts, 'terms'> & {
    readonly terms: readonly ({ readonly term: string } & ScoreParts['terms'][number])[];
  };
};

/** An answer with its reasons. */
export type Explanation = {
  readonly words: readonly ExplainedWord[];
  readonly namedCity: string | null;
  readonly passes: readonly ExplainedPass[];
  readonly results: readonly ExplainedPage[];
  /** The page that was asked about, when it matches at all. */
  readonly about: ExplainedPage | null;
};

/** Explains answers by what gives them: the interpreter, the ranker and the re-ranker tell their own numbers. */
export function createExplainer(options: {
  readonly interpret: (text: string) => InterpretedQuery;
  readonly rankPasses: (query: InterpretedQuery, city: string | undefined, wanted: number) => Iterable<RankedPass>;
  readonly prepare: Reranker;
  readonly matcher: Matcher;
  readonly lexicon: Lexicon;
  readonly pages: number;
}) {
  const { interpret, rankPasses, prepare, matcher, lexicon, pages } = options;

  /** The first `limit` pages for a query, and the page with the id `about` wherever it stands. */
  return function explain(text: string, city: string | undefined, limit: number, about?: number): Explanation {
    const query = interpret(text);
    // All pages: every match has one place, whatever part of the answer is asked for.
    const ranked = [...rankPasses(query, city, Math.max(1, pages))];
    const places = ranked.flatMap(({ ranking }, pass) => ranking.pages.map((page) => ({ page, pass })));
    const explainAt = (at: number): ExplainedPage[] => {
      const [place, rankedPass] = [places[at], ranked[places[at]?.pass ?? 0]];
      return place && rankedPass ? [explainPage(rankedPass, place.page, { place: at + 1, pass: place.pass + 1 })] : [];
    };
    return {
      words: query.words.map(explainWord),
      namedCity: query.namedCity ?? null,
      passes: ranked.map(explainPass),
      results: places.slice(0, limit).flatMap((_, at) => explainAt(at)),
      about: explainAt(places.findIndex(({ page }) => matcher.idOf(page) === about))[0] ?? null,
    };
  };

  function explainWord({ folded, typed, role, term, alternatives }: InterpretedWord): ExplainedWord {
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
      firstStage: match ? { place: matchedAt + 1, score: match.firstStageScore, hasAllTerms: match.hasAllTerms } : null,
      reranked: explainReranked(reranked[rerankedAt], rerankedAt + 1, ranking),
      promotedBefore: copy === undefined ? null : matcher.idOf(copy),
      parts: partsOf([...pass.terms, ...pass.extras], page),
    };
  }

  function partsOf(terms: readonly QueryTerm[], page: number): ExplainedPage['parts'] {
    const scorer = prepare(terms);
    const { terms: shares, coverage, passage } = scorer.explain(matcher.tokensOf(page));
    scorer.release();
    return {
      terms: terms.flatMap(({ text: term }, at) => {
        const share = shares[at];
        return share ? [{ term, ...share }] : [];
      }),
      coverage,
      passage,
    };
  }
}

function explainReranked(page: RerankedPage | undefined, place: number, { repetitions }: Ranking) {
  if (!page) return null;
  const { relevance, likeness, landing, bonus, local, first } = page;
  const repetition = repetitions.get(page.page) ?? 1;
  return { place, score: relevance, likeness, landing, bonus, local, repetition, first };
}

function explainPass({ pass, ranking }: RankedPass): ExplainedPass {
  return {
    cities: pass.cities ?? null,
    terms: pass.terms.map(({ text }) => text),
    extras: pass.extras.map(({ text }) => text),
    everyPage: pass.everyPage,
    matches: ranking.pages.length,
  };
}
