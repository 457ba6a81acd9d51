// The only door of @orama/stemmers: Martin Porter's Snowball stemmer for Spanish, compiled to JavaScript.
import { stemmer } from '@orama/stemmers/spanish';
import { VERB_STEMS } from './verb-stems.ts';

/**
 * The stem of a folded word (db/search/text/tokenizer.ts).
 *
 * The stemmer knows some endings only with their accent, and folded text has none. So that `reparacion` goes where
 * `reparaciones` goes, and `trabajais` where `trabajan`, those endings get it back first. A trade and the one who plies
 * it share a stem: `cerrajeria`, `cerrajero`; so do the forms of a verb that changes its stem: `pierde`, `perder`.
 */
export function stem(folded: string): string {
  if (folded.length > 40) return folded;
  if (folded.length < 4) return folded.replace(LEFT_ALONE, '');
  const short = withoutAccents(stemmer(spelled(folded)));
  if (short.endsWith('eri')) return short.slice(0, -1);
  if (PLURAL_OF_Z.test(folded) && short.endsWith('c')) return `${short.slice(0, -1)}z`;
  return VERB_STEMS.get(short) ?? (short === folded ? short.replace(LEFT_ALONE, '') : short);
}

const SECOND_PERSON = /^.{3,}[ae]is$/;
/** `luces` and `luz`. */
const PLURAL_OF_Z = /[aeiou]ces$/;
/** The stemmer never shortens a word of two syllables that begins with a vowel and a consonant: `obra`, `obras`. */
const LEFT_ALONE = /(?<=^[aeiou][^aeiou]+)[aeo]s?$/;

function spelled(folded: string): string {
  if (folded.endsWith('ion')) return `${folded.slice(0, -3)}ión`;
  if (SECOND_PERSON.test(folded)) return `${folded.slice(0, -3)}${folded.at(-3) === 'a' ? 'á' : 'é'}is`;
  return folded;
}

const ACCENTS: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };

function withoutAccents(word: string): string {
  return word.replaceAll(/[áéíóú]/g, (letter) => ACCENTS[letter] ?? letter);
}
