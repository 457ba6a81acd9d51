import { idf, saturate } from '../bm25f.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Hit, PageTokens, QueryTerm } from '../types.ts';
import { LONGEST_DELTA } from '../storage/typed-arrays.ts';
import type { Feature, FeatureValues } from './model.ts';
import { createOccurrenceCounter, FAR } from './occurrence-counter.ts';
import { createPassageWindow } from './passage-window.ts';
import { createTermTable, type TermTable } from './term-table.ts';

// Length of a passage in tokens.
const PASSAGE_WORDS = 30;
// Maximum idf of a surface form, as a multiple of the idf of the term.
const SURFACE_CAP = 2;

/** Features of a page, as shares of the idf of the query. The ranker adds `letters` and `front`. */
export type MeasuredPage = {
  readonly features: Record<Feature, number>;
  /** Share of the subject of the query that the page contains exactly as typed. */
  readonly typed: number;
  /** True for each term that the page contains, or an alternative of it. */
  readonly matched: readonly boolean[];
};

/** Feature values of a query term. */
export type TermFeatures = Pick<FeatureValues, 'text' | 'exact' | 'title' | 'proximity'>;

/** Creates the second stage: computes the features of pages from their forward index. Supports a single query at a time. */
export function createReranker(options: {
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { lexicon, pages, averageLengths } = options;
  const table = createTermTable(lexicon);
  const passages = createPassageWindow(PASSAGE_WORDS);
  const counter = createOccurrenceCounter({ table, passages, averageLengths });
  const { byStem, bySurface, inTitle, distances } = counter;

  let last: { readonly terms: readonly QueryTerm[]; readonly subjects: number; readonly scorer: Scorer } | undefined;

  /**
   * Prepares a query. The scorer is valid until a further query is prepared. The first `subjects` terms are not place
   * names.
   */
  return function prepare(terms: readonly QueryTerm[], subjects = terms.length): Scorer {
    if (last?.subjects === subjects && isSame(last.terms, terms)) return last.scorer;
    table.fill(terms);
    const scorer = scorerOf(terms, subjects);
    last = { terms, subjects, scorer };
    return scorer;
  };

  function scorerOf(terms: readonly QueryTerm[], subjects: number) {
    const idfs = terms.map((term) => term.idf);
    const surfaceIdfs = terms.map((term) => surfaceIdf(term));
    const total = idfs.reduce((sum, idfOfTerm) => sum + idfOfTerm, 0) || 1;
    const query = { surfaces: terms.map(({ surface }) => surface ?? -1), weights: new Float64Array(idfs) };

    function measure(page: PageTokens): MeasuredPage {
      counter.count(query, page);
      let [text, exact, title, proximity, typed] = [0, 0, 0, 0, 0];
      const matched: boolean[] = [];
      for (let term = 0; term < terms.length; term++) {
        const weight = byStem[term] as number;
        matched.push(weight > 0);
        if (weight === 0) continue;
        const termIdf = idfs[term] as number;
        text += termIdf * saturate(weight);
        exact += (surfaceIdfs[term] as number) * saturate(bySurface[term] as number);
        title += termIdf * (inTitle[term] as number);
        if (term > 0) proximity += nearness(term);
        if (term < subjects && (bySurface[term] as number) > 0) typed += termIdf;
      }
      const titleLength = page.ends[0] - page.start;
      const features = {
        text: text / total,
        exact: exact / total,
        title: title / total,
        titleShare: titleLength === 0 ? 0 : counter.titleHits() / titleLength,
        proximity: proximity / total,
        passage: (passages.best() / total) ** 2,
        letters: 0,
        front: 0,
      };
      return { features, typed: typed / total, matched };
    }

    // Returns the features of each term.
    function explain(page: PageTokens): readonly TermFeatures[] {
      counter.count(query, page);
      return idfs.map((termIdf, term) => ({
        text: (termIdf * saturate(byStem[term] as number)) / total,
        exact: ((surfaceIdfs[term] as number) * saturate(bySurface[term] as number)) / total,
        title: (termIdf * (inTitle[term] as number)) / total,
        proximity: term === 0 || byStem[term] === 0 ? 0 : nearness(term) / total,
      }));
    }

    function nearness(term: number): number {
      const distance = distances[term] as number;
      const least = Math.min(idfs[term] as number, idfs[term - 1] as number);
      return distance < FAR ? least / Math.sqrt(distance) : 0;
    }

    return {
      measure,
      explain,
      /** Sum of the idf of the terms. */
      total,
      /** Returns the occurrences of the terms in the body of a page. */
      locate: (page: PageTokens): Hit[] => locateHits(table, idfs, page),
    };
  }

  type Scorer = ReturnType<typeof scorerOf>;

  function surfaceIdf(term: QueryTerm): number {
    if (term.surface === undefined) return 0;
    return Math.min(SURFACE_CAP * term.idf, idf(lexicon.surfacePages(term.surface), pages));
  }
}

export type Reranker = ReturnType<typeof createReranker>;

const isSame = (a: readonly QueryTerm[], b: readonly QueryTerm[]): boolean =>
  a.length === b.length && a.every((term, at) => term === b[at]);

// Returns the occurrences of the query terms in the body of a page, weighted by the idf of the term.
function locateHits(table: TermTable, idfs: readonly number[], page: PageTokens): Hit[] {
  const { termOf, weightOf, nextHit } = table;
  const { tokens, ends, offsetDeltas, firstDelta } = page;
  const [, from, end] = ends;
  const hits: Hit[] = [];
  let start = 0;
  let delta = firstDelta;
  let read = from;
  for (let at = nextHit(tokens, from, end); at < end; at = nextHit(tokens, at + 1, end)) {
    while (read <= at) {
      const distance = offsetDeltas[delta++] as number;
      start += distance;
      if (distance !== LONGEST_DELTA) read += 1;
    }
    const surface = tokens[at] as number;
    const term = termOf[surface] as number;
    hits.push({ start, term, weight: (weightOf[surface] as number) * (idfs[term - 1] as number) });
  }
  return hits;
}
