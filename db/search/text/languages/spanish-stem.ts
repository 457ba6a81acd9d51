import { STEMMERS } from './stemmers.ts';
import { wordByForm } from './language.ts';

// Stems of verbs, and stems of irregular forms that the stemmer does not conflate.
const VERB_STEMS: ReadonlyMap<string, string> = wordByForm(`
cerr: cierr, encierr; cost: cuest; perd: pierd; calent: calient; encend: enciend; enten: entiend; atend: atiend;
extend: extiend; defend: defiend; manten: mantien, mantuv; conten: contien, contuv; obten: obtien, obtuv;
deten: detien, detuv; ten: tien, tuv; ven: vien; mov: muev; mor: muer, muert, muri; dorm: duerm; son: suen;
solt: suelt; colg: cuelg; descolg: descuelg; mostr: muestr; demostr: demuestr; encontr: encuentr; record: recuerd;
cont: cuent; volv: vuelv, vuelt; devolv: devuelv, devuelt; resolv: resuelv, resuelt; prob: prueb; comprob: comprueb;
apret: apriet; pens: piens; empez: empiez; comenz: comienz, comienc; serv: sirv, sirvi; ped: pid, pidi;
med: mid, midi; segu: sig, sigu, sigui; consegu: consig, consigu, consigui; eleg: elig, eligi;
correg: corrig, corrigi; repar: rep; prepar: prep; compar: comp; separ: sep; refer: refier, refir;
requer: requier, requir; adquir: adquier; suger: sugier, sugir; invert: inviert, invirt; convert: conviert, convirt;
advert: adviert, advirt; sent: sient, sint; jug: jueg; llov: lluev; coc: cuec; torc: tuerc, tuerz; forz: fuerz;
reforz: refuerz; gobern: gobiern; quebr: quiebr; reg: rieg; neg: nieg; freg: frieg; nev: niev; hel: hiel;
dec: dij, dic; produc: produj, produzc; conduc: conduj; introduc: introduj; reduc: reduj; hac: hiz, hech;
escrib: escrit, escribi; abr: abrir, abren, abri, abrid, abriend, abrim, abris, abiert, apertur;
us: usar, usan, usen, usad, usando; romp: rot, rompi, rotur; nac: naci, nazc, nacimient; ofrec: ofrezc; conoc: conozc;
parec: parezc; olor: huel, oler; got: gote; limpi: limpiez; electr: electric; urgent: urgenci; garanti: garantiz;
pint: pintor, pintur
`);

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
