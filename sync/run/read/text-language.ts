import { createAnalyzer } from '../../../db/search/text/analyzer.ts';
import { PACKS } from '../../../db/search/text/languages/packs.ts';
import { markdownToText } from '../../../db/search/text/markdown-to-text.ts';
import type { LanguageTest } from './page-language.ts';

// Characters that are enough to detect a language.
const READ = 5000;
// Minimum stop words of a text in its language, and minimum words of a text without any.
const FEWEST_STOP_WORDS = 3;
const FEWEST_WORDS = 20;
// Maximum share of words that are stop words of an unrelated language.
const FOREIGN_SHARE = 0.1;

/** Distinguishes the language of a text from another language by their stop words. */
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
