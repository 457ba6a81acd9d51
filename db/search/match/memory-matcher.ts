import { MAX_IMPACT } from '../bm25f.ts';
import type { MemoryIndex, PageRange } from '../storage/memory-index.ts';
import { NO_FAMILY } from '../storage/page-table.ts';
import type { Match, Matcher, Pass } from '../types.ts';
import { createAccumulator } from './accumulator.ts';
import { binarySearch } from './binary-search.ts';
import { postingsOf, rangesOf, SCORE_SCALE } from './posting-lists.ts';
import { createTopK, type Keyed } from './top-k.ts';

/** Added to the key of pages that hold all the terms: above every score. */
const ALL_TERMS = 2 ** 28;

/**
 * The first stage in memory: the best matches by the sum of quantized impacts, term after term, the one with the highest
 * bound first. Once the terms that are left cannot lift a page without any of the others into the answer, only
 * candidates are scored (MaxScore). Exact: pruning never changes the answer.
 */
export function createMemoryMatcher(index: MemoryIndex): Matcher {
  const { postings, ids } = index;
  const accumulator = createAccumulator(index);
  const { scores, counts } = accumulator;
  const best = createTopK(ids);

  /** Scores the candidates of a pass; returns the number of its required terms. */
  function score(pass: Pass, ranges: readonly PageRange[], limit: number): number {
    const terms = postingsOf(index, pass, ranges);
    let remaining = terms.reduce((sum, { bound }) => sum + bound, 0);
    let requiredTerms = 0;
    for (const [at, term] of terms.entries()) {
      if (requiredTerms > 0 && accumulator.size() > 2 * limit && term.length > 2 * limit) {
        accumulator.prune(limit, remaining, requiredTerms);
      }
      accumulator.add(term, at + 1);
      remaining -= term.bound;
      if (term.required) requiredTerms += 1;
    }
    return requiredTerms;
  }

  /** The first `limit` matches of a pass, best first; ties by id. */
  function match(pass: Pass, limit: number): Match[] {
    const ranges = rangesOf(index, pass);
    const requiredTerms = score(pass, ranges, limit);
    const candidates = accumulator.candidates();
    best.reset(Math.min(limit, candidates.length));
    for (let at = 0; at < candidates.length; at++) {
      const page = candidates[at] as number;
      best.offer(page, (scores[page] as number) + (counts[page] === requiredTerms ? ALL_TERMS : 0));
    }
    const matches = best.take();
    if (pass.everyPage && matches.length < limit) {
      addUnscored(matches, ranges, limit, requiredTerms === 0 ? ALL_TERMS : 0);
    }
    accumulator.clear();
    return matches.map(({ page, key }) => {
      const hasAllTerms = key >= ALL_TERMS;
      return { page, hasAllTerms, firstStageScore: (hasAllTerms ? key - ALL_TERMS : key) / (SCORE_SCALE * MAX_IMPACT) };
    });
  }

  /** Pages without any of the terms come last, in the order of pages. */
  function addUnscored(matches: Keyed[], ranges: readonly PageRange[], limit: number, key: number): void {
    const missing = limit - matches.length;
    const unscored = ranges.flatMap(({ from, to }) => {
      const found: number[] = [];
      for (let page = from; page < to && found.length < missing; page++) if (scores[page] === 0) found.push(page);
      return found;
    });
    for (const page of unscored.toSorted(index.compare).slice(0, missing)) matches.push({ page, key });
  }

  function holds(pass: Pass, page: number): boolean | undefined {
    const held = pass.terms.filter(({ alternatives }) =>
      alternatives.some(({ stem }) =>
        postings.some(({ starts, pages }) => binarySearch(pages, page, starts[stem] ?? 0, starts[stem + 1] ?? 0) >= 0),
      ),
    ).length;
    return held === 0 && !pass.everyPage ? undefined : held === pass.terms.length;
  }

  function services(): readonly number[] {
    const gone = new Set(index.replaced);
    const held = index.generalOf.filter((general, page) => general >= 0 && !gone.has(page));
    return [...new Set(held)].toSorted((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
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
    services,
    tokensOf: index.tokensOf,
    idOf: (page) => ids[page] ?? 0,
  };
}
