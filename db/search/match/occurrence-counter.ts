import { occurrenceWeight } from '../bm25f.ts';
import { MAX_TERMS, type PageTokens } from '../types.ts';
import type { createPassageWindow } from './passage-window.ts';
import type { TermTable } from './term-table.ts';

/** Distances from here on count as none. */
export const FAR = 1000;

/** The query that a page is scanned for: for each term the ordinals of its exact form and of its other number, or -1. */
export type CountedQuery = {
  readonly terms: number;
  readonly surfaces: readonly number[];
  readonly otherNumbers: readonly number[];
  readonly passages: ReturnType<typeof createPassageWindow>;
};

/**
 * Scans pages for the terms of a query. The arrays hold the counts of the page that was scanned last, one element for
 * each term, and are used again for the next.
 */
export function createOccurrenceCounter(
  { termOf, weightOf }: TermTable,
  averageLengths: ArrayLike<number>,
  otherNumberWeight: number,
) {
  /** Sum of occurrence weights of all alternatives of a term. */
  const byStem = new Float64Array(MAX_TERMS);
  /** The same of the exact form, and of the other number at its lower weight; and of the other number alone. */
  const bySurface = new Float64Array(MAX_TERMS);
  const byOtherNumber = new Float64Array(MAX_TERMS);
  /** Least distance from the term before it in the query, in words. */
  const distances = new Int32Array(MAX_TERMS);
  const lastPositions = new Int32Array(MAX_TERMS);

  /** Fills the arrays for a page; returns how many terms its title holds. */
  function count({ terms, surfaces, otherNumbers, passages }: CountedQuery, page: PageTokens): number {
    const { tokens, start, ends } = page;
    let inTitle = 0;
    byStem.fill(0, 0, terms);
    bySurface.fill(0, 0, terms);
    byOtherNumber.fill(0, 0, terms);
    distances.fill(FAR, 0, terms);
    passages.clear();
    let at = start;
    for (const field of [0, 1, 2] as const) {
      const one = occurrenceWeight(field, ends[field] - at, averageLengths[field] ?? 1);
      const from = at;
      lastPositions.fill(-2 * FAR, 0, terms);
      for (; at < ends[field]; at++) {
        const surface = tokens[at] as number;
        const term = (termOf[surface] as number) - 1;
        if (term < 0) continue;
        byStem[term] = (byStem[term] as number) + one * (weightOf[surface] as number);
        if (surface === surfaces[term]) bySurface[term] = (bySurface[term] as number) + one;
        else if (surface === otherNumbers[term]) {
          bySurface[term] = (bySurface[term] as number) + one * otherNumberWeight;
          byOtherNumber[term] = (byOtherNumber[term] as number) + one * otherNumberWeight;
        }
        measure(term, at - from, terms);
        if (field === 0) passages.addToAll(term);
        else passages.add(term, at - from);
      }
      passages.next();
      if (field === 0) for (let term = 0; term < terms; term++) inTitle += Number((byStem[term] as number) > 0);
    }
    return inTitle;
  }

  /** Notes a position, and its distances from the last positions of the terms before and after it in the query. */
  function measure(term: number, position: number, terms: number): void {
    lastPositions[term] = position;
    if (term > 0) {
      const distance = position - (lastPositions[term - 1] as number);
      if (distance < (distances[term] as number)) distances[term] = distance;
    }
    if (term + 1 < terms) {
      // Terms in the wrong order count as one word further apart.
      const distance = position - (lastPositions[term + 1] as number) + 1;
      if (distance < (distances[term + 1] as number)) distances[term + 1] = distance;
    }
  }

  return { byStem, bySurface, byOtherNumber, distances, count };
}
