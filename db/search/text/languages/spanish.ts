import { spanishStem } from './spanish-stem.ts';
import { wordSet, type LanguagePack } from './language.ts';
import { QWERTY, slipsOf } from '../edit-distance.ts';
import { fold } from '../folding.ts';

// Folded articles, prepositions, pronouns, auxiliaries, question words and polite words of a request.
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

// Frequent words of queries on any subject.
const GENERAL_WORDS = wordSet(`
saber sabe saben sepa conocer conozco decir dice dime digan diga dicho explicar explica explicame contar dar da dan
dais doy den tiempo tarda tardan tardar dura duran durar
cuesta cuestan costar costaria vale valen valdria cobran cobrais cobrar cobra pasa pasar pasan pase llega llegar
llegan lleva llevan llevar llevo traer traigo viene vienen venir vengo sale salen salir
sirve sirven servir usa usan usar utilizar utiliza usais empieza empiezan empezar comienza sigue siguen seguir deja
dejan dejar dejo pone ponen poner pongo ponerse saca sacar quita quitar quito
manda mandar mando enviar envio envia mirar mira ver veo ven vea pide piden pedir pido busca buscar encontrar
encuentro encuentra averiguar consultar
ofrece ofrecen ofreceis ofrecer incluye incluyen incluir incluido incluida acepta aceptan aceptais aceptar existe
existen recibir recibe recibo entrar entra
permite permiten permitir necesitan necesitar necesitais gusta gustaria interesa interesado conviene convenir importa
ocurre sucede trabajan trabajais domicilio particular online funciona funcionan funcionar arranca arrancan arrancar
roto rota rotos rotas rompe rompen romper averiado averiada estropeado estropeada
gran grande grandes bueno buena buenos buenas mejor mejores peor nuevo nueva nuevos nuevas posible posibles mayor
menor primera primero primer ultima ultimo unico unica proximo proxima
tipo tipos forma formas manera cosa cosas vez veces parte caso casos opcion opciones ejemplo modo general informacion
ayuda problema problemas motivo
dia dias semana semanas mes meses año años hora horas hoy mañana tarde noche ayer momento rato
usuario usuaria cliente clienta persona personas gente señor señora
menos bastante demasiado casi bien mal igual dentro cerca lejos arriba abajo encima debajo alrededor además
junto juntos sola todavia tal
llevais llevamos llegais venis vais cubris atendeis numero detras delante descompuesto descompuesta malogrado malograda jodido fastidiado fastidiada
prende prenden enciende encienden hacedme cojo coger cogido acaba acabo acabar acabado perdona oye poquito directo
urge ahorita ultimamente sigo seguimos meter meterse volver vuelve vuelto moderno profesional
profesionales recomiendas recomendais alguien cualquiera quizas seria
rompio rompieron rompido estropeo averio dejo paro cayo llego salio empezo quito puso dio vino fallo exactamente raro rara raros raras dedicais dedican
echar echa echan
barato barata baratos baratas economico economica economicos economicas dano danado danada danaron fallar falla fallan
`);

export const spanish: LanguagePack = {
  stopWords: STOP_WORDS,
  generalWords: GENERAL_WORDS,
  placePrepositions: new Set(['en']),
  knownPlacePrepositions: new Set(['a', 'por', 'desde', 'hasta']),
  stem: (word) => spanishStem(fold(word)),
  relatedFrom: Infinity,
  otherNumbers: (word) => (word.endsWith('s') ? [word.slice(0, -1), word.slice(0, -2)] : [`${word}s`, `${word}es`]),
  slips: slipsOf(QWERTY, 'bv cs cz sz gj yi ck kq xs xj nm uw', 'h'),
};
