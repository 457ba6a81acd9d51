import { fold } from '../folding.ts';
import { words } from '../tokenizer.ts';
import { PACKS } from './packs.ts';

// Maximum length of the analysed text in characters, and its minimum number of words.
const READ = 5000;
const FEWEST_WORDS = 60;
// Minimum share of stop words in prose, and their minimum number of distinct words.
const SHARE = 0.25;
const FEWEST_STOP_WORDS = 12;
// Minimum ratio between stop words that only this language has and stop words that only a second language has.
const LEAD = 2;

// Letters that distinguish a language from a related language without a pack and with similar stop words.
const LETTERS: Readonly<Record<string, RegExp>> = {
  // Afrikaans writes y.
  nl: /ij/,
  // Galician does not use these letters.
  pt: /[ãõ]/,
  // Bulgarian, Macedonian and Serbian have no ы; Ukrainian and Belarusian have і.
  ru: /^(?!.*і).*ы/s,
};

/**
 * Returns the language (primary subtag) of prose by its stop words. `undefined` if it is uncertain: in menus, in texts
 * of two languages, and in scripts without spaces.
 */
export function languageOfProse(text: string): string | undefined {
  const read = words(text.slice(0, READ));
  if (read.length < FEWEST_WORDS) return undefined;
  const folded = read.map((word) => fold(word.text));
  const small = read.map((word) => word.text.toLowerCase()).join(' ');
  return LANGUAGES.find((language) => isWrittenIn(language, folded) && LETTERS[language]?.test(small) !== false);
}

const LANGUAGES = Object.keys(PACKS);

function isWrittenIn(language: string, folded: readonly string[]): boolean {
  const stopWords = stopWordsOf(language);
  const found = folded.filter((word) => stopWords.has(word));
  if (found.length < SHARE * folded.length || new Set(found).size < FEWEST_STOP_WORDS) return false;
  return LANGUAGES.every((other) => {
    if (other === language) return true;
    const others = stopWordsOf(other);
    const only = found.filter((word) => !others.has(word)).length;
    return only >= LEAD * folded.filter((word) => others.has(word) && !stopWords.has(word)).length;
  });
}

const stopWordsOf = (language: string): ReadonlySet<string> => PACKS[language]?.stopWords ?? new Set();

// Minimum number of texts in the detected language, and its minimum share of the texts with a detected language.
const FEWEST_TEXTS = 3;
const MOST_OF_THEM = 0.75;

/**
 * Returns the language of most texts of a site if it certainly differs from the declared language. `undefined` if the
 * declared language has no pack.
 */
export function languageInPlaceOf(declared: string, texts: readonly string[]): string | undefined {
  if (!PACKS[declared]) return undefined;
  const counts = new Map<string | undefined, number>();
  for (const text of texts) {
    const language = languageOfProse(text);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  counts.delete(undefined);
  const sum = [...counts.values()].reduce((all, count) => all + count, 0);
  if (sum < FEWEST_TEXTS) {
    // The texts of a small site are joined.
    const length = Math.ceil(READ / Math.max(1, texts.length));
    const language = languageOfProse(texts.map((text) => text.slice(0, length)).join('\n'));
    return language === declared ? undefined : language;
  }
  const [language, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [undefined, 0];
  return count >= FEWEST_TEXTS && count >= MOST_OF_THEM * sum && language !== declared ? language : undefined;
}
