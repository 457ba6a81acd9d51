import { isLatin } from '../folding.ts';
import { PACKS } from './packs.ts';

/** Languages that a script tells, when the searched language is written in none of these (ISO 15924). */
const LANGUAGE_OF_SCRIPT: readonly (readonly [letter: RegExp, language: string, scripts: readonly string[]])[] = [
  [/\p{Script=Thai}/u, 'th', ['Thai']],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja', ['Jpan']],
  [/\p{Script=Han}/u, 'zh', ['Hans', 'Hant', 'Jpan', 'Kore']],
  [/\p{Script=Hangul}/u, 'ko', ['Kore']],
  [/\p{Script=Greek}/u, 'el', ['Grek']],
  [/\p{Script=Arabic}/u, 'ar', ['Arab']],
  [/\p{Script=Hebrew}/u, 'he', ['Hebr']],
  [/\p{Script=Devanagari}/u, 'hi', ['Deva']],
  [/\p{Script=Cyrillic}/u, 'ru', ['Cyrl']],
];

/** Fewer stop words of another language may be there by chance. */
const STOP_WORDS = 2;

/**
 * The language of a query's folded words when it is certainly not the language that is searched, else `undefined`: its script
 * is none of that language, or its stop words are those of one other language. Of a language without a pack, whose stop words
 * nobody knows, only the words that the index lacks tell.
 */
export function otherLanguageOf(
  folded: readonly string[],
  lacking: readonly string[],
  searched: string,
): string | undefined {
  const text = folded.join(' ');
  const inScript = isLatin(text) ? undefined : LANGUAGE_OF_SCRIPT.find(([letter]) => letter.test(text));
  if (inScript) {
    const [, language, scripts] = inScript;
    const own = scriptOf(searched);
    return own === undefined || scripts.includes(own) ? undefined : language;
  }
  const telling = PACKS[searched] ? folded : lacking;
  if (telling.length < STOP_WORDS) return undefined;
  const own = stopWordsIn(telling, searched);
  let best: string | undefined;
  let [most, second] = [0, 0];
  for (const language of LANGUAGES) {
    const count = stopWordsIn(telling, language);
    if (count > most) [best, most, second] = [language, count, most];
    else if (count > second) second = count;
  }
  return most < STOP_WORDS || most <= own || most === second ? undefined : best;
}

const LANGUAGES = Object.keys(PACKS);

function stopWordsIn(words: readonly string[], language: string): number {
  const stopWords = PACKS[language]?.stopWords;
  if (!stopWords) return 0;
  let count = 0;
  for (const word of words) if (stopWords.has(word)) count += 1;
  return count;
}

/** The script that a language is usually written in, where ICU knows it. */
function scriptOf(language: string): string | undefined {
  return /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize().script : undefined;
}
