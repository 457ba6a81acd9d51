import { idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Hit, PageTokens, QueryTerm } from '../types.ts';
import { locateHits } from './hit-locator.ts';
import { createOccurrenceCounter, FAR } from './occurrence-counter.ts';
import { createPassageWindow } from './passage-window.ts';
import { createTermTable } from './term-table.ts';

/** Weights of the re-ranking signs; tuned on the development data (bench/relevance.ts). */
export const SIGNS = {
  /** Stems of the query. */
  stems: 1,
  /** Words exactly as typed; the idf of a rare form of a common word is capped at so many times that of the word. */
  surfaces: 0.7,
  surfaceCap: 2,
  /** An occurrence of the plural for the singular, or the other way round, against the exact form. */
  otherNumber: 0.35,
  /** Terms in the title: a page is about what it is called, even if another says it more often. */
  title: 0.5,
  /** Proximity: neighbours in the query are near each other in the page. */
  proximity: 0.5,
  /** Coverage: share of the query's idf that the page holds. */
  coverage: 0.3,
  /** Share of it that the best passage of so many words holds. */
  passage: 1,
  passageWords: 30,
} as const;

/** The shares of the signs in the score of a page; their sum is the score. */
export type ScoreParts = {
  /** For each query term, in order. */
  readonly terms: readonly {
    readonly stems: number;
    readonly exactForm: number;
    readonly otherNumber: number;
    readonly title: number;
    readonly proximity: number;
  }[];
  readonly coverage: number;
  readonly passage: number;
};

type PageScore = { readonly score: number; readonly inTitle: number; readonly covered: number };

/** The second stage: scores pages by more than their stems, from their forward index. One query at a time. */
export function createReranker(options: {
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { lexicon, pages, averageLengths } = options;
  const table = createTermTable(lexicon);
  const passages = createPassageWindow(SIGNS.passageWords);
  const counter = createOccurrenceCounter({ table, passages, averageLengths, otherNumberWeight: SIGNS.otherNumber });
  const { byStem, bySurface, byOtherNumber, inTitle, distances } = counter;

  /** Prepares for one query; the scorer that it returns must be released before the next. */
  return function prepare(terms: readonly QueryTerm[]) {
    table.fill(terms);
    const idfs = terms.map((term) => term.idf);
    const surfaceIdfs = terms.map((term) => surfaceIdf(term));
    const totalIdf = idfs.reduce((sum, one) => sum + one, 0) || 1;
    const query = {
      surfaces: terms.map(({ surface }) => surface ?? -1),
      otherNumbers: terms.map(({ otherNumber }) => otherNumber ?? -1),
      weights: new Float64Array(idfs),
    };

    /** Scores a page, comparable within one query only; counts the terms that its title holds, and adds up the idf of all that it holds. */
    function score(page: PageTokens): PageScore {
      counter.count(query, page);
      let titled = 0;
      let sum = 0;
      let covered = 0;
      for (let term = 0; term < terms.length; term++) {
        const weight = byStem[term] as number;
        // Neither the word nor a distance from the one before it, when no form of the word is there.
        if (weight === 0) continue;
        const termIdf = idfs[term] as number;
        sum += stemScore(termIdf, weight);
        covered += termIdf;
        sum += surfaceScore(surfaceIdfs[term] as number, bySurface[term] as number);
        sum += titleScore(termIdf, inTitle[term] as number);
        titled += inTitle[term] as number;
        if (term > 0) sum += proximityScore(idfs[term - 1] as number, termIdf, distances[term] as number);
      }
      const together = passages.best();
      sum += (SIGNS.coverage * covered * covered + SIGNS.passage * together * together) / totalIdf;
      return { score: sum, inTitle: titled, covered };
    }

    /** The same score in its parts. */
    function explain(page: PageTokens): ScoreParts {
      counter.count(query, page);
      const together = passages.best();
      const covered = idfs.reduce((sum, termIdf, term) => sum + (byStem[term] ? termIdf : 0), 0);
      const parts = idfs.map((termIdf, term) => {
        const surface = bySurface[term] as number;
        const inSurface = surfaceScore(surfaceIdfs[term] as number, surface);
        const otherNumber = surface === 0 ? 0 : (inSurface * (byOtherNumber[term] as number)) / surface;
        return {
          stems: stemScore(termIdf, byStem[term] as number),
          exactForm: inSurface - otherNumber,
          otherNumber,
          title: titleScore(termIdf, inTitle[term] as number),
          proximity: term === 0 ? 0 : proximityScore(idfs[term - 1] as number, termIdf, distances[term] as number),
        };
      });
      return {
        terms: parts,
        coverage: (SIGNS.coverage * covered * covered) / totalIdf,
        passage: (SIGNS.passage * together * together) / totalIdf,
      };
    }

    return {
      score,
      explain,
      /** The occurrences of the terms in the body of a page. */
      locate: (page: PageTokens): Hit[] => locateHits(table, idfs, page),
      release: (): void => {
        table.clear(terms);
      },
    };
  };

  function surfaceIdf(term: QueryTerm): number {
    if (term.surface === undefined) return 0;
    return Math.min(SIGNS.surfaceCap * term.idf, idf(lexicon.surfacePages(term.surface), pages));
  }
}

/** The shares of one query term in the score of a page. */
function stemScore(termIdf: number, weight: number): number {
  return SIGNS.stems * termIdf * saturate(weight);
}

function surfaceScore(surfaceIdf: number, weight: number): number {
  return SIGNS.surfaces * surfaceIdf * saturate(weight);
}

function titleScore(termIdf: number, isInTitle: number): number {
  return SIGNS.title * termIdf * isInTitle;
}

function proximityScore(idfBefore: number, termIdf: number, distance: number): number {
  return distance < FAR ? (SIGNS.proximity * Math.min(termIdf, idfBefore)) / Math.sqrt(distance) : 0;
}

export type Reranker = ReturnType<typeof createReranker>;
