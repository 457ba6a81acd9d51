import { wordByForm, wordSet, type LanguagePack } from './language.ts';
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

// Irregular forms that the stemmer does not conflate. Forms that are also further words are excluded (left, saw,
// found).
const IRREGULAR_FORMS: ReadonlyMap<string, string> = wordByForm(`
begin: began, begun; bend: bent; bite: bitten; bleed: bled; blow: blew, blown; break: broke, broken; bring: brought;
build: built; burn: burnt; buy: bought; catch: caught; child: children; choose: chose, chosen; deal: dealt; dig: dug;
draw: drew, drawn; drink: drank, drunk; drive: drove, driven; eat: ate, eaten; fall: fallen; feed: fed; fight: fought;
flee: fled; fly: flew, flown; foot: feet; forbid: forbade, forbidden; forget: forgot, forgotten;
freeze: froze, frozen; grow: grew, grown; half: halves; hang: hung; hide: hid, hidden; hold: held; keep: kept;
knife: knives; learn: learnt; lend: lent; light: lit; loaf: loaves; lose: lost; man: men; meet: met;
mistake: mistook, mistaken; mouse: mice; mow: mown; pay: paid; prove: proven; rebuild: rebuilt; repay: repaid;
ring: rang; run: ran; seek: sought; sell: sold; send: sent; sew: sewn; shake: shook, shaken; shelf: shelves;
show: shown; shrink: shrank, shrunk; sing: sang, sung; sleep: slept; speak: spoken; spell: spelt; spend: spent;
spill: spilt; spoil: spoilt; steal: stole, stolen; stick: stuck; strike: struck; sweep: swept; swell: swollen;
swim: swam, swum; teach: taught; tear: torn; think: thought; throw: threw, thrown; tooth: teeth;
understand: understood; wear: wore, worn; weave: wove, woven; wife: wives; withdraw: withdrew, withdrawn;
woman: women; write: wrote, written
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
