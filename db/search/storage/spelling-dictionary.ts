import { signatureOf } from '../text/spelling-signature.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { ReadArray, WriteArray } from './arrays.ts';

/** Lengths of the folded words that the dictionary holds, in letters. */
export const SHORTEST_SPELLING = 3;
export const LONGEST_SPELLING = 30;

/** A surface form or a stem of the index, the ordinal of its stem, and its document frequency. */
type IndexedWord = { readonly text: string; readonly stem: number; readonly pages: number };

type Spelling = { readonly text: string; readonly stem: number; pages: number };

/**
 * Stores the words that may be a correction, without accents: sorted by length, so that one text holds them all without
 * separators, each with its signature, and a second order by phonetic hash.
 */
export function writeSpellingDictionary(
  indexed: Iterable<IndexedWord>,
  { fold, soundOf }: Analyzer,
  write: WriteArray,
): void {
  const spellings = new Map<string, Spelling>();
  for (const { text: written, stem, pages } of indexed) {
    const text = fold(written);
    if (text.length < SHORTEST_SPELLING || text.length > LONGEST_SPELLING || /\d/.test(text)) continue;
    const same = spellings.get(text);
    if (same) same.pages += pages;
    else spellings.set(text, { text, stem, pages });
  }
  const words = [...spellings.values()].toSorted((a, b) => a.text.length - b.text.length);
  const signatures = words.map(({ text }) => signatureOf(text, soundOf(text)));
  const sounds = Int32Array.from(signatures, ({ sound }) => sound);
  const arrays = {
    spellings: Buffer.from(words.map(({ text }) => text).join('')),
    spellingStarts: startsByLength(words),
    spellingLetters: Int32Array.from(signatures, ({ letters }) => letters),
    spellingRepeated: Int32Array.from(signatures, ({ repeated }) => repeated),
    spellingSounds: sounds,
    spellingsBySound: Uint32Array.from(words.keys()).toSorted((a, b) => (sounds[a] ?? 0) - (sounds[b] ?? 0)),
    spellingStems: Uint32Array.from(words, ({ stem }) => stem),
    spellingPages: Uint32Array.from(words, ({ pages }) => pages),
  };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);
}

/** For each length the ordinal of its first word. */
function startsByLength(words: readonly Spelling[]): Uint32Array {
  const starts = new Uint32Array(LONGEST_SPELLING + 2);
  for (const { text } of words) starts[text.length + 1] = (starts[text.length + 1] ?? 0) + 1;
  for (let length = 1; length < starts.length; length++) {
    starts[length] = (starts[length] ?? 0) + (starts[length - 1] ?? 0);
  }
  return starts;
}

/** The stored dictionary: words are ordinals, sorted by length. */
export function readSpellingDictionary(read: ReadArray) {
  const texts = Buffer.from(read('spellings', Uint8Array)).toString();
  const starts = read('spellingStarts', Uint32Array);
  const sounds = read('spellingSounds', Int32Array);
  const bySound = read('spellingsBySound', Uint32Array);
  const textStarts = [0];
  for (let length = 0; length <= LONGEST_SPELLING; length++) {
    textStarts.push((textStarts[length] ?? 0) + length * ((starts[length + 1] ?? 0) - (starts[length] ?? 0)));
  }

  function textOf(word: number, length: number): string {
    const at = (textStarts[length] ?? 0) + (word - (starts[length] ?? 0)) * length;
    return texts.slice(at, at + length);
  }

  function lengthOf(word: number): number {
    let length = 0;
    while (word >= (starts[length + 1] ?? Infinity)) length += 1;
    return length;
  }

  /** First place in `bySound` whose hash is not below this one. */
  function lowerBoundOfSound(sound: number): number {
    let low = 0;
    let high = bySound.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sounds[bySound[middle] as number] as number) < sound) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The words with this phonetic hash. */
  function wordsOfSound(sound: number): Uint32Array {
    const from = lowerBoundOfSound(sound);
    let to = from;
    while (to < bySound.length && sounds[bySound[to] as number] === sound) to += 1;
    return bySound.subarray(from, to);
  }

  return {
    letters: read('spellingLetters', Int32Array),
    repeated: read('spellingRepeated', Int32Array),
    sounds,
    stems: read('spellingStems', Uint32Array),
    /** Document frequency of every word. */
    pages: read('spellingPages', Uint32Array),
    lengthOf,
    /** The words of a length: from the first up to, not including, the last. */
    wordsOfLength: (length: number) => [starts[length] ?? 0, starts[length + 1] ?? 0] as const,
    textOf,
    wordsOfSound,
  };
}
export type SpellingDictionary = ReturnType<typeof readSpellingDictionary>;
