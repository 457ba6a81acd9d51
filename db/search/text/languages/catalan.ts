import { fold } from '../folding.ts';
import { wordSet, type LanguagePack } from './language.ts';

// The tokenizer separates the parts of a word at an apostrophe or a hyphen.
const STOP_WORDS = wordSet(`
l d n s m t
el la els les lo un una uns unes de del dels a al als en amb per pel pels i o
qui què que quin quina quins quines quan quant quanta quants quantes com on
em et es ens us el meu la meva vostre vostra nostre nostra aquest aquesta aquests aquestes
és són era hi ha he tinc té puc pot cal
hola gràcies necessito busco
`);

/** Catalan has no Snowball stemmer here; a light stemmer removes number and gender. */
export const catalan: LanguagePack = {
  stopWords: STOP_WORDS,
  placePrepositions: new Set(['a', 'en']),
  knownPlacePrepositions: new Set(['per', 'des', 'fins']),
  stem: (word) => lightStem(fold(word)),
};

// The same stem for `porta` and `portes`, `calefacció` and `calefaccions`, `servei` and `serveis`.
function lightStem(folded: string): string {
  if (folded.length < SHORTEST) return folded;
  const singular = folded.replace(/s$/, '').replace(/on$/, 'o').replace(/[ae]$/, '');
  // qu and gu before e are c and g before a: `boques`, `boca`.
  return singular.replace(/qu$/, 'c').replace(/gu$/, 'g');
}

// Shorter words have no ending.
const SHORTEST = 4;
