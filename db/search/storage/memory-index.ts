import type { ReadArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';
import type { PageTokens } from '../types.ts';

/** The arrays that retrieval from the file does without. */
const MEMORY_ONLY: ReadonlySet<string> = new Set([
  'ids',
  'cityOf',
  'cities',
  'familyOf',
  'generalOf',
  'tokens',
  'fieldStarts',
  'offsetDeltas',
  'offsetDeltaStarts',
  'postingPages',
  'postingImpacts',
  'maxImpacts',
]);
/** Accumulators of the matcher. */
const BYTES_PER_PAGE = 16;

/** The memory that the memory index takes of these arrays, in bytes; all of the arrays, and those that are left without it. */
export function withoutMemoryIndex(sizes: ReadonlyMap<string, number>, pages: number) {
  const others = new Map([...sizes].filter(([name]) => !MEMORY_ONLY.has(name)));
  const total = (list: ReadonlyMap<string, number>) => [...list.values()].reduce((sum, size) => sum + size, 0);
  return { all: sizes, others, bytes: total(sizes) - total(others) + BYTES_PER_PAGE * pages };
}

/** Page table, inverted index and forward index (memory-index-writer.ts). Pages are ordinals, sorted by city and then by id. */
export function readMemoryIndex(read: ReadArray) {
  const ids = read('ids', Float64Array);
  const cityOf = read('cityOf', Uint16Array);
  const cities = Buffer.from(read('cities', Uint8Array)).toString().split('\n');
  const cityRanges = rangesOf(cityOf, cities);
  return {
    pages: ids.length,
    ids,
    familyOf: read('familyOf', Uint32Array),
    /** Pages before this one are of no city. */
    generalPages: cityRanges.get('')?.to ?? 0,
    /** For each page of a city, the general page of its family with the lowest id; -1 when there is none. */
    generalOf: read('generalOf', Int32Array),
    cityRanges,
    tokensOf: forwardIndex(read),
    postingStarts: read('postingStarts', Uint32Array),
    postingPages: read('postingPages', Uint32Array),
    postingImpacts: read('postingImpacts', Uint8Array),
    /** The greatest impact in the posting list of each stem. */
    maxImpacts: read('maxImpacts', Uint8Array),
  };
}
export type MemoryIndex = ReturnType<typeof readMemoryIndex>;

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

function rangesOf(cityOf: Uint16Array, cities: readonly string[]): ReadonlyMap<string, PageRange> {
  const ranges = new Map<string, PageRange>();
  let from = 0;
  while (from < cityOf.length) {
    let to = from + 1;
    while (to < cityOf.length && cityOf[to] === cityOf[from]) to += 1;
    ranges.set(cities[cityOf[from] ?? 0] ?? '', { from, to });
    from = to;
  }
  return ranges;
}
