import type { Slices } from '../../slices.ts';
import type { ReadArray } from './arrays.ts';
import { readStringTable } from './string-table.ts';

/**
 * Reads the lexicon of an index: surface forms and stems by ordinal and by text, with document frequencies. Yields
 * while it reads.
 */
export function* readLexicon(read: ReadArray) {
  const surfaces = readStringTable('surfaces', read);
  const stems = readStringTable('stems', read);
  const endings = readStringTable('endings', read);
  const titlePages = read('titlePages', Uint32Array);
  const stemPages = read('stemPages', Uint32Array);
  const surfacePages = read('surfacePages', Uint32Array);
  const stemOfSurface = read('stemOfSurface', Uint32Array);
  const runs = yield* runsOf(stemOfSurface, stems.size);

  function surfacesOf(stem: number): readonly SurfaceRange[] {
    const ranges: SurfaceRange[] = [];
    for (const starts of runs) {
      const [from, to] = [starts[stem] ?? 0, starts[stem + 1] ?? 0];
      if (from < to) ranges.push([from, to]);
    }
    return ranges;
  }

  const pagesOf = (surface: number): number => surfacePages[surface] ?? 0;

  return {
    /** Number of stems, including stems without pages. */
    stems: stems.size,
    surfaces: stemOfSurface.length,
    /** Returns ranges of the surface forms of a stem, including forms without pages. */
    surfacesOf,
    /** Returns the surface forms of a stem that have pages, the most frequent first. */
    formsOf: (stem: number): readonly number[] =>
      surfacesOf(stem)
        .flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
        .filter((surface) => pagesOf(surface) > 0)
        .toSorted((a, b) => pagesOf(b) - pagesOf(a) || (surfaces.textOf(a) < surfaces.textOf(b) ? -1 : 1)),
    surfaceOrdinal: (surface: string): number | undefined => surfaces.ordinalOf(surface),
    surfaceText: (surface: number): string => surfaces.textOf(surface),
    surfacePages: pagesOf,
    stemOrdinal: (stem: string): number | undefined => stems.ordinalOf(stem),
    /** Returns at most `most` stems with a prefix. */
    stemsWithPrefix: (text: string, most: number): readonly number[] => stems.withPrefix(text, most),
    /** Returns at most `most` stems with a suffix; empty without compounds. */
    stemsWithEnding: (text: string, most: number): readonly number[] => endings.withPrefix(reversed(text), most),
    stemText: (stem: number): string => stems.textOf(stem),
    /** Returns the number of pages with a stem in the title. */
    titlePages: (stem: number): number => titlePages[stem] ?? 0,
    stemPages: (stem: number): number => stemPages[stem] ?? 0,
  };
}

/** Ordinals of surface forms `[from, to)`. */
export type SurfaceRange = readonly [from: number, to: number];

// Surface forms between two yields.
const SLICE = 2 ** 15;

// Returns the first surface form of each stem, for each run of surface forms that is sorted by stem. An index has a
// single run, a delta two.
function* runsOf(stemOfSurface: Uint32Array, stems: number): Slices<readonly Uint32Array[]> {
  const runs: Uint32Array[] = [];
  let to = stemOfSurface.length;
  while (to > 0) {
    const starts = new Uint32Array(stems + 1);
    let from = to;
    let stem = stems;
    do {
      from -= 1;
      const next = stemOfSurface[from] as number;
      // Most stems have one or two surface forms: a loop costs less than a call of `fill`.
      for (; stem > next; stem--) starts[stem] = from + 1;
      if (from % SLICE === 0) yield;
    } while (from > 0 && (stemOfSurface[from - 1] as number) <= stem);
    for (; stem >= 0; stem--) starts[stem] = from;
    runs.unshift(starts);
    to = from;
  }
  return runs;
}

/** Reverses a string by code points. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
export type Lexicon = ReturnType<typeof readLexicon> extends Slices<infer Read> ? Read : never;
