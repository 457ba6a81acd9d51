import { MAX_IMPACT } from '../bm25f.ts';
import type { MemoryIndex, PageRange } from '../storage/memory-index.ts';
import { NO_FAMILY } from '../storage/page-table.ts';
import { binarySearch, lowerBound } from '../storage/typed-arrays.ts';
import type { Match, Matcher, Pass, QueryTerm } from '../types.ts';

// Scale of integer scores. Integers have the same sum in any order.
const SCORE_SCALE = 64;

// Size of the heap that is allocated once; greater heaps are allocated for each query.
const SMALL = 64;

// Score of a replaced page. It never becomes 0, so the page never becomes a candidate.
const HIDDEN = -(2 ** 30);

/**
 * Creates the first stage in memory: sums the quantized impacts of every posting of the terms, and selects the best
 * pages with a heap.
 */
export function createMemoryMatcher(index: MemoryIndex): Matcher {
  const { postings, ids, pages, replaced } = index;
  // Scores of the pages; 0 for a page that is not a candidate.
  const scores = new Int32Array(pages);
  // Number of the last term that a page was counted for, because several alternatives of a term may match it.
  const lastTerms = new Uint8Array(pages);
  const candidates = new Uint32Array(pages);
  let count = 0;
  const smallHeap = new Uint32Array(SMALL);
  const allPages: readonly PageRange[] = [{ from: 0, to: pages }];
  // The pass of the current scores. They remain until the next pass.
  let scored: Pass | undefined;
  hideReplaced();

  function hideReplaced(): void {
    for (let at = 0; at < replaced.length; at++) scores[replaced[at] as number] = HIDDEN;
  }

  // Returns the first `limit` matches of a pass, best first; ties are ordered by id.
  function match(pass: Pass, limit: number): Match[] {
    const ranges = rangesOf(pass);
    if (scored !== pass) accumulate(pass, ranges);
    const matches = bestOf(limit, allPages);
    if (pass.everyPage && matches.length < limit) addUnscored(matches, ranges, limit - matches.length);
    return matches;
  }

  function matchGeneral(pass: Pass, limit: number): Match[] {
    if (scored !== pass) accumulate(pass, rangesOf(pass));
    return bestOf(limit, index.cityRanges.get('') ?? []);
  }

  function accumulate(pass: Pass, ranges: readonly PageRange[]): void {
    const { terms } = pass;
    clear();
    scored = pass;
    for (let term = 0; term < terms.length; term++) addTerm(terms[term] as QueryTerm, term + 1, ranges);
  }

  // Returns the best candidates in ranges, with a heap that has the worst of them on top.
  function bestOf(limit: number, ranges: readonly PageRange[]): Match[] {
    const heap = limit > SMALL ? new Uint32Array(Math.min(limit, count)) : smallHeap;
    const most = Math.min(limit, count);
    let size = 0;
    let least = 0;
    for (const { from, to } of ranges) {
      for (let at = 0; at < count; at++) {
        const page = candidates[at] as number;
        if (page < from || page >= to) continue;
        if (size < most) {
          heap[size++] = page;
          if (size < most) continue;
          heapify(heap, size);
        } else {
          if ((scores[page] as number) < least || !isBefore(page, heap[0] as number)) continue;
          heap[0] = page;
          sink(heap, 0, size);
        }
        least = scores[heap[0] as number] as number;
      }
    }
    if (size < most) heapify(heap, size);
    return sorted(heap, size);
  }

  // Removes the worst page of a heap until it is empty, and returns the pages, best first.
  function sorted(heap: Uint32Array, size: number): Match[] {
    for (let end = size - 1; end > 0; end--) {
      const page = heap[end] as number;
      heap[end] = heap[0] as number;
      heap[0] = page;
      sink(heap, 0, end);
    }
    const matches: Match[] = [];
    for (let at = 0; at < size; at++) {
      const page = heap[at] as number;
      matches.push({ page, firstStageScore: (scores[page] as number) / (SCORE_SCALE * MAX_IMPACT) });
    }
    return matches;
  }

  // Adds the impacts of a term, numbered from 1. The heaviest alternative in a page counts.
  function addTerm({ alternatives, idf }: QueryTerm, term: number, ranges: readonly PageRange[]): void {
    const number = alternatives.length > 1 ? term : 0;
    for (const { stem, weight } of alternatives) {
      const factor = Math.max(1, Math.round(SCORE_SCALE * weight * idf));
      for (const segment of postings) {
        const start = segment.starts[stem] ?? 0;
        const end = segment.starts[stem + 1] ?? 0;
        for (const range of ranges) {
          const from = range.from === 0 ? start : lowerBound(segment.pages, range.from, start, end);
          const to = range.to === pages ? end : lowerBound(segment.pages, range.to, from, end);
          addPostings(segment, from, to, factor, number);
        }
      }
    }
  }

  function addPostings(
    { pages: list, impacts }: MemoryIndex['postings'][number],
    from: number,
    to: number,
    factor: number,
    number: number,
  ): void {
    // A local variable costs less in the loop than the variable of the closure.
    let last = count;
    for (let at = from; at < to; at++) {
      const page = list[at] as number;
      if (number > 0) {
        if (lastTerms[page] === number) continue;
        lastTerms[page] = number;
      }
      const score = scores[page] as number;
      if (score === 0) candidates[last++] = page;
      scores[page] = score + (impacts[at] as number) * factor;
    }
    count = last;
  }

  function isBefore(a: number, b: number): boolean {
    const difference = (scores[a] as number) - (scores[b] as number);
    return difference === 0 ? (ids[a] as number) < (ids[b] as number) : difference > 0;
  }

  function heapify(heap: Uint32Array, size: number): void {
    for (let at = (size >> 1) - 1; at >= 0; at--) sink(heap, at, size);
  }

  function sink(heap: Uint32Array, from: number, size: number): void {
    const page = heap[from] as number;
    let at = from;
    for (let child = 2 * at + 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBefore(heap[child] as number, heap[child + 1] as number)) child += 1;
      if (isBefore(heap[child] as number, page)) break;
      heap[at] = heap[child] as number;
      at = child;
    }
    heap[at] = page;
  }

  function clear(): void {
    for (let at = 0; at < count; at++) {
      const page = candidates[at] as number;
      scores[page] = 0;
      lastTerms[page] = 0;
    }
    count = 0;
    hideReplaced();
  }

  // Pages without a term come last, by city and id.
  function addUnscored(matches: Match[], ranges: readonly PageRange[], missing: number): void {
    const unscored = ranges.flatMap(({ from, to }) => {
      const found: number[] = [];
      for (let page = from; page < to && found.length < missing; page++) if (scores[page] === 0) found.push(page);
      return found;
    });
    for (const page of unscored.toSorted(index.compare).slice(0, missing)) matches.push({ page, firstStageScore: 0 });
  }

  // Returns the ranges of page ordinals of a pass, ascending.
  function rangesOf({ cities }: Pass): readonly PageRange[] {
    if (cities === undefined) return allPages;
    if ('only' in cities) return index.cityRanges.get(cities.only) ?? [];
    const ranges: PageRange[] = [];
    let from = 0;
    for (const left of index.cityRanges.get(cities.except) ?? []) {
      ranges.push({ from, to: left.from });
      from = left.to;
    }
    return [...ranges, { from, to: pages }];
  }

  function holds({ terms, everyPage }: Pass, page: number): boolean {
    if (everyPage) return true;
    return terms.some(({ alternatives }) =>
      alternatives.some(({ stem }) =>
        postings.some(
          (list) => binarySearch(list.pages, page, list.starts[stem] ?? 0, list.starts[stem + 1] ?? 0) >= 0,
        ),
      ),
    );
  }

  return {
    match,
    matchGeneral,
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
