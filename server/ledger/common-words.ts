import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { binarySearch } from '../../db/search/storage/typed-arrays.ts';
import { fold } from '../../db/search/text/folding.ts';
import { packOf } from '../../db/search/text/languages/packs.ts';

// Hunspell dictionaries by primary language subtag.
const DICTIONARIES: Readonly<Record<string, () => string>> = {
  en: () => import.meta.resolve('dictionary-en'),
  es: () => import.meta.resolve('dictionary-es'),
  fr: () => import.meta.resolve('dictionary-fr'),
};

// Words of a dictionary that are read between two turns of the event loop.
const READ_AT_ONCE = 500;

// Languages of usual questions.
const FUNCTION_WORDS = ['de', 'en', 'es', 'fr', 'it', 'pt'].map((language) => packOf(language).stopWords);

/** True for a function word (*of*, *para*), folded. */
export const isFunctionWord = (folded: string): boolean => FUNCTION_WORDS.some((words) => words.has(folded));

// Hashes of the stems of a dictionary, by language. All sites of a process share them: a dictionary takes half a second
// to read.
const dictionariesRead = new Map<string, Promise<Uint32Array>>();

/**
 * Common words of the languages of a site: entries of their dictionaries except proper names, compared by stem. Languages
 * without a dictionary are ignored.
 */
export function createCommonWords() {
  const stems = new Map<string, Uint32Array>();
  return {
    /** Reads the dictionaries of these languages (primary subtags) that are not read yet. */
    async load(languages: readonly string[]): Promise<void> {
      for (const language of languages) {
        if (stems.has(language) || !Object.hasOwn(DICTIONARIES, language)) continue;
        stems.set(language, await stemsOf(language));
      }
    },
    has: (word: string): boolean =>
      [...stems].some(
        ([language, hashes]) => binarySearch(hashes, hashOf(stemOf(language, word)), 0, hashes.length) >= 0,
      ),
  };
}

function stemOf(language: string, word: string): string {
  const { stem } = packOf(language);
  return fold(stem ? stem(word) || word : word);
}

function stemsOf(language: string): Promise<Uint32Array> {
  const reading = dictionariesRead.get(language) ?? readStems(language);
  dictionariesRead.set(language, reading);
  reading.catch(() => dictionariesRead.delete(language));
  return reading;
}

async function readStems(language: string): Promise<Uint32Array> {
  const [, ...lines] = (await readFile(new URL('index.dic', DICTIONARIES[language]?.()), 'utf8')).split(/\r?\n/);
  const words = lines.map((line) => line.split(/[\t /]/, 1)[0] ?? '');
  const names = new Set(words.filter((word) => word !== word.toLowerCase()).map((word) => word.toLowerCase()));
  const hashes = new Set<number>();
  for (const [at, word] of words.entries()) {
    if (at % READ_AT_ONCE === 0) await nextTurn();
    if (word !== '' && !names.has(word)) hashes.add(hashOf(stemOf(language, word)));
  }
  return Uint32Array.from(hashes).toSorted();
}

// 32-bit FNV-1a of the UTF-16 code units.
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}
