import { slipsOf } from '../edit-distance.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
der die das den dem des ein eine einen einem einer eines
und oder in im an am auf von vom zu zum zur mit bei beim für
wer wen wem was wie wo wann warum welche welcher welches welchen welchem
ist sind war waren wird werden wurde wurden hat haben
ich wir sie es er man sich bitte danke hallo brauche suche
`);

/** Neighbours on German keyboards. */
const QWERTZ =
  'qw we er rt tz zu ui io op as sd df fg gh hj jk kl yx xc cv vb bn nm ' +
  'qa ws ed rf tg zh uj ik ol ay sx dc fv gb hn jm wa es rd ft gz hu ji ko lp';

/** German. Umlauts may be written without their dots; ß is ss. */
export const german: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: STEMMERS.de,
  hasCompounds: true,
  slips: slipsOf(QWERTZ),
};
