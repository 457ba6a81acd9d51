import type { Analyzer } from '../text/analyzer.ts';
import { DICTIONARY_LANGUAGES, hasDictionary, readDictionary } from '../text/dictionaries.ts';
import { fnv1a } from '../text/spelling-signature.ts';
import type { ReadArray, WriteArray } from './arrays.ts';

/** Letters of a word at least: shorter ones are not corrected, either. */
const SHORTEST = 4;

/** Bits of an element for the languages that have the word, in the order of the dictionaries; the others are of its hash. */
const LANGUAGE_BITS = 4;
const LANGUAGES = 2 ** LANGUAGE_BITS - 1;

/** The same in every index of a language, and dear to make. */
const wordsFor = new Map<string, Uint32Array>();

/**
 * Stores which words other languages have, of those that there is a dictionary of, as hashes in ascending order: common words in
 * their base form that are none of the analyzer's language. Nothing for a language without a dictionary, whose own words nobody knows.
 */
export function writeOtherWords(analyzer: Analyzer, write: WriteArray): void {
  if (!hasDictionary(analyzer.language)) return;
  const words = wordsFor.get(analyzer.language) ?? collectWords(analyzer);
  wordsFor.set(analyzer.language, words);
  write('otherWords', words);
}

function collectWords({ language, fold }: Analyzer): Uint32Array {
  const wordsOf = (one: string): ReadonlySet<string> => {
    const words = (readDictionary(one)?.entries ?? []).map(({ word }) => word);
    // A word that is written large is a name.
    return new Set(words.filter((word) => /^\p{Ll}+$/u.test(word)).map(fold));
  };
  const own = wordsOf(language);
  const languagesOf = new Map<number, number>();
  for (const [at, other] of DICTIONARY_LANGUAGES.entries()) {
    if (other === language) continue;
    for (const word of wordsOf(other)) {
      if (word.length < SHORTEST || own.has(word)) continue;
      const hash = hashOf(word);
      languagesOf.set(hash, (languagesOf.get(hash) ?? 0) | (1 << at));
    }
  }
  return Uint32Array.from(languagesOf, ([hash, bits]) => hash + bits).toSorted();
}

/** The hash of a folded word, without the bits of languages. */
const hashOf = (folded: string): number => (fnv1a(folded) & ~LANGUAGES) >>> 0;

/** The other languages that have a folded word, in the singular or plural, among their dictionaries. */
export type OtherWords = (folded: string) => readonly string[];

export function readOtherWords(read: ReadArray): OtherWords {
  const words = read('otherWords', Uint32Array);

  /** The languages that have this form, as bits. */
  function bitsOf(folded: string): number {
    const hash = hashOf(folded);
    let [from, to] = [0, words.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((words[middle] ?? 0) < hash) from = middle + 1;
      else to = middle;
    }
    const found = words[from] ?? 0;
    return found - hash <= LANGUAGES && found > hash ? found - hash : 0;
  }

  return (folded) => {
    if (words.length === 0) return [];
    const bits = formsOf(folded).reduce((sum, form) => sum | bitsOf(form), 0);
    return DICTIONARY_LANGUAGES.filter((_, at) => (bits >> at) & 1);
  };
}

/** Endings of plurals in these languages, and those of their singulars; stricter than search, for any word may be asked for. */
const PLURALS = [
  [/ies$/, 'y'],
  [/es$/, ''],
  [/[sx]$/, ''],
] as const;

function formsOf(folded: string): readonly string[] {
  const singulars = PLURALS.filter(([ending]) => ending.test(folded)).map(([ending, to]) => folded.replace(ending, to));
  return [folded, ...singulars].filter(({ length }) => length >= SHORTEST);
}
