import type { ReadArray } from './arrays.ts';
import { FIELDS } from '../bm25f.ts';

/** The number of the family whose name is empty: front pages. */
export const NO_FAMILY = 0;

/** The arrays that nothing but this store needs. */
const ARRAYS: ReadonlySet<string> = new Set([
  'ids',
  'cityOf',
  'cities',
  'familyOf',
  'generalOf',
  'tokens',
  'bounds',
  'steps',
  'stepBounds',
  'postingPages',
  'postingImpacts',
  'bestImpacts',
]);
/** What the matcher counts in for every page. */
const BYTES_PER_PAGE = 16;

/** How much memory the store takes of an index with these arrays, and what is left of them without it. */
export function withoutMemoryIndex(sizes: ReadonlyMap<string, number>, pages: number) {
  const others = new Map([...sizes].filter(([name]) => !ARRAYS.has(name)));
  const total = (list: ReadonlyMap<string, number>) => [...list.values()].reduce((sum, size) => sum + size, 0);
  return { others, bytes: total(sizes) - total(others) + BYTES_PER_PAGE * pages };
}

/** Every word of every page as numbers (memory-index-writer.ts). Pages are numbers too, from 0, sorted by city and then by id. */
export function readMemoryIndex(read: ReadArray) {
  const ids = read('ids', Float64Array);
  const cityOf = read('cityOf', Uint16Array);
  const cities = Buffer.from(read('cities', Uint8Array)).toString().split('\n');
  const familyOf = read('familyOf', Uint32Array);
  const cityRanges = rangesOf(cityOf, cities);
  const generalPages = cityRanges.get('')?.to ?? 0;
  return {
    pages: ids.length,
    ids,
    familyOf,
    /** Pages before this one are of no city. */
    generalPages,
    /** For each page of a city, the general page of its family with the lowest id; -1 when there is none. */
    generalOf: read('generalOf', Int32Array),
    cityOf,
    cities,
    cityRanges,
    tokens: read('tokens', Uint32Array),
    bounds: read('bounds', Uint32Array),
    steps: read('steps', Uint8Array),
    stepBounds: read('stepBounds', Uint32Array),
    averages: read('averages', Float64Array),
    postingStarts: read('postingStarts', Uint32Array),
    postingPages: read('postingPages', Uint32Array),
    postingImpacts: read('postingImpacts', Uint8Array),
    bestImpacts: read('bestImpacts', Uint8Array),
    fields: FIELDS.length,
  };
}
export type MemoryIndex = ReturnType<typeof readMemoryIndex>;

/** Page numbers from `from` up to, not including, `to`. */
export type Range = { readonly from: number; readonly to: number };

function rangesOf(cityOf: Uint16Array, cities: readonly string[]): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  let from = 0;
  while (from < cityOf.length) {
    let to = from + 1;
    while (to < cityOf.length && cityOf[to] === cityOf[from]) to += 1;
    ranges.set(cities[cityOf[from] ?? 0] ?? '', { from, to });
    from = to;
  }
  return ranges;
}
