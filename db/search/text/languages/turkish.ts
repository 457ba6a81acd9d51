import { lowercase } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
bir bu şu o ve veya ya da de ki ile için
ne neden nasıl nerede kim kime kimin hangi hangisi kaç zaman nedir kimdir mi mı mu mü
ben biz siz
`);

/** Turkish: I is the capital of ı, and İ of i. Both are folded to i, because many keyboards lack one of them. */
export const turkish: LanguagePack = {
  stopWords: STOP_WORDS,
  lowercase: (word) => lowercase(word.replaceAll('I', 'ı').replaceAll('İ', 'i')),
  stem: STEMMERS.tr,
};
