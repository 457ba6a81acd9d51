import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

// What an apostrophe cuts off is a word of its own.
const STOP_WORDS = wordSet(`
l d un c s m t v dell all dall nell sull coll quest quell quant dov com
il lo la i gli le uno una di del dello della dei degli delle a al allo alla ai agli alle
da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle su sul sullo sulla sui sugli sulle con per e ed o
chi che cosa quale quali quando quanto quanta quanti quante come dove perché cui
mi ti si ci vi mio mia miei mie nostro nostra vostro vostra questo questa questi queste
è sono era ho hai ha abbiamo hanno può posso
ciao grazie bisogno cerco
`);

/** Italian. `qualita`, as it is typed, is `qualità`. */
export const italian: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.it(word.replace(/ita$/, 'ità')),
};
