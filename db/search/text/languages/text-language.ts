import { fold } from '../folding.ts';
import { words } from '../tokenizer.ts';
import { PACKS } from './packs.ts';

/** Characters of a text that are read, and words that it has in them at least. */
const READ = 5000;
const FEWEST_WORDS = 60;
/** Of the words of prose, so many are stop words of its language at least, and so many different ones. */
const SHARE = 0.25;
const FEWEST_STOP_WORDS = 12;
/** Against any other language, the stop words that only one of the two has are so many times as many. */
const LEAD = 2;

/** Letters that prose has in a language, and not in those which share most of its stop words and have no pack. */
const LETTERS: Readonly<Record<string, RegExp>> = {
  // Afrikaans writes y.
  nl: /ij/,
  // Galician has none.
  pt: /[ãõ]/,
  // Bulgarian, Macedonian and Serbian have none; Ukrainian and Belarusian have і.
  ru: /^(?!.*і).*ы/s,
};

/**
 * The language (primary subtag) in which prose is certainly written, by its stop words; `undefined` where that is not certain, as of
 * menus, of two languages on one page, and of scripts without spaces.
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
  const own = stopWordsOf(language);
  const found = folded.filter((word) => own.has(word));
  if (found.length < SHARE * folded.length || new Set(found).size < FEWEST_STOP_WORDS) return false;
  return LANGUAGES.every((other) => {
    if (other === language) return true;
    const others = stopWordsOf(other);
    const only = found.filter((word) => !others.has(word)).length;
    return only >= LEAD * folded.filter((word) => others.has(word) && !own.has(word)).length;
  });
}

const stopWordsOf = (language: string): ReadonlySet<string> => PACKS[language]?.stopWords ?? new Set();

/** Texts of one language that tell that of a site, and their share of all that are long enough. */
const FEWEST_TEXTS = 3;
const MOST_OF_THEM = 0.75;

/**
 * The language of most of the texts of a site that is said to be in another one; `undefined` where they agree, where the other has
 * no stop words here to miss, and where it is not certain.
 */
export function languageInPlaceOf(said: string, texts: readonly string[]): string | undefined {
  if (!PACKS[said]) return undefined;
  const counts = new Map<string | undefined, number>();
  for (const text of texts) {
    const language = languageOfProse(text);
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  counts.delete(undefined);
  const sum = [...counts.values()].reduce((all, count) => all + count, 0);
  if (sum < FEWEST_TEXTS) {
    // A small site is read as one text.
    const length = Math.ceil(READ / Math.max(1, texts.length));
    const language = languageOfProse(texts.map((text) => text.slice(0, length)).join('\n'));
    return language === said ? undefined : language;
  }
  const [language, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [undefined, 0];
  return count >= FEWEST_TEXTS && count >= MOST_OF_THEM * sum && language !== said ? language : undefined;
}
