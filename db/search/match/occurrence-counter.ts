import { occurrenceWeight } from '../bm25f.ts';
import { MAX_TERMS, type PageTokens } from '../types.ts';
import type { PassageWindow } from './passage-window.ts';
import type { TermTable } from './term-table.ts';

/** Distances from here on count as none. */
export const FAR = 1000;

const FIELD_NUMBERS = [0, 1, 2] as const;

/** The query that a page is scanned for: for each term the ordinals of its exact form and of its other number, or -1. */
export type CountedQuery = {
  /** Weights of the terms in passages. */
  readonly weights: Float64Array;
  readonly surfaces: readonly number[];
  readonly otherNumbers: readonly number[];
};

/**
 * Scans pages for the terms of a query. The arrays hold the counts of the page that was scanned last, one element for
 * each term, and are used again for the next.
 */
export function createOccurrenceCounter(options: {
  readonly table: TermTable;
  readonly passages: PassageWindow;
  readonly averageLengths: ArrayLike<number>;
  readonly otherNumberWeight: number;
}) {
  const { passages, averageLengths, otherNumberWeight } = options;
  const { termOf, weightOf } = options.table;
  /** Sum of occurrence weights of all alternatives of a term. */
  const byStem = new Float64Array(MAX_TERMS);
  /** The same of the exact form, and of the other number at its lower weight; and of the other number alone. */
  const bySurface = new Float64Array(MAX_TERMS);
  const byOtherNumber = new Float64Array(MAX_TERMS);
  /** 1 for a term that the title holds, 0 for others. */
  const inTitle = new Uint8Array(MAX_TERMS);
  /** Least distance from the term before it in the query, in words. */
  const distances = new Int32Array(MAX_TERMS);
  const lastPositions = new Int32Array(MAX_TERMS);

  /** Fills the arrays for a page. */
  function count({ weights, surfaces, otherNumbers }: CountedQuery, page: PageTokens): void {
    const terms = weights.length;
    const { tokens, start, ends } = page;
    // Queries are short: a loop costs less than calls of `fill`.
    for (let term = 0; term < terms; term++) {
      byStem[term] = 0;
      bySurface[term] = 0;
      byOtherNumber[term] = 0;
      inTitle[term] = 0;
      distances[term] = FAR;
    }
    passages.clear(weights);
    let at = start;
    for (const field of FIELD_NUMBERS) {
      const end = ends[field];
      if (at === end) continue;
      const one = occurrenceWeight(field, end - at, averageLengths[field] ?? 1);
      const from = at;
      for (let term = 0; term < terms; term++) lastPositions[term] = -2 * FAR;
      for (; ; at++) {
        at = nextHit(tokens, at, end);
        if (at === end) break;
        const surface = tokens[at] as number;
        const term = (termOf[surface] as number) - 1;
        byStem[term] = (byStem[term] as number) + one * (weightOf[surface] as number);
        if (surface === surfaces[term]) bySurface[term] = (bySurface[term] as number) + one;
        else if (surface === otherNumbers[term]) {
          bySurface[term] = (bySurface[term] as number) + one * otherNumberWeight;
          byOtherNumber[term] = (byOtherNumber[term] as number) + one * otherNumberWeight;
        }
        measure(term, at - from, terms);
        if (field === 0) {
          inTitle[term] = 1;
          passages.addToAll(term);
        } else passages.add(term, at - from);
      }
      passages.next();
    }
  }

  /** The place of the next word from a place on that stands for a term, or the end. A loop of its own, for most words stand for none. */
  function nextHit(tokens: Uint32Array, from: number, end: number): number {
    let at = from;
    while (at < end && termOf[tokens[at] as number] === 0) at += 1;
    return at;
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

  return { byStem, bySurface, byOtherNumber, inTitle, distances, count };
}
