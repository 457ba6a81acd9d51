import { occurrenceWeight } from '../bm25f.ts';
import { MAX_TERMS, type PageTokens } from '../types.ts';
import type { PassageWindow } from './passage-window.ts';
import type { TermTable } from './term-table.ts';

/** Terms at this distance or more are not close. */
export const FAR = 1000;

const FIELD_NUMBERS = [0, 1, 2] as const;

/** A query: the weight of each term in passages, and the ordinal of its exact surface form, or -1. */
export type CountedQuery = { readonly weights: Float64Array; readonly surfaces: readonly number[] };

/**
 * Creates a counter of the terms of a query in a page. Its arrays have an element per term, and are reused for the next
 * page.
 */
export function createOccurrenceCounter(options: {
  readonly table: TermTable;
  readonly passages: PassageWindow;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { passages, averageLengths } = options;
  const { termOf, weightOf, nextHit } = options.table;
  // Sum of the occurrence weights of all alternatives of a term, and of its exact surface form.
  const byStem = new Float64Array(MAX_TERMS);
  const bySurface = new Float64Array(MAX_TERMS);
  // Weight of the heaviest alternative of a term in the title.
  const inTitle = new Float64Array(MAX_TERMS);
  // Least distance to the previous term of the query, in tokens.
  const distances = new Int32Array(MAX_TERMS);
  const lastPositions = new Int32Array(MAX_TERMS);
  let titleHits = 0;

  function count({ weights, surfaces }: CountedQuery, page: PageTokens): void {
    const terms = weights.length;
    const { tokens, start, ends } = page;
    titleHits = 0;
    // Queries are short: a loop costs less than calls of `fill`.
    for (let term = 0; term < terms; term++) {
      byStem[term] = 0;
      bySurface[term] = 0;
      inTitle[term] = 0;
      distances[term] = FAR;
    }
    passages.clear(weights);
    let at = start;
    for (const field of FIELD_NUMBERS) {
      const end = ends[field];
      if (at === end) continue;
      const perOccurrence = occurrenceWeight(field, end - at, averageLengths[field] ?? 1);
      const from = at;
      for (let term = 0; term < terms; term++) lastPositions[term] = -2 * FAR;
      for (; ; at++) {
        at = nextHit(tokens, at, end);
        if (at === end) break;
        const surface = tokens[at] as number;
        const term = (termOf[surface] as number) - 1;
        const weight = weightOf[surface] as number;
        byStem[term] = (byStem[term] as number) + perOccurrence * weight;
        if (surface === surfaces[term]) bySurface[term] = (bySurface[term] as number) + perOccurrence;
        measure(term, at - from, terms);
        if (field === 0) {
          titleHits += 1;
          if (weight > (inTitle[term] as number)) inTitle[term] = weight;
          passages.addToAll(term);
        } else passages.add(term, at - from);
      }
      passages.next();
    }
  }

  // Records a position, and its distances to the last positions of the previous and the next term of the query.
  function measure(term: number, position: number, terms: number): void {
    lastPositions[term] = position;
    if (term > 0) {
      const distance = position - (lastPositions[term - 1] as number);
      if (distance < (distances[term] as number)) distances[term] = distance;
    }
    if (term + 1 < terms) {
      // Terms in reverse order are a token further apart.
      const distance = position - (lastPositions[term + 1] as number) + 1;
      if (distance < (distances[term + 1] as number)) distances[term + 1] = distance;
    }
  }

  return { byStem, bySurface, inTitle, distances, count, titleHits: (): number => titleHits };
}
