import { signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { ReadArray, WriteArray } from './arrays.ts';

// Lengths of folded words in the dictionary, in letters.
export const SHORTEST_SPELLING = 3;
export const LONGEST_SPELLING = 30;

type Spelling = { readonly text: string; stem: number; pages: number; most: number };

/** Surface forms and stems of an index by ordinal, and their document frequencies. */
export type IndexedWords = {
  readonly surfaceText: (surface: number) => string;
  readonly stemText: (stem: number) => string;
  readonly stemOfSurface: Uint32Array;
  readonly surfacePages: Uint32Array;
  readonly stemPages: Uint32Array;
};

/**
 * Stores the folded words of the pages that corrections may suggest, sorted by length: a string of all words without
 * separators, and a signature of each word.
 */
export function writeSpellingDictionary(words: IndexedWords, analyzer: Analyzer, write: WriteArray): void {
  const spellings = spellingsOf(words, analyzer).toSorted((a, b) => a.text.length - b.text.length);
  const signatures = spellings.map(({ text }) => signatureOf(text));
  const arrays = {
    spellings: Buffer.from(spellings.map(({ text }) => text).join('')),
    spellingStarts: startsByLength(spellings),
    spellingLetters: Int32Array.from(signatures, ({ letters }) => letters),
    spellingRepeated: Int32Array.from(signatures, ({ repeated }) => repeated),
    spellingStems: Uint32Array.from(spellings, ({ stem }) => stem),
    spellingPages: Uint32Array.from(spellings, ({ pages }) => pages),
  };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);
}

// Merges words with the same folded text, with the stem of the most frequent word.
function spellingsOf(words: IndexedWords, { fold }: Analyzer): readonly Spelling[] {
  const { surfaceText, stemText, stemOfSurface, surfacePages, stemPages } = words;
  const spellings = new Map<string, Spelling>();

  function add(written: string, stem: number, pages: number): void {
    const text = fold(written);
    if (text.length < SHORTEST_SPELLING || text.length > LONGEST_SPELLING || /\d/.test(text)) return;
    const existing = spellings.get(text);
    if (!existing) {
      spellings.set(text, { text, stem, pages, most: pages });
      return;
    }
    existing.pages += pages;
    if (pages < existing.most || (pages === existing.most && stemText(stem) >= stemText(existing.stem))) return;
    existing.stem = stem;
    existing.most = pages;
  }

  surfacePages.forEach((pages, surface) => {
    if (pages > 0) add(surfaceText(surface), stemOfSurface[surface] ?? 0, pages);
  });
  stemPages.forEach((pages, stem) => {
    if (pages > 0) add(stemText(stem), stem, pages);
  });
  return [...spellings.values()];
}

// Returns the ordinal of the first word of each length.
function startsByLength(words: readonly Spelling[]): Uint32Array {
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

  return {
    letters: read('spellingLetters', Int32Array),
    repeated: read('spellingRepeated', Int32Array),
    stems: read('spellingStems', Uint32Array),
    pages: read('spellingPages', Uint32Array),
    /** Returns the words of a length as ordinals `[from, to)`. */
    wordsOfLength: (length: number) => [starts[length] ?? 0, starts[length + 1] ?? 0] as const,
    textOf,
  };
}
export type SpellingDictionary = ReturnType<typeof readSpellingDictionary>;
