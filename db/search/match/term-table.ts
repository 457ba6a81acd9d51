import type { Lexicon, SurfaceRange } from '../storage/lexicon.ts';
import type { QueryTerm } from '../types.ts';

/** Creates a lookup table of the expansion of a query over the surface forms of the lexicon; empty between queries. */
export function createTermTable(lexicon: Lexicon) {
  const termOf = new Uint8Array(lexicon.surfaces);
  const weightOf = new Float32Array(lexicon.surfaces);
  const filled: SurfaceRange[] = [];
  return {
    /** Number of the query term of a surface form, from 1; 0 without a term. */
    termOf,
    /** Weight of the surface form as an alternative of that term. */
    weightOf,
    /** Adds the alternatives of the terms. A surface form of two terms belongs to the term with the greater weight. */
    fill(terms: readonly QueryTerm[]): void {
      terms.forEach(({ alternatives }, term) => {
        for (const { stem, weight } of alternatives.toReversed()) {
          for (const [from, to] of lexicon.surfacesOf(stem)) {
            if (termOf[from] !== 0 && termOf[from] !== term + 1 && weight <= (weightOf[from] as number)) continue;
            filled.push([from, to]);
            termOf.fill(term + 1, from, to);
            weightOf.fill(weight, from, to);
          }
        }
      });
    },
    clear(): void {
      for (const [from, to] of filled) termOf.fill(0, from, to);
      filled.length = 0;
    },
  };
}
export type TermTable = ReturnType<typeof createTermTable>;
