import type { ReadArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';
import type { PageTokens } from '../types.ts';

/** The arrays of a segment: forward index and inverted index of the pages of one file. */
const OF_SEGMENT = [
  'tokens',
  'fieldStarts',
  'offsetDeltas',
  'offsetDeltaStarts',
  'postingStarts',
  'postingPages',
  'postingImpacts',
  'maxImpacts',
] as const;
/** The arrays that retrieval from the file does without. */
const MEMORY_ONLY: ReadonlySet<string> = new Set([
  ...OF_SEGMENT,
  'ids',
  'cityOf',
  'cities',
  'familyOf',
  'generalOf',
  'replacedPages',
]);
/** The arrays that only deltas are made with. */
const FOR_DELTAS: ReadonlySet<string> = new Set(['spellingOfSurface', 'spellingOfStem']);
/** Accumulators of the matcher. */
const BYTES_PER_PAGE = 16;

/** The memory that the memory index takes of these arrays, in bytes; all of the arrays, and those that are left without it. */
export function withoutMemoryIndex(sizes: ReadonlyMap<string, number>, pages: number) {
  const all = new Map([...sizes].filter(([name]) => !FOR_DELTAS.has(name)));
  const others = new Map([...all].filter(([name]) => !MEMORY_ONLY.has(name)));
  const total = (list: ReadonlyMap<string, number>) => [...list.values()].reduce((sum, size) => sum + size, 0);
  return { all, others, bytes: total(all) - total(others) + BYTES_PER_PAGE * pages };
}

/** The arrays that an index with a base reads from it: those of its segment for the memory index, and those that it has none of its own of. */
export function arraysFromBase(base: ReadonlyMap<string, number>, own: ReadonlyMap<string, number>) {
  const ofSegment = new Set<string>(OF_SEGMENT);
  return new Map([...base].filter(([name]) => ofSegment.has(name) || !own.has(name)));
}

/** An index without a base is one segment. With one, the pages of its own come after those of the base. */
export type ArraysOfIndex = { readonly own: ReadArray; readonly base?: ReadArray | undefined };

/** Page table, inverted index and forward index (memory-index-writer.ts). Pages are ordinals, sorted by city and then by id in each segment. */
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

  /** Before 0 when the first page comes before the second: by city and then by id. */
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
    /** For each page of a city, the general page of its family with the lowest id; -1 when there is none. */
    generalOf: own('generalOf', Int32Array),
    /** Pages of the base that are gone, or in another version among the index's own. */
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

/** The inverted index of a segment: for each stem its posting list. */
function readPostings(read: ReadArray) {
  return {
    starts: read('postingStarts', Uint32Array),
    pages: read('postingPages', Uint32Array),
    impacts: read('postingImpacts', Uint8Array),
    /** The greatest impact in the posting list of each stem. */
    maxImpacts: read('maxImpacts', Uint8Array),
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

/** Page ordinals from `from` up to, not including, `to`. */
export type PageRange = { readonly from: number; readonly to: number };

/** The pages of each city: a range in each segment. */
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
