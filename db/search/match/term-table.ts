import type { Lexicon } from '../storage/lexicon.ts';
import type { QueryTerm } from '../types.ts';

/** Creates a lookup table of the expansion of a query over the surface forms of the lexicon; empty between queries. */
export function createTermTable(lexicon: Lexicon) {
  const termOf = new Uint8Array(lexicon.surfaces);
  const weightOf = new Float32Array(lexicon.surfaces);
  const filled: Uint32Array[] = [];
  return {
    /** Number of the query term of a surface form, from 1; 0 without a term. */
    termOf,
    /** Weight of the surface form as an alternative of that term. */
    weightOf,
    /** Adds the alternatives of the terms. A surface form of two terms belongs to the term with the greater weight. */
    fill(terms: readonly QueryTerm[]): void {
      terms.forEach(({ alternatives }, term) => {
        for (const { stem, weight } of alternatives.toReversed()) {
          const surfaces = lexicon.surfacesOf(stem);
          const [first = 0] = surfaces;
          if (termOf[first] !== 0 && termOf[first] !== term + 1 && weight <= (weightOf[first] as number)) continue;
          filled.push(surfaces);
          for (let at = 0; at < surfaces.length; at++) {
            const surface = surfaces[at] as number;
            termOf[surface] = term + 1;
            weightOf[surface] = weight;
          }
        }
      });
    },
    clear(): void {
      for (const surfaces of filled) for (const surface of surfaces) termOf[surface] = 0;
      filled.length = 0;
    },
  };
}
export type TermTable = ReturnType<typeof createTermTable>;
