import { MAX_TERMS } from '../types.ts';

/**
 * Sliding window over the query terms of a page: finds the passage of `length` words whose distinct terms have the
 * greatest sum of weights. Terms of the title belong to every passage.
 */
export function createPassageWindow(length: number, mostTerms = MAX_TERMS) {
  const counts = new Uint32Array(mostTerms);
  let weights: ArrayLike<number> = [];
  const positions: number[] = [];
  const terms: number[] = [];
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
    clear(termWeights: ArrayLike<number>): void {
      weights = termWeights;
      for (let term = 0; term < weights.length; term++) counts[term] = 0;
      positions.length = 0;
      terms.length = 0;
      oldest = 0;
      sum = 0;
      best = 0;
    },
    /** Takes an occurrence in the title. */
    addToAll: enter,
    /** Takes the next occurrence in a text, and its position; positions never go back. */
    add(term: number, position: number): void {
      while (oldest < positions.length && position - (positions[oldest] as number) >= length) leave();
      positions.push(position);
      terms.push(term);
      enter(term);
    },
    /** Begins another text of the same page. */
    next(): void {
      while (oldest < positions.length) leave();
    },
    /** The weight of the best passage. */
    best: (): number => best,
  };
}
export type PassageWindow = ReturnType<typeof createPassageWindow>;
