import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
un o unei unui niște al a ai ale cel cea cei cele și sau de la în din pe cu prin pentru că să se
ce cine cui care cât câtă câți câte când unde cum este e sunt era erau a fost au am ai îi îl lui
`);

/** What is wanted, by fields: trades, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
avocat, notar, contabil, medic doctor chirurg ginecolog pediatru dermatolog, dentist stomatolog ortodont dentar dentară,
psiholog psihiatru terapeut, kinetoterapeut fizioterapie masaj maseur, nutriționist, farmacie farmacii farmacist, optică
oftalmolog, veterinar canin canină, frizer frizerie coafor coafeză, cosmeticiană manichiură pedichiură epilare, tatuaj, profesor
profesoară meditații curs cursuri, antrenor yoga pilates karate judo zumba crossfit, creșă grădiniță bonă, brutărie brutar
cofetărie tort, măcelărie, florărie, bucătar catering ospătar restaurant pizza pizzerie sushi burger, fotograf, croitor
croitorie, cizmar, bijuterie, instalator, electrician, lăcătuș, tâmplar, zugrav, zidar, grădinar, mutări, mecanic, dezmembrări,
taxi șofer, curier, arhitect, jurnalist, traducător traducere traduceri, tipografie, programator iphone smartphone laptop,
detectiv, funerare, moașă, astrolog horoscop tarot, tapițer, sudor, dezinsecție, clovn, asigurare asigurări, ipotecă împrumut
leasing, închiriere închirieri chirie, licitație, loterie pariuri, bitcoin, adopta adopție, hotel pensiune camping, croazieră,
concert teatru cinema muzeu, schi, dans, chitară pian vioară, jucării, papagal, casino bingo karaoke
`,
  'i',
  'e',
  'ul',
  'a',
);

/** Romanian. ş and ţ with a cedilla are ș and ț with a comma, as older keyboards cannot write those. */
export const romanian: LanguagePack = {
  placePrepositions: new Set(['in']),
  stopWords: STOP_WORDS,
  subjects: SUBJECTS,
  stem: (word) => STEMMERS.ro(word.replaceAll('ș', 'ş').replaceAll('ț', 'ţ')),
};
