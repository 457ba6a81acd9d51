import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
de het een t n s en of in op aan van voor bij met naar te tot uit door om
wie wat waar wanneer waarom hoe hoeveel welk welke wiens
ik jij je u hij zij ze wij we mij me mijn uw onze ons dit dat deze die er
is zijn was waren ben wordt worden heeft hebben heb kan kunt moet
hallo dank bedankt graag nodig zoek
`);

/** Dutch has compound nouns; z and v within a word are s and f at its end (`huizen`, `huis`). */
export const dutch: LanguagePack = {
  placePrepositions: new Set(['in', 'bij']),
  stopWords: STOP_WORDS,
  stem: (word) => STEMMERS.nl(word).replace(/z$/, 's').replace(/v$/, 'f'),
  hasCompounds: true,
};
