import { wordSet, type LanguagePack } from './language.ts';

const STOP_WORDS = wordSet(`
ที่ ใน ของ และ หรือ เป็น คือ
อะไร ใคร ไหน ใด เท่า ไหร่ เท่าไร เท่าใด กี่ อย่างไร ยังไง ทำไม เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน ที่ใด
ครับ ค่ะ คะ นะ
`);

/** Thai. The vowel e, typed twice, looks like the vowel ae. */
export const thai: LanguagePack = {
  stopWords: STOP_WORDS,
  fold: (folded) => folded.replaceAll('เเ', 'แ').replaceAll('\u0e4d\u0e32', '\u0e33'),
};
