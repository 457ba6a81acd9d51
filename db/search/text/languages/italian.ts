import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

// The tokenizer separates the parts of a word at an apostrophe.
const STOP_WORDS = wordSet(`
l d un c s m t v dell all dall nell sull coll quest quell quant dov com
il lo la i gli le uno una di del dello della dei degli delle a al allo alla ai agli alle
da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle su sul sullo sulla sui sugli sulle con per e ed o
chi che cosa quale quali quando quanto quanta quanti quante come dove perché cui
mi ti si ci vi mio mia miei mie nostro nostra vostro vostra questo questa questi queste
è sono era ho hai ha abbiamo hanno può posso
ciao grazie bisogno cerco
`);

// Frequent words of queries on any subject.
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

/** Italian. The typed form `qualita` is stemmed as `qualità`. */
export const italian: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['a', 'in']),
  stem: (word) => STEMMERS.it(word.replace(/ita$/, 'ità')),
};
