import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
un o unui unei unor unul una niste al a ai ale lui cel cea cei cele celor celui celei
si sau ori dar insa ci deci ca sa daca desi deoarece fiindca pentru ca cand cum unde incat precum nici
de la in din pe cu prin spre catre pentru dupa inainte intre dintre sub peste fara langa pana asupra contra despre
eu mie ma tu te tie el ea ei ele il o ii le lui lor noi ne voi va isi se si meu mea mei mele tau ta sau sa sai sale nostru
noastra nostri noastre vostru
acest aceasta acesti aceste acestui acestei acestor acel acea acei acele asta astea
cine cui ce care caruia careia carora cat cata cati cate cand unde cum
este e sunt era erau fi fost fiind fie am ai are avem aveti au avea avut as ar vor va voi poate pot putea
nu da mai foarte tot toate toti toata doar numai
`);

/** Romanian. ş and ţ with a cedilla are ș and ț with a comma, as older keyboards cannot write those. */
export const romanian: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.ro(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')),
};
