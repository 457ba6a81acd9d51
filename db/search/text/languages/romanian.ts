import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
un o unei unui niște al a ai ale cel cea cei cele și sau de la în din pe cu prin pentru că să se
ce cine cui care cât câtă câți câte când unde cum este e sunt era erau a fost au am ai îi îl lui
`);

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
avocat divorț moștenire testament, notar, contabil, medic doctor chirurg ginecolog pediatru dermatolog, dentist stomatolog
ortodont dentar dentară, psiholog psihiatru terapeut, kinetoterapeut fizioterapie masaj maseur, nutriționist, farmacie farmacii
farmacist, optică oftalmolog ochelari, veterinar canin canină, frizer frizerie coafor coafeză, cosmeticiană manichiură
pedichiură epilare, tatuaj, profesor profesoară meditații curs cursuri, antrenor yoga pilates karate judo zumba crossfit, creșă
grădiniță bonă, brutărie brutar cofetărie tort, măcelărie, florărie, bucătar catering ospătar restaurant pizza pizzerie sushi
burger, fotograf, croitor croitorie cusut, cizmar, bijuterie, instalator, electrician, lăcătuș, tâmplar, zugrav, zidar, grădinar
gazon, mutări, mecanic, dezmembrări, taxi șofer, curier, arhitect, jurnalist, traducător traducere traduceri, tipografie,
programator iphone smartphone laptop calculator imprimantă, detectiv, funerare, moașă, astrolog horoscop tarot, tapițer, sudor,
dezinsecție, clovn, asigurare asigurări, ipotecă împrumut leasing, închiriere închirieri chirie, licitație, loterie pariuri,
bitcoin, adopta adopție, hotel pensiune camping, croazieră, concert teatru cinema muzeu, schi, dans, chitară pian vioară,
jucării, papagal, casino bingo karaoke, piscină piscine jacuzzi, fotovoltaic fotovoltaice solar solare, peleți, șemineu coșar,
alarmă supraveghere, schelă schele, excavator betonieră, pergolă, marmură granit, antenă, router, bicicletă biciclete trotinetă
motocicletă, barcă iaht rulotă, vaccin ecografie radiografie, pașaport cetățenie, saltea saltele, tenis fotbal baschet golf,
demolare demolări, azbest
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
