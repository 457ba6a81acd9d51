import { LONGEST_DELTA } from '../storage/offset-encoding.ts';
import type { Hit, PageTokens } from '../types.ts';
import type { TermTable } from './term-table.ts';

/** Returns the occurrences of the query terms in the body of a page, weighted by the idf of the term. */
export function locateHits(table: TermTable, idfs: readonly number[], page: PageTokens): Hit[] {
  const { termOf, weightOf } = table;
  const { tokens, ends, offsetDeltas, firstDelta } = page;
  const hits: Hit[] = [];
  let start = 0;
  let delta = firstDelta;
  for (let at = ends[1]; at < ends[2]; at++) {
    for (; offsetDeltas[delta] === LONGEST_DELTA; delta++) start += LONGEST_DELTA;
    start += offsetDeltas[delta++] as number;
    const surface = tokens[at] as number;
    const term = termOf[surface] as number;
    if (term === 0) continue;
    hits.push({ start, term, weight: (weightOf[surface] as number) * (idfs[term - 1] as number) });
  }
  return hits;
}
