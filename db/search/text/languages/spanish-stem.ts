import { STEMMERS } from './stemmers.ts';
import { VERB_STEMS } from './spanish-verbs.ts';

/** Lengths of the words that the stemmer gets, in letters: shorter ones it spoils, longer ones are no words. */
const SHORTEST = 4;
const LONGEST = 40;

/**
 * The stem of a folded word (db/search/text/tokenizer.ts).
 *
 * The stemmer knows some endings only with their accent, and folded text has none. So that `reparacion` goes where
 * `reparaciones` goes, and `trabajais` where `trabajan`, those endings get it back first. A trade and the one who plies
 * it share a stem: `cerrajeria`, `cerrajero`; so do the forms of a verb with a stem change: `pierde`, `perder`.
 */
export function spanishStem(folded: string): string {
  if (folded.length > LONGEST) return folded;
  if (folded.length < SHORTEST) return folded.replace(KEPT_ENDING, '');
  const short = withoutAccents(STEMMERS.es(withAccents(APOCOPES.get(folded) ?? folded)));
  if (short.length > SHORTEST && short.endsWith('eri')) return short.slice(0, -1);
  if (PLURAL_OF_Z.test(folded) && short.endsWith('c')) return `${short.slice(0, -1)}z`;
  return VERB_STEMS.get(short) ?? (short === folded ? short.replace(KEPT_ENDING, '') : short);
}

/** Forms that are cut short before a noun. */
const APOCOPES: ReadonlyMap<string, string> = new Map([
  ['primer', 'primero'],
  ['tercer', 'tercero'],
]);

const SECOND_PERSON = /^.{3,}[ae]is$/;
/** `luces` and `luz`. */
const PLURAL_OF_Z = /[aeiou]ces$/;
/** The stemmer never shortens a word of two syllables that begins with a vowel and a consonant: `obra`, `obras`. */
const KEPT_ENDING = /(?<=^[aeiou][^aeiou]+)[aeo]s?$/;

/** A folded word with the accent that its ending has in Spanish. */
function withAccents(folded: string): string {
  if (folded.endsWith('ion')) return `${folded.slice(0, -3)}ión`;
  if (SECOND_PERSON.test(folded)) return `${folded.slice(0, -3)}${folded.at(-3) === 'a' ? 'á' : 'é'}is`;
  return folded;
}

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

function withoutAccents(word: string): string {
  return word.replaceAll(/[áéíóú]/g, (letter) => ACCENTS[letter] ?? letter);
}
