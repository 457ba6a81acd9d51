import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
der die das den dem des ein eine einen einem einer eines
und oder in im an am auf von vom zu zum zur mit bei beim für
wer wen wem was wie wo wann warum welche welcher welches welchen welchem
ist sind war waren wird werden wurde wurden hat haben
ich wir sie es er man sich bitte danke hallo brauche suche
`);

/** German. Umlauts may be written without their dots; ß is ss. */
export const german: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: STEMMERS.de,
  hasCompounds: true,
};
