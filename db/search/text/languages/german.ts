import { slipsOf } from '../edit-distance.ts';
import { subjectsOf, wordSet, type LanguagePack } from './language.ts';
import { STEMMERS } from './stemmers.ts';

const STOP_WORDS = wordSet(`
der die das den dem des ein eine einen einem einer eines
und oder in im an am auf von vom zu zum zur mit bei beim für
wer wen wem was wie wo wann warum welche welcher welches welchen welchem
ist sind war waren wird werden wurde wurden hat haben
ich wir sie es er man sich bitte danke hallo brauche suche
`);

/** Words of many questions, whatever they ask about. */
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

/** Neighbours on German keyboards. */
const QWERTZ =
  'qw we er rt tz zu ui io op as sd df fg gh hj jk kl yx xc cv vb bn nm ' +
  'qa ws ed rf tg zh uj ik ol ay sx dc fv gb hn jm wa es rd ft gz hu ji ko lp';

/** What is wanted, by fields: trades, goods, bargains, outings. */
const SUBJECTS = subjectsOf(
  `
anwalt anwältin rechtsanwalt rechtsanwältin kanzlei scheidung sorgerecht testament, notar notarin, steuerberater buchhalter,
arzt ärzte ärztin chirurg krankenschwester frauenarzt kinderarzt hautarzt augenarzt, zahnarzt zahnärzte zahnärztin
kieferorthopäde zahnspange, psychologe psychologin psychotherapeut psychotherapie therapeut psychiater, physiotherapie
physiotherapeut osteopath chiropraktiker podologe massage masseur, ernährungsberater, apotheke apotheker, optiker brille
kontaktlinse hörgerät, tierarzt tierärztin, friseur frisör friseurin barbier, kosmetikerin kosmetikstudio maniküre pediküre
botox wimpern fettabsaugung, tattoo tätowierer, lehrer lehrerin nachhilfe unterricht kurs sprachkurs kochkurs malkurs lehrgang,
trainer trainerin fitnessstudio yoga pilates karate judo zumba crossfit, fahrschule führerschein, kindergarten kita tagesmutter
babysitter, bäcker bäckerei konditorei torte, metzger metzgerei fleischer, florist blumenladen blumenstrauß, catering kellner
kellnerin restaurant pizza sushi burger, fotograf fotografin, schneider schneiderei schneiderin nähen nähmaschine, schuster,
juwelier, klempner, elektriker, schlüsseldienst, schreiner tischler, maler, maurer, dachdecker, gärtner gärtnerei hecke
heckenschnitt baumfällung rollrasen, putzfrau putzhilfe, umzugsunternehmen, mechaniker autowerkstatt reifenwechsel,
schrottplatz, taxi chauffeur, kurierdienst, architekt, makler immobilienmakler, journalist, übersetzer übersetzung dolmetscher,
druckerei, programmierer iphone smartphone laptop computer drucker playstation, detektiv, bodyguard, bestatter bestattung,
hebamme, pflegekraft, hundesalon hundefriseur tierpension, hufschmied, wahrsager wahrsagerin astrologe horoskop tarot,
polsterer, schweißer, glaserei, kammerjäger, clown zauberer, versicherung, hypothek kredit darlehen leasing, mieten vermieten
vermietung verleih mietwohnung mietwagen, gebrauchtwagen versteigerung auktion, lotto wetten, bitcoin, adoptieren adoption,
patent, hotel ferienwohnung campingplatz, flug flüge kreuzfahrt, konzert theater kino museum disco, skifahren, tanzkurs
tanzschule, gitarre klavier geige, spielzeug, pferd, papagei, hundefutter katzenfutter, casino bingo karaoke, schwimmbad pool
whirlpool, solaranlage photovoltaik solar, geothermie, pellet brennholz, kamin kaminofen schornsteinfeger, alarmanlage
videoüberwachung, gerüst gerüstbau, bagger betonmischer, lagerraum selfstorage, innenarchitekt raumausstatter, wintergarten
pergola, markise, marmor granit arbeitsplatte, parkett, entrümpelung haushaltsauflösung, klärgrube, treppenlift, antenne
satellitenschüssel, router, fahrrad motorrad, boot yacht wohnmobil wohnwagen, impfung ultraschall röntgen mrt, reisepass
einbürgerung, matratze, tennis fußball basketball golf, tauchen surfen kajak, abriss, asbest,
krankenwagen, verlobungsring, wäscherei, buchhandlung, parfüm, supermarkt, autohaus, abschleppdienst, sauna
solarium, perücke, piercing, luftballon, orchester, schach, schwimmkurs, akupunktur homöopathie reiki,
kochrezept backrezept lasagne spaghetti pfannkuchen kuchen, wettervorhersage wetterbericht wetterdienst, spotify, netflix
spielfilm kinofilm hollywood, kreuzworträtsel sudoku, bundesliga weltmeisterschaft olympia nba, bundestag bundestagswahl
bundeskanzler parlament, dividende aktionär aktie, hausaufgaben bruchrechnung bachelorarbeit masterarbeit, javascript chatgpt,
minecraft fortnite pokemon, dinosaurier vulkan astronaut, fluggesellschaft, stricken häkeln, stipendium, teleskop mikroskop,
handtasche sonnenbrille armbanduhr
`,
  'n',
  'en',
  'e',
  's',
);

/** German. Umlauts may be written without their dots; ß is ss. */
export const german: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  subjects: SUBJECTS,
  placePrepositions: new Set(['in', 'bei']),
  stem: STEMMERS.de,
  hasCompounds: true,
  slips: slipsOf(QWERTZ),
};
