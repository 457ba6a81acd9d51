import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
un o unei unui niște al a ai ale cel cea cei cele și sau de la în din pe cu prin pentru că să se
ce cine cui care cât câtă câți câte când unde cum este e sunt era erau a fost au am ai îi îl lui
`);

/** Romanian. ş and ţ with a cedilla, from older keyboards, equal ș and ț with a comma. */
export const romanian: LanguagePack = {
  placePrepositions: new Set(['in']),
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.ro(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')),
};
