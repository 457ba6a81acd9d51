import { createAnalyzer } from '../../../db/search/text/analyzer.ts';
import { PACKS } from '../../../db/search/text/languages/packs.ts';
import { markdownToText } from '../../../db/search/text/markdown-to-text.ts';
import type { LanguageTest } from './page-language.ts';

/** Characters of a text that tell its language. */
const READ = 5000;
/** Stop words that a text in a language has at least, and words that one without them has. */
const FEWEST_STOP_WORDS = 3;
const FEWEST_WORDS = 20;
/** Of the words of a text in a language that is no other's near relative, so many at most are stop words of that other one. */
const FOREIGN_SHARE = 0.1;

/** Tells the language of a text from another one by the stop words of both. */
export const languageTest: LanguageTest = (markdown, own) => {
  const { words, fold } = createAnalyzer(own);
  const texts = words(markdownToText(markdown.slice(0, READ)).text).map(({ text }) => fold(text));
  const stopWordsOf = (language: string) => texts.filter((word) => PACKS[language]?.stopWords.has(word)).length;
  const ownCount = stopWordsOf(own);
  return (other) => {
    if (other === own) return false;
    if (PACKS[own]) return ownCount >= FEWEST_STOP_WORDS && ownCount > stopWordsOf(other);
    return (
      PACKS[other] !== undefined && texts.length >= FEWEST_WORDS && stopWordsOf(other) < FOREIGN_SHARE * texts.length
    );
  };
};
