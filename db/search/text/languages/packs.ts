import { primaryLanguage } from '../../../../shared/languages.ts';
import { QWERTY, slipsOf } from '../edit-distance.ts';
import { fold, lowercase } from '../folding.ts';
import { wordByForm, wordSet, type LanguagePack } from './language.ts';
import { spanishStem } from './spanish-stem.ts';
import { STEMMERS } from './stemmers.ts';
import FORMS from './irregular-forms.json' with { type: 'json' };
import WORDS from './words.json' with { type: 'json' };

type Rules = Omit<LanguagePack, 'stopWords' | 'generalWords' | 'placePrepositions' | 'knownPlacePrepositions'>;

// Neighbours on German and French keyboards.
const QWERTZ =
  'qw we er rt tz zu ui io op as sd df fg gh hj jk kl yx xc cv vb bn nm ' +
  'qa ws ed rf tg zh uj ik ol ay sx dc fv gb hn jm wa es rd ft gz hu ji ko lp';
const AZERTY =
  'az ze er rt ty yu ui io op qs sd df fg gh hj jk kl lm wx xc cv vb bn ' +
  'aq zs ed rf tg yh uj ik ol pm qw sx dc fv gb hn';

// Rules beside the words, by primary language subtag (BCP 47).
const RULES: Readonly<Record<keyof typeof WORDS, Rules>> = {
  ar: { stem: STEMMERS.ar },
  ca: { stem: (word) => catalanStem(fold(word)) },
  de: { stem: STEMMERS.de, hasCompounds: true, slips: slipsOf(QWERTZ) },
  el: { stem: STEMMERS.el },
  en: {
    stem: (word) => STEMMERS.en(englishSpelling(IRREGULAR_FORMS.get(word) ?? word)),
    otherNumbers: (word) =>
      word.endsWith('s')
        ? [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]
        : [`${word}s`, `${word}es`, `${word.slice(0, -1)}ies`],
  },
  es: {
    stem: (word) => spanishStem(fold(word)),
    relatedFrom: Infinity,
    otherNumbers: (word) => (word.endsWith('s') ? [word.slice(0, -1), word.slice(0, -2)] : [`${word}s`, `${word}es`]),
    slips: slipsOf(QWERTY, 'bv cs cz sz gj yi ck kq xs xj nm uw', 'h'),
  },
  // The stemmer depends on accents, which queries omit. It receives words without accents, and -ée as -é.
  fr: { slips: slipsOf(AZERTY), stem: (word) => STEMMERS.fr(fold(word).replace(/ee(?=s?$)/, 'e')) },
  hi: { fold: hindiSpelling, stem: (word) => STEMMERS.hi(fold(word)) },
  // The typed form `qualita` is stemmed as `qualità`.
  it: { stem: (word) => STEMMERS.it(word.replace(/ita$/, 'ità')) },
  // z and v within a word are s and f at its end (`huizen`, `huis`).
  nl: { stem: (word) => STEMMERS.nl(word).replace(/z$/, 's').replace(/v$/, 'f'), hasCompounds: true },
  // The typed form `reparacao` is stemmed as `reparação`.
  pt: { stem: (word) => STEMMERS.pt(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções')) },
  // ş and ţ with a cedilla, from older keyboards, equal ș and ț with a comma.
  ro: { stem: (word) => STEMMERS.ro(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')) },
  // ё is folded to е; й is a separate letter.
  ru: { stem: (word) => STEMMERS.ru(word.replaceAll('ё', 'е')) },
  // The vowel e, typed twice, looks like the vowel ae.
  th: { fold: (folded) => folded.replaceAll('เเ', 'แ').replaceAll('\u0e4d\u0e32', '\u0e33') },
  // I is the capital of ı, and İ of i. Both are folded to i, because many keyboards lack one of them.
  tr: { lowercase: (word) => lowercase(word.replaceAll('I', 'ı').replaceAll('İ', 'i')), stem: STEMMERS.tr },
  // Words are syllables that differ by their marks. Folded stop words are usually also content words.
  vi: { keepsMarks: true },
  zh: {},
};

/** Language packs by primary language subtag (BCP 47). */
export const PACKS: Readonly<Record<string, LanguagePack>> = Object.fromEntries(
  Object.entries<WordLists>(WORDS).map(([language, lists]) => {
    const sets = Object.entries(lists).map(([name, lines]) => [name, wordSet(lines)]);
    return [language, { ...Object.fromEntries(sets), ...RULES[language as keyof typeof WORDS] } as LanguagePack];
  }),
);

type WordLists = Readonly<Record<string, readonly string[]>>;

const NO_PACK: LanguagePack = { stopWords: new Set() };

/** Returns the pack of a language tag; an empty pack by default. */
export function packOf(tag: string): LanguagePack {
  return PACKS[primaryLanguage(tag)] ?? NO_PACK;
}

// The same stem for `porta` and `portes`, `calefacció` and `calefaccions`, `servei` and `serveis`.
function catalanStem(folded: string): string {
  // Shorter words have no ending.
  if (folded.length < 4) return folded;
  const singular = folded.replace(/s$/, '').replace(/on$/, 'o').replace(/[ae]$/, '');
  // qu and gu before e are c and g before a: `boques`, `boca`.
  return singular.replace(/qu$/, 'c').replace(/gu$/, 'g');
}

// Irregular forms that the stemmer does not conflate. Forms that are also further words are excluded (left, saw,
// found).
const IRREGULAR_FORMS = wordByForm(FORMS.en);

// Replacements that unify British and American spelling.
const SPELLINGS: readonly (readonly [written: RegExp, read: string])[] = [
  [/(?<=^od|[a-z]{3})our(?=s?$|ed$|ing$|er|it|abl|ful|less|hood|ly$|y$)/, 'or'],
  [/(?<=[a-z]{3})iz(?=e[ds]?$|ing$|ation|er)/, 'is'],
  [/(?<=al)yz(?=e|ing$)/, 'ys'],
  [/(?<=[a-z]{2}[bt])re(?=s?$)/, 'er'],
  [/(?<=[a-z]{3}e)ll(?=ed$|ing$|er)/, 'l'],
  [/^(def|lic|off)ence(?=s?$)/, '$1ense'],
  [/^mould/, 'mold'],
  [/^grey/, 'gray'],
];

function englishSpelling(word: string): string {
  return SPELLINGS.reduce((text, [written, read]) => text.replace(written, read), word);
}

// A nasal in a conjunct with the next consonant, usually written as anusvara: हिन्दी is हिंदी.
const NASAL_CONJUNCT = /[ङञणनम]्(?=[क-भ])/g;
// Candra vowels of English words, and the vowels that replace them: डॉक्टर is डाक्टर.
const CANDRA: Readonly<Record<string, string>> = { ऑ: 'आ', ऍ: 'ए', 'ॉ': 'ा', 'ॅ': 'े' };

function hindiSpelling(folded: string): string {
  return folded.replaceAll(NASAL_CONJUNCT, 'ं').replaceAll(/[ऑऍॉॅ]/g, (vowel) => CANDRA[vowel] ?? vowel);
}
