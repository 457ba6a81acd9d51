import type { ReadArray } from './arrays.ts';
import { readStringTable } from './string-table.ts';

/** The lexicon of one index: surface forms and stems, by ordinal and by text, with their document frequencies. */
export function readLexicon(read: ReadArray) {
  const surfaces = readStringTable('surfaces', read);
  const stems = readStringTable('stems', read);
  const endings = readStringTable('endings', read);
  const titlePages = read('titlePages', Uint32Array);
  const postingStarts = read('postingStarts', Uint32Array);
  const surfacePages = read('surfacePages', Uint32Array);

  // Surface forms are sorted by their stems.
  const stemOfSurface = read('stemOfSurface', Uint32Array);
  const surfaceStarts = new Uint32Array(stems.size + 1);
  for (let surface = stemOfSurface.length - 1; surface >= 0; surface--) {
    surfaceStarts[stemOfSurface[surface] as number] = surface;
  }
  surfaceStarts[stems.size] = stemOfSurface.length;

  return {
    /** The number of stems. */
    stems: stems.size,
    /** The number of surface forms. */
    surfaces: stemOfSurface.length,
    /** The surface forms of a stem: from the first up to, not including, the last. */
    surfacesOf: (stem: number): readonly [from: number, to: number] => [
      surfaceStarts[stem] ?? 0,
      surfaceStarts[stem + 1] ?? 0,
    ],
    surfaceOrdinal: (surface: string): number | undefined => surfaces.ordinalOf(surface),
    surfaceText: (surface: number): string => surfaces.textOf(surface),
    stemOfSurface: (surface: number): number | undefined => stemOfSurface[surface],
    /** Document frequency of a surface form. */
    surfacePages: (surface: number): number => surfacePages[surface] ?? 0,
    stemOrdinal: (stem: string): number | undefined => stems.ordinalOf(stem),
    /** Stems that begin with a text. */
    stemsWithPrefix: (text: string, most: number): readonly number[] => stems.withPrefix(text, most),
    /** Stems that end with a text, in languages of compounds. */
    stemsWithEnding: (text: string, most: number): readonly number[] => endings.withPrefix(reversed(text), most),
    stemText: (stem: number): string => stems.textOf(stem),
    /** The number of pages that hold a stem in their title. */
    titlePages: (stem: number): number => titlePages[stem] ?? 0,
    /** Document frequency of a stem: the length of its posting list. */
    stemPages: (stem: number): number => (postingStarts[stem + 1] ?? 0) - (postingStarts[stem] ?? 0),
  };
}
/** A text from its end to its beginning, by code points. */
export function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
export type Lexicon = ReturnType<typeof readLexicon>;
