import type { MemoryIndex, PageRange } from '../storage/memory-index.ts';
import type { Pass, QueryTerm } from '../types.ts';
import { lowerBound } from '../storage/typed-arrays.ts';

/** Scale of integer scores. Integers have the same sum in any order. */
export const SCORE_SCALE = 64;

// The part `[from, to)` of a posting list in a range of pages, and the factor of its impacts.
type PostingList = {
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly factor: number;
  // Maximum score that the list adds to a page.
  readonly bound: number;
};

/** The posting lists of a query term. */
export type TermPostings = {
  readonly lists: readonly PostingList[];
  /** True if several lists may contain the same page. */
  readonly overlap: boolean;
  readonly bound: number;
  readonly length: number;
};

/** Returns the ranges of page ordinals of a pass, ascending. */
export function rangesOf(index: MemoryIndex, { cities }: Pass): readonly PageRange[] {
  if (cities === undefined) return [{ from: 0, to: index.pages }];
  if ('only' in cities) return index.cityRanges.get(cities.only) ?? [];
  const ranges: PageRange[] = [];
  let from = 0;
  for (const left of index.cityRanges.get(cities.except) ?? []) {
    ranges.push({ from, to: left.from });
    from = left.to;
  }
  return [...ranges, { from, to: index.pages }];
}

/** Returns the posting lists of the terms of a pass, the highest bound first. */
export function postingsOf(index: MemoryIndex, pass: Pass, ranges: readonly PageRange[]): TermPostings[] {
  return pass.terms
    .map((term) => termPostings(index, term, ranges))
    .toSorted((a, b) => b.bound - a.bound || a.length - b.length);
}

function termPostings(index: MemoryIndex, term: QueryTerm, ranges: readonly PageRange[]): TermPostings {
  const lists = term.alternatives.flatMap(({ stem, weight }) => {
    const factor = Math.max(1, Math.round(SCORE_SCALE * weight * term.idf));
    return listsOf(index, stem, factor, ranges);
  });
  return {
    lists,
    overlap: term.alternatives.length > 1,
    bound: lists.reduce((most, list) => Math.max(most, list.bound), 0),
    length: lists.reduce((length, { from, to }) => length + to - from, 0),
  };
}

function listsOf(index: MemoryIndex, stem: number, factor: number, ranges: readonly PageRange[]): PostingList[] {
  return index.postings.flatMap(({ starts, pages, impacts, maxImpacts }) => {
    const from = starts[stem] ?? 0;
    const to = starts[stem + 1] ?? 0;
    if (from >= to) return [];
    const bound = factor * (maxImpacts[stem] ?? 0);
    return ranges.map((range) =>
      range.from === 0 && range.to === index.pages
        ? { pages, impacts, from, to, factor, bound }
        : {
            pages,
            impacts,
            from: lowerBound(pages, range.from, from, to),
            to: lowerBound(pages, range.to, from, to),
            factor,
            bound,
          },
    );
  });
}
