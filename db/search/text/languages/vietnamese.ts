import { wordSet, type LanguagePack } from './language.ts';

/**
 * Vietnamese: words are syllables that differ by their marks. The list is short, because folded stop words are usually
 * also content words.
 */
export const vietnamese: LanguagePack = {
  stopWords: wordSet('những được nhưng không'),
  keepsMarks: true,
};
