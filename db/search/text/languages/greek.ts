import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
ο η το οι τα τον την του της των τους τις ένα ένας μια και κι ή να θα σε στο στη στην στον στα στις στους από με για
ποιος ποια ποιο ποιοι ποιες ποιων ποιον τι πότε πόσο πόσα πόσες πόσοι πώς πού γιατί είναι ήταν
`);

export const greek: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: STEMMERS.el,
};
