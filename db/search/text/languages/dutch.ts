import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
de het een t n s en of in op aan van voor bij met naar te tot uit door om
wie wat waar wanneer waarom hoe hoeveel welk welke wiens
ik jij je u hij zij ze wij we mij me mijn uw onze ons dit dat deze die er
is zijn was waren ben wordt worden heeft hebben heb kan kunt moet
hallo dank bedankt graag nodig zoek
`);

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
advocaat advocaten echtscheiding testament, notaris, boekhouder belastingadviseur, dokter huisarts arts chirurg verpleegkundige
kinderarts, tandarts orthodontist, psycholoog psychiater therapeut, fysiotherapeut fysiotherapie osteopaat podotherapeut massage
masseur, diëtist, apotheek apotheker, opticien oogarts bril contactlenzen, dierenarts, kapper kapster barbier,
schoonheidsspecialist schoonheidssalon manicure pedicure, tatoeage tattoo, leraar lerares bijles cursus cursussen, trainer
sportschool yoga pilates karate judo zumba crossfit, rijschool rijbewijs, kinderopvang crèche babysitter oppas, bakker bakkerij
taart, slager slagerij, bloemist, catering ober restaurant pizza sushi hamburger, fotograaf, kleermaker naaien naaimachine,
schoenmaker, juwelier, loodgieter, elektricien, slotenmaker, timmerman, schilder, metselaar, dakdekker, hovenier tuinman heg
gazon snoeien, schoonmaakster schoonmaker, verhuisbedrijf, garagist, sloperij, taxi chauffeur, koerier, architect, makelaar,
journalist, vertaler vertaling tolk, drukkerij, programmeur iphone smartphone laptop computer printer playstation, detective,
beveiliger, uitvaart begrafenis, verloskundige, hondentrimmer hondentrimsalon dierenpension, hoefsmid, waarzegster astroloog
horoscoop tarot, stoffeerder, lasser, glaszetter, clown goochelaar, verzekering, hypotheek lening leasing, verhuur huurwoning
huurauto, veiling, loterij, bitcoin, adopteren adoptie, hotel vakantiehuis camping, cruise, concert theater bioscoop museum
musea, skiën, dansles, gitaar piano viool, speelgoed, paard, papegaai, casino bingo karaoke, zwembad jacuzzi, zonnepaneel
zonnepanelen, pellet brandhout, schoorsteenveger, camerabewaking, steiger steigerbouw, graafmachine betonmolen,
opslagruimte, interieurontwerper binnenhuisarchitect, pergola serre, marmer graniet, parket, traplift, antenne schotelantenne,
router, fiets scooter motorfiets, boot jacht caravan camper, vaccinatie echografie röntgenfoto, paspoort naturalisatie, matras
matrassen, tennis voetbal basketbal golf, duiken surfen kajak, sloop, asbest,
recept medicijn medicijnen lasagne spaghetti pannenkoek, weerbericht weersverwachting, spotify, netflix film hollywood,
kruiswoordpuzzel sudoku, eredivisie kampioenschap nba, verkiezing parlement, dividend aandeelhouder aandeel, huiswerk scriptie
algebra, javascript chatgpt, minecraft fortnite pokemon, dinosaurus vulkaan astronaut, vliegmaatschappij, breien, studiebeurs,
telescoop microscoop, handtas
`,
  's',
  'en',
  'n',
);

/** Dutch: nouns are put together to one word; z and v within a word are s and f at its end (`huizen`, `huis`). */
export const dutch: LanguagePack = {
  placePrepositions: new Set(['in', 'bij']),
  stopWords: STOP_WORDS,
  subjects: SUBJECTS,
  stem: (word) => STEMMERS.nl(word).replace(/z$/, 's').replace(/v$/, 'f'),
  hasCompounds: true,
};
