import { MAX_TERMS } from '../types.ts';
import { twiceAsLong } from '../storage/typed-arrays.ts';

// Initial size of the buffers of occurrences, and maximum size that is retained for the next page.
const ROOM = 256;
const LARGEST_KEPT = 2 ** 14;

/**
 * Creates a sliding window over the query terms of a page. It finds the passage of `length` tokens with the greatest
 * sum of weights of distinct terms. Terms of the title count for every passage.
 */
export function createPassageWindow(length: number) {
  const counts = new Uint32Array(MAX_TERMS);
  let weights: Float64Array = new Float64Array(0);
  // Occurrences of a page in order: position, and term in a byte. The buffers are reused.
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
    /** Begins a page with the weights of the query terms. */
    clear(termWeights: Float64Array): void {
      weights = termWeights;
      for (let term = 0; term < weights.length; term++) counts[term] = 0;
      if (positions.length > LARGEST_KEPT) [positions, terms] = [new Int32Array(ROOM), new Uint8Array(ROOM)];
      occurrences = 0;
      oldest = 0;
      sum = 0;
      best = 0;
    },
    /** Adds an occurrence in the title. */
    addToAll: enter,
    /** Adds the next occurrence in a field. Positions ascend. */
    add(term: number, position: number): void {
      while (oldest < occurrences && position - (positions[oldest] as number) >= length) leave();
      if (occurrences === positions.length) [positions, terms] = [twiceAsLong(positions), twiceAsLong(terms)];
      positions[occurrences] = position;
      terms[occurrences] = term;
      occurrences += 1;
      enter(term);
    },
    next(): void {
      while (oldest < occurrences) leave();
    },
    best: (): number => best,
  };
}
export type PassageWindow = ReturnType<typeof createPassageWindow>;
