import { PACKS } from './packs.ts';

/** Languages that a script tells, when the searched language is written in another. */
const LANGUAGE_OF_SCRIPT: readonly (readonly [script: RegExp, language: string])[] = [
  [/\p{Script=Thai}/u, 'th'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Cyrillic}/u, 'ru'],
];

/** Fewer stop words of another language may be there by chance. */
const STOP_WORDS = 2;

/**
 * The language of a query's folded words when it is certainly not the language that is searched, else `undefined`: its script
 * is none of that language, or its stop words are those of one other language.
 */
export function otherLanguageOf(folded: readonly string[], searched: string): string | undefined {
  const text = folded.join(' ');
  const inScript = LANGUAGE_OF_SCRIPT.find(([script]) => script.test(text));
  if (inScript) {
    const [script, language] = inScript;
    const isOwn = [...(PACKS[searched]?.stopWords ?? [])].some((word) => script.test(word));
    return isOwn || PACKS[searched] === undefined ? undefined : language;
  }
  const counted = Object.entries(PACKS)
    .map(([language, { stopWords }]) => ({ language, count: folded.filter((word) => stopWords.has(word)).length }))
    .toSorted((a, b) => b.count - a.count);
  const own = counted.find(({ language }) => language === searched)?.count ?? 0;
  const [best, second] = counted;
  if (!best || best.count < STOP_WORDS || best.count <= own || best.count === second?.count) return undefined;
  return best.language;
}
