import { wordSet, type LanguagePack } from './language.ts';

const STOP_WORDS = wordSet(`
là của và các những một này đó kia cho với trong trên dưới từ đến ở tại về theo bởi do vì nên mà thì nếu khi
có được bị đã đang sẽ không chưa cũng còn rất hơn nhất chỉ
tôi chúng ta bạn anh chị ông bà họ nó mình
ai gì nào sao đâu bao nhiêu mấy thế như vậy hay hoặc nhưng
`);

/** Vietnamese: words are syllables. */
export const vietnamese: LanguagePack = {
  stopWords: STOP_WORDS,
};
