import { STEMMERS } from './stemmers.ts';
import { wordByForm } from './language.ts';
import FORMS from './irregular-forms.json' with { type: 'json' };

// Stems of verbs, and stems of irregular forms that the stemmer does not conflate.
const VERB_STEMS = wordByForm(FORMS.es);

// Lengths of stemmed words, in letters: the stemmer damages shorter words, and longer tokens are not words.
const SHORTEST = 4;
const LONGEST = 40;

/**
 * Stems a folded word (db/search/text/tokenizer.ts).
 * The stemmer requires accents in some endings, and folded text has none. The accents are restored first: `reparacion`
 * has the stem of `reparaciones`, and `trabajais` of `trabajan`. A trade and its tradesman share a stem (`cerrajeria`,
 * `cerrajero`), and so do the forms of a verb with a stem change (`pierde`, `perder`).
 */
export function spanishStem(folded: string): string {
  if (folded.length > LONGEST) return folded;
  if (folded.length < SHORTEST) return folded.replace(UNSTEMMED_ENDING, '');
  const short = STEMMERS.es(withEndingAccent(APOCOPES.get(folded) ?? folded));
  if (short.length > SHORTEST && short.endsWith('eri')) return short.slice(0, -1);
  if (PLURAL_OF_Z.test(folded) && short.endsWith('c')) return `${short.slice(0, -1)}z`;
  return VERB_STEMS.get(short) ?? (short === folded ? short.replace(UNSTEMMED_ENDING, '') : short);
}

// Short forms before a noun.
const APOCOPES: ReadonlyMap<string, string> = new Map([
  ['primer', 'primero'],
  ['tercer', 'tercero'],
]);

const SECOND_PERSON = /^.{3,}[ae]is$/;
// `luces` and `luz`.
const PLURAL_OF_Z = /[aeiou]ces$/;
// The stemmer does not shorten a word of two syllables that begins with a vowel and a consonant: `obra`, `obras`.
const UNSTEMMED_ENDING = /(?<=^[aeiou][^aeiou]+)[aeo]s?$/;

function withEndingAccent(folded: string): string {
  if (folded.endsWith('ion')) return `${folded.slice(0, -3)}ión`;
  if (SECOND_PERSON.test(folded)) return `${folded.slice(0, -3)}${folded.at(-3) === 'a' ? 'á' : 'é'}is`;
  return folded;
}
