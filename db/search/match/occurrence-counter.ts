import { occurrenceWeight } from '../bm25f.ts';
import { MAX_TERMS, type PageTokens } from '../types.ts';
import type { PassageWindow } from './passage-window.ts';
import type { TermTable } from './term-table.ts';

/** Distances from here on count as none. */
export const FAR = 1000;

const FIELD_NUMBERS = [0, 1, 2] as const;

/** The query that a page is scanned for: for each term its weight in passages, and the ordinal of its exact form or -1. */
export type CountedQuery = { readonly weights: Float64Array; readonly surfaces: readonly number[] };

/**
 * Scans pages for the terms of a query. The arrays hold the counts of the page that was scanned last, one element for
 * each term, and are used again for the next.
 */
export function createOccurrenceCounter(options: {
  readonly table: TermTable;
  readonly passages: PassageWindow;
  readonly averageLengths: ArrayLike<number>;
}) {
  const { passages, averageLengths } = options;
  const { termOf, weightOf } = options.table;
  /** Sum of occurrence weights of all alternatives of a term, and of its exact form. */
  const byStem = new Float64Array(MAX_TERMS);
  const bySurface = new Float64Array(MAX_TERMS);
  /** Weight of the heaviest alternative of a term in the title. */
  const inTitle = new Float64Array(MAX_TERMS);
  /** Least distance from the term before it in the query, in words. */
  const distances = new Int32Array(MAX_TERMS);
  const lastPositions = new Int32Array(MAX_TERMS);
  let titleHits = 0;

  /** Fills the arrays for a page. */
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
      const one = occurrenceWeight(field, end - at, averageLengths[field] ?? 1);
      const from = at;
      for (let term = 0; term < terms; term++) lastPositions[term] = -2 * FAR;
      for (; ; at++) {
        at = nextHit(tokens, at, end);
        if (at === end) break;
        const surface = tokens[at] as number;
        const term = (termOf[surface] as number) - 1;
        const weight = weightOf[surface] as number;
        byStem[term] = (byStem[term] as number) + one * weight;
        if (surface === surfaces[term]) bySurface[term] = (bySurface[term] as number) + one;
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

  return { byStem, bySurface, inTitle, distances, count, titleHits: (): number => titleHits };
}
