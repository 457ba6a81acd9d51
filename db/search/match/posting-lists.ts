import type { MemoryIndex, PageRange } from '../storage/memory-index.ts';
import type { Pass, QueryTerm } from '../types.ts';
import { lowerBound } from './binary-search.ts';

/** Scores are integers, so that they add up to the same sum in any order: weights are scaled by this and rounded. */
export const SCORE_SCALE = 64;

/** The part of a posting list within one range of pages: places `[from, to)`, the factor of its impacts, and its bound. */
type PostingList = {
  readonly pages: Uint32Array;
  readonly impacts: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly factor: number;
  /** The most that it can add to the score of a page. */
  readonly bound: number;
};

/** The posting lists of one query term. */
export type TermPostings = {
  readonly lists: readonly PostingList[];
  /** True when a page may be in several of the lists. */
  readonly overlap: boolean;
  readonly bound: number;
  readonly length: number;
};

/** The ranges of page ordinals that a pass is restricted to, in ascending order. */
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

/** The posting lists of the terms of a pass in the order in which they are scored: highest bound first. */
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
