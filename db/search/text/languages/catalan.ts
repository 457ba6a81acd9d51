import { fold } from '../folding.ts';
import { subjectsOf, wordSet, type LanguagePack } from './language.ts';

// What an apostrophe or a hyphen cuts off is a word of its own.
const STOP_WORDS = wordSet(`
l d n s m t
el la els les lo un una uns unes de del dels a al als en amb per pel pels i o
qui què que quin quina quins quines quan quant quanta quants quantes com on
em et es ens us el meu la meva vostre vostra nostre nostra aquest aquesta aquests aquestes
és són era hi ha he tinc té puc pot cal
hola gràcies necessito busco
`);

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
advocat advocada divorci herència testament, notari, gestoria comptable, metge metgessa cirurgià infermer infermera ginecòleg
pediatre dermatòleg, dentista ortodòncia dental, psicòleg psicòloga psiquiatre, fisioterapeuta fisioteràpia osteòpata podòleg
massatgista massatge, logopeda, nutricionista, farmàcia, òptica oculista ulleres, veterinari veterinària canina felina,
perruquer perruquera perruqueria barber barberia, esteticista manicura pedicura maquilladora depilació, tatuador tatuatge,
professor professora mestre acadèmia curs cursos oposicions, entrenador gimnàs ioga pilates karate judo zumba crossfit,
autoescola, cangur, forner fleca pastisseria pastís, carnisseria, peixateria, floristeria, cuiner càtering cambrer restaurant
pizza pizzeria sushi hamburguesa, fotògraf fotògrafa, sastre modista cosir, sabater, joieria, lampista, electricista, manyà,
fuster, pintor pintura, paleta, jardiner poda gespa, mudança mudances, mecànic, taxi taxista xofer, missatgeria, arquitecte
aparellador, immobiliària, periodista, traductor traductora traducció intèrpret, impremta, programador informàtic ordinador
impressora, detectiu, funerària tanatori, llevadora, cuidador cuidadora, vident horòscop tarot, tapisser, soldador, assegurança
assegurances, hipoteca préstec, lloguer llogar, venc subhasta, loteria, bitcoin, adoptar adopció, patent, hotel hostal càmping,
creuer, concert teatre cinema museu discoteca, esquí, guitarra piano violí, joguina joguines, cavall, lloro, casino bingo
karaoke, piscina, fotovoltaica fotovoltaic solar, pellet, xemeneia escuraxemeneies, alarma videovigilància, bastida, formigonera
excavadora, traster guardamobles, interiorista decorador decoradora, pèrgola, marbre granit, antena antenista, router, bicicleta
patinet motocicleta, vaixell iot autocaravana, vacuna ecografia radiografia, passaport estrangeria nacionalitat, matalàs, tennis
futbol bàsquet golf, submarinisme surf caiac,
recepta receptes medicament medicació lasanya espagueti canelons croqueta, meteorologia, spotify, netflix pel·lícula hollywood,
endevinalla sudoku, lliga champions olimpíades nba, eleccions parlament senador diputat, dividend accionista, àlgebra
trigonometria, javascript chatgpt, minecraft fortnite pokemon, dinosaure volcà astronauta, aerolínia, ganxet, beca, telescopi
microscopi
`,
  's',
);

/** Catalan, of which there is no stemmer: number and the gender of its endings are taken off. */
export const catalan: LanguagePack = {
  stopWords: STOP_WORDS,
  subjects: SUBJECTS,
  placePrepositions: new Set(['a', 'en']),
  knownPlacePrepositions: new Set(['per', 'des', 'fins']),
  stem: (word) => lightStem(fold(word)),
};

/** One stem for `porta` and `portes`, `calefacció` and `calefaccions`, `servei` and `serveis`; short words stay. */
function lightStem(folded: string): string {
  if (folded.length < SHORTEST) return folded;
  const singular = folded.replace(/s$/, '').replace(/on$/, 'o').replace(/[ae]$/, '');
  // qu and gu before e are c and g before a: `boques`, `boca`.
  return singular.replace(/qu$/, 'c').replace(/gu$/, 'g');
}

/** Letters of a word that has an ending. */
const SHORTEST = 4;
