import { spanishStem } from './spanish-stem.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { QWERTY, slipsOf } from '../edit-distance.ts';
import { fold } from '../folding.ts';

/**
 * Stop words, folded: articles, prepositions, pronouns, auxiliaries, question words and the courtesies of a request. They
 * say nothing about the subject of a query.
 */
const STOP_WORDS = wordSet(`
a al ante bajo cabe con contra de del desde durante en entre hacia hasta mediante para por segun sin so sobre tras via
el la los las lo un una unos unas
y e ni o u pero mas sino aunque porque pues que si como cuando donde mientras
yo tu vos usted ustedes nosotros nosotras vosotros vosotras ella ellas ello ellos me te se nos os le les mi mis ti su sus
tus nuestro nuestra nuestros nuestras vuestro vuestra vuestros vuestras suyo suya suyos suyas mio mia mios mias
este esta estos estas ese esa esos esas aquel aquella aquellos aquellas esto eso aquello
que quien quienes cual cuales cuanto cuanta cuantos cuantas cuando donde adonde como cuyo cuya cuyos cuyas
ser soy eres es somos sois son sea sean seas sido siendo era eras eran fui fue fuimos fueron fuera fuese sera seran seria serian
estar estoy esta estas estamos estan este esten estaba estaban estado estando estuvo estuvieron
haber he has ha hemos habeis han hay haya hayan habia habian habido hubo hubieron habra habran habria
tener tengo tienes tiene tenemos teneis tienen tenga tengan tenia tenian tuvo tuvieron
hacer hago haces hace hacemos haceis hacen haga hagan hacia hizo hicieron hacerse
poder puedo puedes puede podemos podeis pueden pueda puedan podia podria podrian pudo pudieron
querer quiero quieres quiere queremos quereis quieren quisiera
deber debo debes debe debemos debeis deben deberia
quedar quedo queda quedan quedado
ir voy vas va vamos vais van vaya
muy mucho mucha muchos muchas poco poca pocos pocas tan tanto tanta tantos tantas todo toda todos todas
otro otra otros otras mismo misma mismos mismas algun alguno alguna algunos algunas ningun ninguno ninguna
cada varios varias ambos ambas algo nada alguien nadie
ya aun aqui ahi alli alla aca asi entonces luego despues antes ahora siempre nunca tambien tampoco solo no si
favor hola gracias necesito necesita necesitamos busco buscamos quiero quisiera
`);

/** Spanish. */
export const spanish: LanguagePack = {
  stopWords: STOP_WORDS,
  stem: (word) => spanishStem(fold(word)),
  lackingWords: ['email', 'mail', 'wifi', 'app', 'whatsapp', 'online', 'spa', 'gym', 'ticket'],
  relatesStems: false,
  otherNumbers: (word) => (word.endsWith('s') ? [word.slice(0, -1), word.slice(0, -2)] : [`${word}s`, `${word}es`]),
  sound,
  slips: slipsOf(QWERTY, 'bv cs cz sz gj yi ck kq xs xj nm uw', 'h'),
};

/** `yave` and `llave`, `kaldera` and `caldera` share a key. */
function sound(folded: string): string {
  return folded
    .replaceAll('h', '')
    .replaceAll('ll', 'y')
    .replaceAll(/gu(?=[ei])/g, 'G')
    .replaceAll(/g(?=[ei])/g, 'j')
    .replaceAll(/qu(?=[ei])/g, 'k')
    .replaceAll(/c(?=[ei])|z/g, 's')
    .replaceAll(/[cq]/g, 'k')
    .replaceAll('v', 'b')
    .replaceAll(/(.)\1+/g, '$1');
}
