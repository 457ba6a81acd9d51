import { wordSet, type LanguagePack } from './language.ts';

const STOP_WORDS = wordSet(`
ที่ ใน ของ และ หรือ แต่ กับ แก่ ต่อ จาก ถึง โดย เพื่อ สำหรับ ตาม เมื่อ ถ้า หาก เพราะ จึง ก็ ซึ่ง อัน ว่า ให้ แล้ว
เป็น คือ มี ได้ จะ ไม่ ถูก กำลัง เคย ต้อง ควร อาจ อยู่ ไป มา
อะไร ใคร ไหน ใด เท่า ไหร่ เท่าไร เท่าใด กี่ อย่างไร ยังไง ทำไม เมื่อไหร่ เมื่อไร เมื่อใด ที่ไหน ที่ใด บ้าง
นี้ นั้น นี่ นั่น เหล่า ทั้ง ทุก บาง ผม ฉัน เรา คุณ เขา เธอ มัน พวก
ครับ ค่ะ คะ นะ
`);

/** Thai. Two of the vowel e look like the vowel ae. */
export const thai: LanguagePack = {
  stopWords: STOP_WORDS,
  fold: (folded) => folded.replaceAll('เเ', 'แ').replaceAll('\u0e4d\u0e32', '\u0e33'),
};
