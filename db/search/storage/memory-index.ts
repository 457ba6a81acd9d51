import type { ReadArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';
import type { PageTokens } from '../types.ts';

// Arrays of a segment: forward index and inverted index of the pages of a file.
const OF_SEGMENT = [
  'tokens',
  'fieldStarts',
  'offsetDeltas',
  'offsetDeltaStarts',
  'postingStarts',
  'postingPages',
  'postingImpacts',
] as const;
// Arrays that retrieval from the file does not read.
const MEMORY_ONLY: ReadonlySet<string> = new Set([
  ...OF_SEGMENT,
  'ids',
  'cityOf',
  'cities',
  'familyOf',
  'generalOf',
  'replacedPages',
]);
// An array that only servers of 1.1.0 read.
const UNREAD = 'maxImpacts';
// Accumulators of the matcher.
const BYTES_PER_PAGE = 9;

/** Returns the bytes of the memory index, all arrays in memory, and the remaining arrays if the mode is `file`. */
export function withoutMemoryIndex(sizes: ReadonlyMap<string, number>, pages: number) {
  const all = new Map([...sizes].filter(([name]) => name !== UNREAD));
  const others = new Map([...all].filter(([name]) => !MEMORY_ONLY.has(name)));
  const total = (list: ReadonlyMap<string, number>) => [...list.values()].reduce((sum, size) => sum + size, 0);
  return { all, others, bytes: total(all) - total(others) + BYTES_PER_PAGE * pages };
}

/** Returns the arrays that an index reads from its base: segment arrays, and arrays that the index does not replace. */
export function arraysFromBase(base: ReadonlyMap<string, number>, own: ReadonlyMap<string, number>) {
  const ofSegment = new Set<string>(OF_SEGMENT);
  return new Map([...base].filter(([name]) => ofSegment.has(name) || !own.has(name)));
}

/** Arrays of an index; with a base, the pages of the index follow the pages of the base. */
export type ArraysOfIndex = { readonly own: ReadArray; readonly base?: ReadArray | undefined };

/**
 * Reads page table, inverted index and forward index (index-arrays.ts). Pages are ordinals, sorted by city, then
 * by id, in each segment.
 */
export function readMemoryIndex({ own, base }: ArraysOfIndex) {
  const ids = own('ids', Float64Array);
  const cityOf = own('cityOf', Uint16Array);
  const cities = Buffer.from(own('cities', Uint8Array)).toString().split('\n');
  const segments = [...(base ? [base] : []), own].map((read) => ({
    postings: readPostings(read),
    tokensOf: forwardIndex(read),
    pages: pagesOf(read),
  }));
  const firstOwn = base ? pagesOf(base) : 0;
  const [first, second] = segments;
  const noCity = cities.indexOf('');

  // Compares pages by city, then by id.
  function compare(a: number, b: number): number {
    const [cityOfA, cityOfB] = [cities[cityOf[a] ?? 0] ?? '', cities[cityOf[b] ?? 0] ?? ''];
    if (cityOfA !== cityOfB) return cityOfA < cityOfB ? -1 : 1;
    return (ids[a] ?? 0) - (ids[b] ?? 0);
  }

  return {
    pages: ids.length,
    ids,
    familyOf: own('familyOf', Uint32Array),
    isOfCity: (page: number): boolean => cityOf[page] !== noCity,
    /** General page with the lowest id in the family of each city page; -1 without. */
    generalOf: own('generalOf', Int32Array),
    /** Pages of the base that are deleted or changed. */
    replaced: own('replacedPages', Uint32Array),
    cityRanges: rangesOf(cityOf, cities, firstOwn),
    compare,
    tokensOf: (page: number): PageTokens =>
      second && page >= firstOwn ? second.tokensOf(page - firstOwn) : (first?.tokensOf(page) ?? NO_TOKENS),
    postings: segments.map(({ postings }) => postings),
  };
}
export type MemoryIndex = ReturnType<typeof readMemoryIndex>;

const NO_TOKENS: PageTokens = {
  tokens: new Uint32Array(0),
  start: 0,
  ends: [0, 0, 0],
  offsetDeltas: new Uint8Array(0),
  firstDelta: 0,
};

const pagesOf = (read: ReadArray): number => Math.max(0, (read('fieldStarts', Uint32Array).length - 1) / FIELDS.length);

function readPostings(read: ReadArray) {
  return {
    starts: read('postingStarts', Uint32Array),
    pages: read('postingPages', Uint32Array),
    impacts: read('postingImpacts', Uint8Array),
  };
}

function forwardIndex(read: ReadArray): (page: number) => PageTokens {
  const tokens = read('tokens', Uint32Array);
  const fieldStarts = read('fieldStarts', Uint32Array);
  const offsetDeltas = read('offsetDeltas', Uint8Array);
  const offsetDeltaStarts = read('offsetDeltaStarts', Uint32Array);
  return (page) => {
    const startOf = (field: number) => fieldStarts[page * FIELDS.length + field] ?? 0;
    return {
      tokens,
      start: startOf(0),
      ends: [startOf(1), startOf(2), startOf(3)],
      offsetDeltas,
      firstDelta: offsetDeltaStarts[page] ?? 0,
    };
  };
}

/** Page ordinals `[from, to)`. */
export type PageRange = { readonly from: number; readonly to: number };

// A city has a range of pages in each segment.
function rangesOf(
  cityOf: Uint16Array,
  cities: readonly string[],
  firstOwn: number,
): ReadonlyMap<string, readonly PageRange[]> {
  const ranges = new Map<string, PageRange[]>();
  let from = 0;
  while (from < cityOf.length) {
    let to = from + 1;
    while (to < cityOf.length && to !== firstOwn && cityOf[to] === cityOf[from]) to += 1;
    const city = cities[cityOf[from] ?? 0] ?? '';
    ranges.set(city, [...(ranges.get(city) ?? []), { from, to }]);
    from = to;
  }
  return ranges;
}
