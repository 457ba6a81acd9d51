import { MAX_TERMS } from '../types.ts';
import { twiceAsLong } from './growing-array.ts';

/** Room for so many occurrences at first, and the most that is kept for the next page. */
const ROOM = 256;
const LARGEST_KEPT = 2 ** 14;

/**
 * Sliding window over the query terms of a page: finds the passage of `length` words whose distinct terms have the
 * greatest sum of weights. Terms of the title belong to every passage.
 */
export function createPassageWindow(length: number, mostTerms = MAX_TERMS) {
  const counts = new Uint32Array(mostTerms);
  let weights: Float64Array = new Float64Array(0);
  /** The occurrences of the page, in order: their positions and terms, which fit into a byte. Their room is used again, for pages follow each other. */
  let positions = new Int32Array(ROOM);
  let terms = new Uint8Array(ROOM);
  let occurrences = 0;
  let oldest = 0;
  let sum = 0;
  let best = 0;

  function enter(term: number): void {
    if (counts[term] === 0) sum += weights[term] as number;
    counts[term] = (counts[term] as number) + 1;
    if (sum > best) best = sum;
  }

  function leave(): void {
    const term = terms[oldest] as number;
    oldest += 1;
    counts[term] = (counts[term] as number) - 1;
    if (counts[term] === 0) sum -= weights[term] as number;
  }

  return {
    /** Begins a page; the weights are those of the query terms. */
    clear(termWeights: Float64Array): void {
      weights = termWeights;
      for (let term = 0; term < weights.length; term++) counts[term] = 0;
      if (positions.length > LARGEST_KEPT) [positions, terms] = [new Int32Array(ROOM), new Uint8Array(ROOM)];
      occurrences = 0;
      oldest = 0;
      sum = 0;
      best = 0;
    },
    /** Takes an occurrence in the title. */
    addToAll: enter,
    /** Takes the next occurrence in a text, and its position; positions never go back. */
    add(term: number, position: number): void {
      while (oldest < occurrences && position - (positions[oldest] as number) >= length) leave();
      if (occurrences === positions.length) [positions, terms] = [twiceAsLong(positions), twiceAsLong(terms)];
      positions[occurrences] = position;
      terms[occurrences] = term;
      occurrences += 1;
      enter(term);
    },
    /** Begins another text of the same page. */
    next(): void {
      while (oldest < occurrences) leave();
    },
    /** The weight of the best passage. */
    best: (): number => best,
  };
}
export type PassageWindow = ReturnType<typeof createPassageWindow>;
