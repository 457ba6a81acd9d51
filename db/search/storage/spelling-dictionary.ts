import { signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { ReadArray, WriteArray } from './arrays.ts';

// Lengths of folded words in the dictionary, in letters.
export const SHORTEST_SPELLING = 3;
export const LONGEST_SPELLING = 30;

type IndexedWord = { readonly text: string; readonly stem: number; readonly pages: number };

type Spelling = { readonly text: string; stem: number; pages: number; most: number };

/** Ordinal for a word that is missing from the dictionary. */
export const NO_SPELLING = 0xff_ff_ff_ff;

/**
 * Returns the folded words that corrections may suggest. Words with the same folded text are merged, with the stem of
 * the most frequent word.
 */
export function spellingsOf(
  indexed: Iterable<IndexedWord>,
  stemText: (stem: number) => string,
  fold: Analyzer['fold'],
): ReadonlyMap<string, Readonly<Spelling>> {
  const spellings = new Map<string, Spelling>();
  for (const { text: written, stem, pages } of indexed) {
    const text = fold(written);
    if (!isSpelling(text)) continue;
    const existing = spellings.get(text);
    if (!existing) {
      spellings.set(text, { text, stem, pages, most: pages });
      continue;
    }
    existing.pages += pages;
    if (pages < existing.most || (pages === existing.most && stemText(stem) >= stemText(existing.stem))) continue;
    existing.stem = stem;
    existing.most = pages;
  }
  return spellings;
}

const isSpelling = (folded: string): boolean =>
  folded.length >= SHORTEST_SPELLING && folded.length <= LONGEST_SPELLING && !/\d/.test(folded);

/** Surface forms and stems of an index by ordinal, and their document frequencies. */
export type IndexedWords = {
  readonly surfaces: readonly string[];
  readonly stems: readonly string[];
  readonly stemOfSurface: Uint32Array;
  readonly surfacePages: Uint32Array;
  readonly stemPages: Uint32Array;
};

/**
 * Stores the dictionary, sorted by length: a string of all words without separators, and a signature of each word. Also
 * maps each surface form and stem to its word.
 */
export function writeSpellingDictionary(words: IndexedWords, { fold }: Analyzer, write: WriteArray): void {
  const { surfaces, stems, stemOfSurface, surfacePages, stemPages } = words;
  const indexed = [
    ...surfaces.map((text, at) => ({ text, stem: stemOfSurface[at] ?? 0, pages: surfacePages[at] ?? 0 })),
    ...stems.map((text, stem) => ({ text, stem, pages: stemPages[stem] ?? 0 })),
  ];
  const spellings = [...spellingsOf(indexed, (stem) => stems[stem] ?? '', fold).values()].toSorted(
    (a, b) => a.text.length - b.text.length,
  );
  const signatures = spellings.map(({ text }) => signatureOf(text));
  const ordinals = new Map(spellings.map(({ text }, ordinal) => [text, ordinal]));
  const spellingOf = (text: string) => ordinals.get(fold(text)) ?? NO_SPELLING;
  const arrays = {
    spellings: Buffer.from(spellings.map(({ text }) => text).join('')),
    spellingStarts: startsByLength(spellings),
    spellingLetters: Int32Array.from(signatures, ({ letters }) => letters),
    spellingRepeated: Int32Array.from(signatures, ({ repeated }) => repeated),
    spellingStems: Uint32Array.from(spellings, ({ stem }) => stem),
    spellingPages: Uint32Array.from(spellings, ({ pages }) => pages),
    spellingOfSurface: Uint32Array.from(surfaces, spellingOf),
    spellingOfStem: Uint32Array.from(stems, spellingOf),
  };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);
}

/** Returns the ordinal of the first word of each length. */
export function startsByLength(words: Iterable<{ readonly text: string }>): Uint32Array {
  const starts = new Uint32Array(LONGEST_SPELLING + 2);
  for (const { text } of words) starts[text.length + 1] = (starts[text.length + 1] ?? 0) + 1;
  for (let length = 1; length < starts.length; length++) {
    starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0);
  }
  return starts;
}

function textStartsOf(starts: Uint32Array): readonly number[] {
  const textStarts = [0];
  for (let length = 0; length <= LONGEST_SPELLING; length++) {
    textStarts.push((textStarts[length] ?? 0) + length * ((starts[length + 1] ?? 0) - (starts[length] ?? 0)));
  }
  return textStarts;
}

/** Reads the dictionary: words are ordinals, sorted by length. */
export function readSpellingDictionary(read: ReadArray) {
  const texts = Buffer.from(read('spellings', Uint8Array)).toString();
  const starts = read('spellingStarts', Uint32Array);
  const textStarts = textStartsOf(starts);

  function textOf(word: number, length: number): string {
    const at = (textStarts[length] ?? 0) + (word - (starts[length] ?? 0)) * length;
    return texts.slice(at, at + length);
  }

  function lengthOf(word: number): number {
    let length = 0;
    while (word >= (starts[length + 1] ?? Infinity)) length += 1;
    return length;
  }

  return {
    letters: read('spellingLetters', Int32Array),
    repeated: read('spellingRepeated', Int32Array),
    stems: read('spellingStems', Uint32Array),
    pages: read('spellingPages', Uint32Array),
    lengthOf,
    /** Returns the words of a length as ordinals `[from, to)`. */
    wordsOfLength: (length: number) => [starts[length] ?? 0, starts[length + 1] ?? 0] as const,
    textOf,
  };
}
export type SpellingDictionary = ReturnType<typeof readSpellingDictionary>;
