import { IRREGULAR_FORMS } from './english-irregulars.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
a an the this that these those and or of at by for with to from in on
i me my we our you your he his she her it its they their
who whom whose which what where when why how
am is are was were be been do does did has have had
please hello hi thanks thank need needs want looking
`);

// Frequent words of queries on any subject.
const GENERAL_WORDS = wordSet(`
know knows tell tells told say says find finds found get gets getting got give gives given take takes taking took make
makes making made go goes going went come comes coming came put see look looks send sends ask asks show shows use uses
using used
let lets help helps wants wanted would could should can may might must will shall like likes wish
time times long often much many more most less few several some any all every each another other others same such only
just also too very really quite about around over under again once ever never already still yet soon later after
before during between without within until since
cost costs charge charges happen happens happened last lasts start starts begin keep keeps work works worked able
possible available offer offers provide provides include includes including included accept accepts
good better best bad new big small large great different right own sure
thing things way ways kind kinds type types sort option options information details example question questions reason
problem
day days week weeks month months year years hour hours today tomorrow yesterday night morning evening now
user client customer person people someone somebody anybody anyone everybody man woman guy folks
there here then than if because while so but not no yes as into out up down off away back both either roughly whether
number weekend someones else please quick quickly asap gone stuck won cannot cant doesnt isnt
t ll re ve don doesn didn isn wasn aren weren hasn haven hadn couldn wouldn shouldn mustn ain
broken broke faulty cheap cheapest affordable
`);

/** English. British and American spelling have the same stem. */
export const english: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['in', 'near', 'around']),
  knownPlacePrepositions: new Set(['at', 'from', 'to']),
  stem: (word) => STEMMERS.en(inOneSpelling(IRREGULAR_FORMS.get(word) ?? word)),
  otherNumbers: (word) =>
    word.endsWith('s')
      ? [word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]
      : [`${word}s`, `${word}es`, `${word.slice(0, -1)}ies`],
};

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

function inOneSpelling(word: string): string {
  return SPELLINGS.reduce((text, [written, read]) => text.replace(written, read), word);
}
