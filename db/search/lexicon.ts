import type { ReadArray } from './arrays.ts';

/** The words of one index: every surface form and every stem, by number and by text, with how many pages hold it. */
export function readLexicon(read: ReadArray) {
  const surfaces = lines(read('surfaces', Uint8Array));
  const stems = lines(read('stems', Uint8Array));
  const stemOfSurface = read('stemOfSurface', Uint32Array);
  const surfacePages = read('surfacePages', Uint32Array);
  const starts = read('postingStarts', Uint32Array);
  const surfaceNumbers = new Map(surfaces.map((surface, number) => [surface, number]));
  const stemNumbers = new Map(stems.map((stem, number) => [stem, number]));

  return {
    surfaces,
    stems,
    stemOfSurface,
    surfacePages,
    surfaceNumber: (surface: string): number | undefined => surfaceNumbers.get(surface),
    stemNumber: (stem: string): number | undefined => stemNumbers.get(stem),
    /** How many pages hold a stem. */
    stemPages: (stem: number): number => (starts[stem + 1] ?? 0) - (starts[stem] ?? 0),
  };
}
export type Lexicon = ReturnType<typeof readLexicon>;

function lines(bytes: Uint8Array): string[] {
  return bytes.length === 0 ? [] : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString().split('\n');
}
