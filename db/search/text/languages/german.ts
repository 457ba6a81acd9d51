import { slipsOf } from '../edit-distance.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
der die das den dem des ein eine einen einem einer eines
und oder in im an am auf von vom zu zum zur mit bei beim für
wer wen wem was wie wo wann warum welche welcher welches welchen welchem
ist sind war waren wird werden wurde wurden hat haben
ich wir sie es er man sich bitte danke hallo brauche suche
`);

// Frequent words of queries on any subject.
const GENERAL_WORDS = wordSet(`
wissen weiß sagen sagt sag finden finde findet heraus bekommen bekomme bekommt erhalten geben gibt gib machen mache
macht gemacht tun tut gehen geht kommen kommt nehmen stehen steht stellen schicken schicke sende senden zeigen
brauchen braucht möchte möchten will wollen kann können könnte darf dürfen soll sollen muss müssen mag lassen lässt
zeit lange oft viel viele mehr meisten wenig weniger einige etwas jede jeder jedes andere anderen selbst nur auch noch
schon sehr ganz gern immer nie wieder sofort bald dann danach vorher nachher seit bis ohne während zwischen unter über
nach durch gegen
kosten kostet dauert dauern passiert geschieht gilt gelten liegt beginnt anfangen bieten bietet anbieten anbietet
enthalten
gut gute guten besser beste neu neue neuen groß große klein möglich verschieden richtig
sache sachen art arten weise möglichkeit informationen beispiel frage grund problem fall
tag tage tagen woche wochen monat monate jahr jahre stunde stunden heute morgen gestern nacht
nutzer kunde kundin person personen jemand jemanden leute mann frau herr
hier dort da so wenn weil dass ob aber doch nicht kein keine ja nein mich mir dich dir uns ihnen ihr ihre ihren ihrem
ihrer mein meine meinen meinem meiner dein deine euer unser unsere sein seine seinen dieser diese dieses alle alles
als also
nummer euch sowas lohnt lohnen zusätzlich zusätzliche dringend schnell eigentlich vielleicht brauche bräuchte hätte
habt seid
kaputt defekt defekte defektes defekter günstig günstige billig billige funktioniert geht spinnt
`);

// Neighbours on German keyboards.
const QWERTZ =
  'qw we er rt tz zu ui io op as sd df fg gh hj jk kl yx xc cv vb bn nm ' +
  'qa ws ed rf tg zh uj ik ol ay sx dc fv gb hn jm wa es rd ft gz hu ji ko lp';

/** German. Umlauts may be written without dots; ß is ss. */
export const german: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['in', 'bei']),
  stem: STEMMERS.de,
  hasCompounds: true,
  slips: slipsOf(QWERTZ),
};
