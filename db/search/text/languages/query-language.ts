import { isLatin } from '../folding.ts';
import { PACKS } from './packs.ts';

// Languages by script, with the scripts (ISO 15924) of searched languages that exclude them.
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

// Fewer stop words may be a coincidence.
const STOP_WORDS = 2;

/** Returns true for a word in a further script, and for a stop word of further languages only. */
export function isForeign(folded: string, searched: string): boolean {
  if (!isLatin(folded)) return true;
  return LANGUAGES_OF_STOP_WORD.get(folded)?.every(({ language }) => language !== searched) === true;
}

/**
 * Returns the language of a query if it certainly differs from the searched language. Either its script is different,
 * or its stop words belong to a single further language. Without a pack for the searched language, only words that are
 * missing from the index are evidence. `undefined` without a foreign word.
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
    const script = scriptOf(searched);
    return script === undefined || scripts.includes(script) ? undefined : language;
  }
  const evidence = PACKS[searched] ? folded : lacking;
  if (evidence.length < STOP_WORDS) return undefined;
  const stopWords = evidence.map((word) => LANGUAGES_OF_STOP_WORD.get(word)).filter((word) => word !== undefined);
  if (stopWords.length < STOP_WORDS) return undefined;
  const counts = new Map<string, number>();
  for (const languages of stopWords)
    for (const { language } of languages) counts.set(language, (counts.get(language) ?? 0) + 1);
  const [best, second] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (!best || best[1] < STOP_WORDS || best[1] === second?.[1] || best[1] <= (counts.get(searched) ?? 0)) {
    return undefined;
  }
  return best[0];
}

const LANGUAGES_OF_STOP_WORD = Map.groupBy(
  Object.entries(PACKS).flatMap(([language, { stopWords }]) => [...stopWords].map((word) => ({ word, language }))),
  ({ word }) => word,
);

function scriptOf(language: string): string | undefined {
  return /^[a-z]{2,3}$/.test(language) ? new Intl.Locale(language).maximize().script : undefined;
}
