import type { Lexicon } from '../storage/lexicon.ts';
import type { QueryTerm } from '../types.ts';

/** Creates a lookup table of the expansion of a query over the surface forms of the lexicon. */
export function createTermTable({ surfaces: size, byStem }: Lexicon) {
  const { surfaces, starts, ends } = byStem;
  const termOf = new Uint8Array(size);
  const weightOf = new Float32Array(size);
  // The terms in the table.
  let filled: readonly QueryTerm[] = [];

  function enter(stem: number, term: number, weight: number): void {
    const start = starts[stem] as number;
    const end = ends[stem] as number;
    if (start === end) return;
    const first = surfaces[start] as number;
    if (termOf[first] !== 0 && termOf[first] !== term && weight <= (weightOf[first] as number)) return;
    for (let at = start; at < end; at++) {
      const surface = surfaces[at] as number;
      termOf[surface] = term;
      weightOf[surface] = weight;
    }
  }

  function clear(): void {
    for (const { alternatives } of filled) {
      for (const { stem } of alternatives) {
        const end = ends[stem] as number;
        for (let at = starts[stem] as number; at < end; at++) termOf[surfaces[at] as number] = 0;
      }
    }
  }

  // Returns the index of the next token that matches a term, or the end. A separate loop, because most tokens match no
  // term.
  function nextHit(tokens: Uint32Array, from: number, end: number): number {
    let at = from;
    while (at + 3 < end && isWithoutTerm(tokens, at)) at += 4;
    while (at < end && termOf[tokens[at] as number] === 0) at += 1;
    return at;
  }

  // A single test of four tokens is faster than four tests.
  function isWithoutTerm(tokens: Uint32Array, at: number): boolean {
    return (
      ((termOf[tokens[at] as number] as number) |
        (termOf[tokens[at + 1] as number] as number) |
        (termOf[tokens[at + 2] as number] as number) |
        (termOf[tokens[at + 3] as number] as number)) ===
      0
    );
  }

  return {
    nextHit,
    /** Number of the query term of a surface form, from 1; 0 without a term. */
    termOf,
    /** Weight of the surface form as an alternative of that term. */
    weightOf,
    /**
     * Replaces the terms in the table by the alternatives of these terms. A surface form of two terms belongs to the
     * term with the greater weight.
     */
    fill(terms: readonly QueryTerm[]): void {
      clear();
      filled = terms;
      for (let term = 0; term < terms.length; term++) {
        const { alternatives } = terms[term] as QueryTerm;
        for (let at = alternatives.length - 1; at >= 0; at--) {
          const { stem, weight } = alternatives[at] as QueryTerm['alternatives'][number];
          enter(stem, term + 1, weight);
        }
      }
    },
  };
}
export type TermTable = ReturnType<typeof createTermTable>;
