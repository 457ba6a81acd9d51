import { lowercase } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
bir bu su o ve veya ya da de ki ile ama fakat ancak cunku eger ise icin gibi kadar gore dolayi ragmen karsi
ben sen biz siz onlar bana sana ona bize size onlara beni seni onu bizi sizi onlari benim senin onun bizim sizin onlarin
bunu bunun buna bunlar sunu kendi kendisi
ne neden nasil nerede nereye nereden kim kime kimin kimi hangi hangisi kac niye nicin zaman nedir kimdir
mi mu midir mudur
var yok degil olan olarak oldu olmus olur olmak oldugu edilen eden etti ediyor etmek idi vardi dir dır
cok daha en her hem hic sadece bile sonra once zaten
`);

/** Turkish: I is the capital of ı, and İ of i. Both fold to i, for many keyboards have one of them. */
export const turkish: LanguagePack = {
  stopWords: STOP_WORDS,
  lowercase: (word) => lowercase(word.replaceAll('I', 'ı').replaceAll('İ', 'i')),
  stem: STEMMERS.tr,
};
