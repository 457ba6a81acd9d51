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
  const byStem = yield* surfacesByStem(stemOfSurface, stems.size);
  const surfacesOf = (stem: number): Uint32Array => byStem.surfaces.subarray(byStem.starts[stem], byStem.ends[stem]);
  const pagesOf = (surface: number): number => surfacePages[surface] ?? 0;

  /** Returns the surface form of a stem that most pages contain, among the accepted forms. */
  function mostFrequentForm(stem: number, accepts: (surface: number) => boolean = () => true): number | undefined {
    let most: number | undefined;
    for (const surface of surfacesOf(stem)) {
      const more = most === undefined ? pagesOf(surface) : pagesOf(surface) - pagesOf(most);
      if (more < 0 || pagesOf(surface) === 0 || !accepts(surface)) continue;
      if (more > 0 || most === undefined || surfaces.textOf(surface) < surfaces.textOf(most)) most = surface;
    }
    return most;
  }

  return {
    /** Number of stems, including stems without pages. */
    stems: stems.size,
    surfaces: stemOfSurface.length,
    /** Surface forms grouped by stem, with the range `[starts, ends)` of each stem. */
    byStem,
    /** Returns the surface forms of a stem, ascending, including forms without pages. */
    surfacesOf,
    mostFrequentForm,
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

// Groups surface forms by stem with a counting sort; yields between its passes.
function* surfacesByStem(stemOfSurface: Uint32Array, stems: number): Slices<SurfacesByStem> {
  const ends = new Uint32Array(stems);
  for (let at = 0; at < stemOfSurface.length; at++) {
    const stem = stemOfSurface[at] as number;
    ends[stem] = (ends[stem] as number) + 1;
  }
  yield;
  for (let stem = 1; stem < stems; stem++) ends[stem] = (ends[stem] as number) + (ends[stem - 1] as number);
  const starts = ends.slice();
  yield;
  const surfaces = new Uint32Array(stemOfSurface.length);
  for (let surface = surfaces.length - 1; surface >= 0; surface--) {
    const stem = stemOfSurface[surface] as number;
    const place = (starts[stem] as number) - 1;
    starts[stem] = place;
    surfaces[place] = surface;
  }
  return { surfaces, starts, ends };
}

type SurfacesByStem = { readonly surfaces: Uint32Array; readonly starts: Uint32Array; readonly ends: Uint32Array };

/** Reverses a string by code points. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
export type Lexicon = ReturnType<typeof readLexicon> extends Slices<infer Read> ? Read : never;
