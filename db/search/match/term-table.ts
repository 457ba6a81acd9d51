import type { Lexicon } from '../storage/lexicon.ts';
import type { QueryTerm } from '../types.ts';

/** The expansion of one query over the surface forms of the lexicon; empty between two queries. */
export function createTermTable(lexicon: Lexicon) {
  const termOf = new Uint8Array(lexicon.surfaces);
  const weightOf = new Float32Array(lexicon.surfaces);
  return {
    /** The number of the query term that a surface form stands for, from 1; 0 for none. */
    termOf,
    /** The weight of the surface form as an alternative of that term. */
    weightOf,
    /** Enters the alternatives of the terms; a surface form of two terms goes to the one where it is heavier. */
    fill(terms: readonly QueryTerm[]): void {
      terms.forEach(({ alternatives }, term) => {
        for (const { stem, weight } of alternatives.toReversed()) {
          for (const [from, to] of lexicon.surfacesOf(stem)) {
            if (termOf[from] !== 0 && termOf[from] !== term + 1 && weight <= (weightOf[from] as number)) continue;
            termOf.fill(term + 1, from, to);
            weightOf.fill(weight, from, to);
          }
        }
      });
    },
    clear(terms: readonly QueryTerm[]): void {
      for (const { alternatives } of terms) {
        for (const { stem } of alternatives) for (const range of lexicon.surfacesOf(stem)) termOf.fill(0, ...range);
      }
    },
  };
}
export type TermTable = ReturnType<typeof createTermTable>;
