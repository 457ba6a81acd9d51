import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

// What an apostrophe cuts off is a word of its own.
const STOP_WORDS = wordSet(`
l d un c s m t v dell all dall nell sull coll quest quell quant dov com
il lo la i gli le uno una di del dello della dei degli delle a al allo alla ai agli alle
da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle su sul sullo sulla sui sugli sulle con per e ed o
chi che cosa quale quali quando quanto quanta quanti quante come dove perché cui
mi ti si ci vi mio mia miei mie nostro nostra vostro vostra questo questa questi queste
è sono era ho hai ha abbiamo hanno può posso
ciao grazie bisogno cerco
`);

/** Words of many questions, whatever they ask about. */
const GENERAL_WORDS = wordSet(`
sapere so sa dire dice dimmi trovare trova trovo avere avete dare danno darmi prendere prende venire viene venga
vengono andare va vado mettere vedere vedo passare passa mandare mando manda inviare invio mostrare usare usa chiedere
chiedo cercare cerca volere vorrei vorrebbe vuole voglio potere puoi possono potrebbe dovere devo deve devono serve
servono bisogna fare fa fate fanno faccio succede
tempo spesso molto molti più meno poco pochi qualche ogni altro altri altra stesso tutto tutti tutta anche ancora già
bene male sempre mai fino prima dopo durante mentre senza sotto verso contro poi insieme
costa costano costare vale dura durano inizia comincia esiste offrite offre offrire include incluso
significa
buono buona migliore nuovo nuova grande piccolo possibile diverso vero
cose modo tipo tipi caso opzione opzioni informazione informazioni esempio domanda motivo problema
giorno giorni settimana settimane mese mesi anno anni ora ore oggi domani ieri mattina sera notte
utente cliente persona persone gente qualcuno signore signora
qui lì allora se ma non no tuo tua suo sua loro ne essere siete siamo stato
rotto rotta rotti guasto guasta economico economica funziona funzionano
riesco riesce riescono riuscire posso potete dobbiamo vorremmo hanno ho abbiamo resta rimane continua continuo
iniziare finire lasciare lascia esce escono uscire entra entrare mette mettono metto due tre così troppo quasi
subito brutto cattivo peggio solo sola quanti quante quale quali sto sta stanno era sarà
`);

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(`
avvocato avvocati avvocata divorzio eredità testamento, notaio notai, commercialista contabile, medico medici dottore dottoressa
chirurgo infermiere infermiera ginecologo pediatra dermatologo, dentista dentisti ortodontista dentale dentali, psicologo
psicologa psichiatra psicoterapeuta terapeuta, fisioterapista fisioterapia osteopata podologo massaggio massaggi massaggiatore,
nutrizionista dietista, farmacia farmacie farmacista, ottico oculista occhiali, veterinario veterinaria canina canino felina,
parrucchiere parrucchiera barbiere, estetista manicure pedicure truccatrice botox depilazione ceretta liposuzione, tatuaggio
tatuaggi tatuatore, insegnante insegnanti professore ripetizioni corso corsi, allenatore palestra palestre yoga pilates karate
judo zumba crossfit, autoscuola, asilo tata babysitter, panettiere panetteria panificio pasticceria pasticcere torta torte,
macellaio macelleria, pescheria, fiorista fioraio bouquet, cuoco catering cameriere cameriera ristorante ristoranti pizza
pizzeria sushi hamburger, fotografo fotografa, sarto sarta cucito cucire, calzolaio, gioielleria gioielliere, idraulico,
elettricista, fabbro, falegname, imbianchino pittura, muratore, giardiniere giardinaggio siepe siepi prato potatura potare,
trasloco traslochi, meccanico pneumatici gommista, sfasciacarrozze, taxi tassista autista, corriere, architetto geometra,
immobiliare, giornalista, traduttore traduttrice traduzione traduzioni interprete, tipografia, programmatore iphone smartphone
laptop computer stampante playstation, investigatore, funebre funebri, ostetrica, badante badanti, toelettatura, maniscalco,
cartomante astrologo oroscopo tarocchi, tappezziere, saldatore, vetraio, disinfestazione, clown mago, assicurazione
assicurazioni, mutuo mutui prestito prestiti leasing, noleggio affitto affitti affittare, vendo asta aste, lotteria scommesse,
bitcoin criptovaluta criptovalute, adottare adozione adozioni, brevetto, hotel albergo alberghi ostello campeggio, volo voli
crociera crociere, concerto concerti teatro cinema museo musei discoteca, sci, ballo danza, chitarra pianoforte violino,
giocattolo giocattoli, cavallo cavalli, pappagallo pappagalli, casino bingo karaoke, piscina piscine, fotovoltaico fotovoltaici
solare solari, geotermia, pellet legna, camino caminetto spazzacamino, antifurto videosorveglianza, ponteggio ponteggi,
betoniera escavatore, deposito, arredatore arredatrice, pergola pergole gazebo veranda, marmo granito, parquet, montascale,
antenna antenne parabola, router, bicicletta biciclette monopattino motocicletta, barca yacht camper roulotte, vaccino vaccini
ecografia radiografia risonanza, passaporto passaporti cittadinanza, materasso materassi, tennis calcetto basket golf, surf
kayak, demolizione demolizioni, amianto,
ricetta ricette farmaco farmaci medicinali lasagna lasagne spaghetti carbonara tiramisù risotto, meteo meteorologia, spotify,
netflix film hollywood, indovinello cruciverba sudoku, calcio campionato olimpiadi nba, elezioni parlamento senatore, dividendo
azionista azionisti, algebra trigonometria tesina, javascript chatgpt, minecraft fortnite pokemon, dinosauro dinosauri vulcano
astronauta, uncinetto, telescopio microscopio, borsetta
`);

/** Italian. `qualita`, as it is typed, is `qualità`. */
export const italian: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  subjects: SUBJECTS,
  placePrepositions: new Set(['a', 'in']),
  stem: (word) => STEMMERS.it(word.replace(/ita$/, 'ità')),
};
