import { wordSet, type LanguagePack } from './language.ts';

/**
 * Vietnamese: words are syllables, which differ by their marks. Few are stop words: folded, most of those are other words,
 * too.
 */
export const vietnamese: LanguagePack = {
  stopWords: wordSet('những được nhưng không'),
  keepsMarks: true,
};
