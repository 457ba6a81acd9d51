import { MAX_IMPACT } from '../bm25f.ts';
import type { MemoryIndex, PageRange } from '../storage/memory-index.ts';
import { NO_FAMILY } from '../storage/page-table.ts';
import type { Match, Matcher, Pass } from '../types.ts';
import { createAccumulator } from './accumulator.ts';
import { binarySearch } from '../storage/typed-arrays.ts';
import { postingsOf, rangesOf, SCORE_SCALE } from './posting-lists.ts';
import { createTopK, type Keyed } from './top-k.ts';

/**
 * Creates the first stage in memory: sums quantized impacts term by term, the term with the highest bound first.
 * MaxScore: if the remaining terms cannot lift a new page into the result, only candidates are scored. Exact: pruning
 * never changes the result.
 */
export function createMemoryMatcher(index: MemoryIndex): Matcher {
  const { postings, ids } = index;
  const accumulator = createAccumulator(index);
  const { scores } = accumulator;
  const best = createTopK(ids);

  function score(pass: Pass, ranges: readonly PageRange[], limit: number): void {
    const terms = postingsOf(index, pass, ranges);
    let remaining = terms.reduce((sum, { bound }) => sum + bound, 0);
    for (const [at, term] of terms.entries()) {
      if (accumulator.size() > 2 * limit && term.length > 2 * limit) accumulator.prune(limit, remaining);
      accumulator.add(term, at + 1);
      remaining -= term.bound;
    }
  }

  // Returns the first `limit` matches of a pass, best first; ties are ordered by id.
  function match(pass: Pass, limit: number): Match[] {
    const ranges = rangesOf(index, pass);
    score(pass, ranges, limit);
    const candidates = accumulator.candidates();
    best.reset(Math.min(limit, candidates.length));
    for (let at = 0; at < candidates.length; at++) {
      const page = candidates[at] as number;
      best.offer(page, scores[page] as number);
    }
    const matches = best.take();
    if (pass.everyPage && matches.length < limit) addUnscored(matches, ranges, limit);
    accumulator.clear();
    return matches.map(({ page, key }) => ({ page, firstStageScore: key / (SCORE_SCALE * MAX_IMPACT) }));
  }

  // Pages without a term come last, by city and id.
  function addUnscored(matches: Keyed[], ranges: readonly PageRange[], limit: number): void {
    const missing = limit - matches.length;
    const unscored = ranges.flatMap(({ from, to }) => {
      const found: number[] = [];
      for (let page = from; page < to && found.length < missing; page++) if (scores[page] === 0) found.push(page);
      return found;
    });
    for (const page of unscored.toSorted(index.compare).slice(0, missing)) matches.push({ page, key: 0 });
  }

  function holds({ terms, everyPage }: Pass, page: number): boolean {
    if (everyPage) return true;
    return terms.some(({ alternatives }) =>
      alternatives.some(({ stem }) =>
        postings.some(({ starts, pages }) => binarySearch(pages, page, starts[stem] ?? 0, starts[stem + 1] ?? 0) >= 0),
      ),
    );
  }

  return {
    match,
    holds,
    groupOf: (page) => ({
      family: index.familyOf[page] ?? NO_FAMILY,
      isCopy: index.isOfCity(page),
      isLanding: index.familyOf[page] === NO_FAMILY,
      general: (index.generalOf[page] ?? -1) < 0 ? undefined : index.generalOf[page],
    }),
    tokensOf: index.tokensOf,
    idOf: (page) => ids[page] ?? 0,
  };
}
