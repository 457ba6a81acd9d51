import type { Slices } from '../../slices.ts';
import type { ReadArray } from './arrays.ts';
import { readStringTable } from './string-table.ts';

/** The lexicon of one index: surface forms and stems, by ordinal and by text, with their document frequencies. */
export function* readLexicon(read: ReadArray) {
  const surfaces = readStringTable('surfaces', read);
  const stems = readStringTable('stems', read);
  const endings = readStringTable('endings', read);
  const titlePages = read('titlePages', Uint32Array);
  const stemPages = read('stemPages', Uint32Array);
  const surfacePages = read('surfacePages', Uint32Array);
  const stemOfSurface = read('stemOfSurface', Uint32Array);
  const runs = yield* runsOf(stemOfSurface, stems.size);

  const surfacesOf = (stem: number): readonly SurfaceRange[] =>
    runs.map(({ starts }): SurfaceRange => [starts[stem] ?? 0, starts[stem + 1] ?? 0]).filter(isSome);
  const pagesOf = (surface: number): number => surfacePages[surface] ?? 0;

  return {
    /** The number of stems, with those that no page holds any more. */
    stems: stems.size,
    /** The number of surface forms. */
    surfaces: stemOfSurface.length,
    /** The surface forms of a stem, as ranges; some of them may be in no page any more. */
    surfacesOf,
    /** The surface forms of a stem that some page holds, the most frequent first. */
    formsOf: (stem: number): readonly number[] =>
      surfacesOf(stem)
        .flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
        .filter((surface) => pagesOf(surface) > 0)
        .toSorted((a, b) => pagesOf(b) - pagesOf(a) || (surfaces.textOf(a) < surfaces.textOf(b) ? -1 : 1)),
    surfaceOrdinal: (surface: string): number | undefined => surfaces.ordinalOf(surface),
    surfaceText: (surface: number): string => surfaces.textOf(surface),
    stemOfSurface: (surface: number): number | undefined => stemOfSurface[surface],
    /** Document frequency of a surface form. */
    surfacePages: pagesOf,
    stemOrdinal: (stem: string): number | undefined => stems.ordinalOf(stem),
    /** Stems that begin with a text. */
    stemsWithPrefix: (text: string, most: number): readonly number[] => stems.withPrefix(text, most),
    /** Stems that end with a text, in languages of compounds. */
    stemsWithEnding: (text: string, most: number): readonly number[] => endings.withPrefix(reversed(text), most),
    stemText: (stem: number): string => stems.textOf(stem),
    /** The number of pages that hold a stem in their title. */
    titlePages: (stem: number): number => titlePages[stem] ?? 0,
    /** Document frequency of a stem. */
    stemPages: (stem: number): number => stemPages[stem] ?? 0,
  };
}

/** Ordinals of surface forms, from the first up to, not including, the last. */
export type SurfaceRange = readonly [from: number, to: number];

const isSome = ([from, to]: SurfaceRange) => from < to;

/** Surface forms between two turns of the event loop. */
const SLICE = 2 ** 15;

/** For each run of surface forms that is sorted by stem, the first surface form of each stem: one run, two with those of a delta. */
function* runsOf(stemOfSurface: Uint32Array, stems: number): Slices<readonly { readonly starts: Uint32Array }[]> {
  const runs: { readonly starts: Uint32Array }[] = [];
  let to = stemOfSurface.length;
  while (to > 0) {
    const starts = new Uint32Array(stems + 1);
    let from = to;
    let stem = stems;
    do {
      from -= 1;
      const next = stemOfSurface[from] as number;
      // Most stems have a surface form or two: a loop costs less than a call for each.
      for (; stem > next; stem--) starts[stem] = from + 1;
      if (from % SLICE === 0) yield;
    } while (from > 0 && (stemOfSurface[from - 1] as number) <= stem);
    for (; stem >= 0; stem--) starts[stem] = from;
    runs.unshift({ starts });
    to = from;
  }
  return runs;
}

/** A text from its end to its beginning, by code points. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
export type Lexicon = ReturnType<typeof readLexicon> extends Slices<infer Read> ? Read : never;
