import type { ReadArray } from './arrays.ts';
import { readStringTable } from './string-table.ts';

/** The words of one index: every surface form and every stem, by number and by text, with how many pages hold it. */
export function readLexicon(read: ReadArray) {
  const surfaces = readStringTable('surfaces', read);
  const stems = readStringTable('stems', read);
  const starts = read('postingStarts', Uint32Array);

  // Surface forms are sorted by their stems.
  const stemOfSurface = read('stemOfSurface', Uint32Array);
  const surfaceStarts = new Uint32Array(stems.size + 1);
  for (let surface = stemOfSurface.length - 1; surface >= 0; surface--) {
    surfaceStarts[stemOfSurface[surface] as number] = surface;
  }
  surfaceStarts[stems.size] = stemOfSurface.length;

  return {
    stemOfSurface,
    surfaces: stemOfSurface.length,
    /** The surface forms of a stem: from the first up to, not including, the last. */
    surfacesOf: (stem: number): readonly [from: number, to: number] => [
      surfaceStarts[stem] ?? 0,
      surfaceStarts[stem + 1] ?? 0,
    ],
    surfacePages: read('surfacePages', Uint32Array),
    surfaceNumber: (surface: string): number | undefined => surfaces.numberOf(surface),
    surfaceText: (surface: number): string => surfaces.textOf(surface),
    stemNumber: (stem: string): number | undefined => stems.numberOf(stem),
    stemText: (stem: number): string => stems.textOf(stem),
    /** How many pages hold a stem. */
    stemPages: (stem: number): number => (starts[stem + 1] ?? 0) - (starts[stem] ?? 0),
  };
}
export type Lexicon = ReturnType<typeof readLexicon>;
