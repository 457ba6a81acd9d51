import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { demoPages } from '../index/demo-pages.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { indexOf, placeNamesOf } from './search-pages.ts';

/**
 * Golden queries as customers type them, and the page they should find: without a city, the service's general page.
 * Written as people speak, before looking at what the search answers.
 */
const GOLDEN = `
fontanero madrid → /madrid/fontaneria
plomero en madrid → /madrid/fontaneria
se me sale el agua del grifo en sevilla → /sevilla/fontaneria
gotea el grifo de la cocina zaragoza → /zaragoza/fontaneria
fuga de agua urgente valencia → /valencia/fontaneria
cisterna pierde agua bilbao → /bilbao/fontaneria
instalar termo eléctrico en málaga → /malaga/fontaneria
cambiar bañera por plato de ducha en granada → /granada/fontaneria
humedad en el techo vigo fontanero → /vigo/fontaneria
no tengo presión en la ducha en elche → /elche/fontaneria
fontanero barato oviedo → /oviedo/fontaneria
cuanto cobra un fontanero en murcia → /murcia/fontaneria
fontanero urjente barselona → /barcelona/fontaneria
canbiar grifo pamplona → /pamplona/fontaneria
descalcificador tenerife → /tenerife/fontaneria
latiguillo roto lavabo las palmas → /las-palmas/fontaneria
fontaneros en palma de mallorca → /mallorca/fontaneria
fontaneria coruña → /a-coruna/fontaneria
electricista madrid → /madrid/electricidad
electricista urgente barcelona → /barcelona/electricidad
electrisista en valladolid → /valladolid/electricidad
me he quedado sin luz en sevilla → /sevilla/electricidad
salta el diferencial alicante → /alicante/electricidad
saltan los plomos en casa zaragoza → /zaragoza/electricidad
boletin electrico murcia → /murcia/electricidad
certificado de instalación eléctrica gijón → /gijon/electricidad
poner un enchufe nuevo en córdoba → /cordoba/electricidad
cargador coche eléctrico garaje bilbao → /bilbao/electricidad
punto de recarga vigo → /vigo/electricidad
aumentar potencia contratada málaga → /malaga/electricidad
cambiar cuadro de luces granada → /granada/electricidad
videoportero averiado pamplona → /pamplona/electricidad
iluminación led oviedo → /oviedo/electricidad
averías eléctricas palma → /mallorca/electricidad
electricistas las palmas de gran canaria → /las-palmas/electricidad
electricista santa cruz de tenerife → /tenerife/electricidad
cerrajero madrid → /madrid/cerrajeria
cerrajero 24 horas barcelona → /barcelona/cerrajeria
me he dejado las llaves dentro valencia → /valencia/cerrajeria
abrir puerta sin llave sevilla → /sevilla/cerrajeria
cambiar bombín zaragoza → /zaragoza/cerrajeria
cambio de cerradura málaga → /malaga/cerrajeria
puerta blindada murcia → /murcia/cerrajeria
puerta acorazada alicante → /alicante/cerrajeria
persiana metálica atascada córdoba → /cordoba/cerrajeria
abrir caja fuerte bilbao → /bilbao/cerrajeria
cerradura inteligente valladolid → /valladolid/cerrajeria
serrajero en granada → /granada/cerrajeria
zerrajero urgente elche → /elche/cerrajeria
he perdido las llaves de casa vigo → /vigo/cerrajeria
amaestramiento de llaves gijon → /gijon/cerrajeria
cerrajeros a coruña → /a-coruna/cerrajeria
desatascos madrid → /madrid/desatascos
desatranco barcelona → /barcelona/desatascos
tubería atascada sevilla → /sevilla/desatascos
váter atascado valencia → /valencia/desatascos
inodoro atascado zaragoza → /zaragoza/desatascos
limpieza fosa séptica murcia → /murcia/desatascos
pocero urgente alicante → /alicante/desatascos
arqueta obstruida málaga → /malaga/desatascos
camion cuba desatascos bilbao → /bilbao/desatascos
inspección con cámara tuberías valladolid → /valladolid/desatascos
mal olor desagüe pamplona → /pamplona/desatascos
bombeo aguas residuales oviedo → /oviedo/desatascos
desatascar fregadero palma de mallorca → /mallorca/desatascos
desataskos granada → /granada/desatascos
reformas madrid → /madrid/reformas
reforma integral de piso barcelona → /barcelona/reformas
reformar el baño en sevilla → /sevilla/reformas
reforma de cocina valencia → /valencia/reformas
pintar piso zaragoza → /zaragoza/reformas
pintores en murcia → /murcia/reformas
poner tarima flotante alicante → /alicante/reformas
parquet málaga → /malaga/reformas
impermeabilizar terraza bilbao → /bilbao/reformas
cambiar ventanas valladolid → /valladolid/reformas
reformar local comercial vigo → /vigo/reformas
albañil córdoba → /cordoba/reformas
renovar cocina elche → /elche/reformas
reforma vaño gijón → /gijon/reformas
reparar lavadora madrid → /madrid/servicio-tecnico-electrodomesticos
servicio técnico electrodomésticos barcelona → /barcelona/servicio-tecnico-electrodomesticos
nevera no enfría sevilla → /sevilla/servicio-tecnico-electrodomesticos
frigorífico averiado valencia → /valencia/servicio-tecnico-electrodomesticos
arreglo de lavavajillas zaragoza → /zaragoza/servicio-tecnico-electrodomesticos
la caldera pierde presión murcia → /murcia/servicio-tecnico-electrodomesticos
reparación aire acondicionado málaga → /malaga/servicio-tecnico-electrodomesticos
climatización no funciona alicante → /alicante/servicio-tecnico-electrodomesticos
vitro rota bilbao → /bilbao/servicio-tecnico-electrodomesticos
horno no calienta valladolid → /valladolid/servicio-tecnico-electrodomesticos
secadora se para granada → /granada/servicio-tecnico-electrodomesticos
tecnico de calderas vigo → /vigo/servicio-tecnico-electrodomesticos
labadora no centrifuga oviedo → /oviedo/servicio-tecnico-electrodomesticos
refrigerador tenerife → /tenerife/servicio-tecnico-electrodomesticos
madrid → /madrid
servicios en mallorca → /mallorca
qué hacéis en gijón → /gijon
fontanero → /fontaneria
electricista → /electricidad
cerrajería → /cerrajeria
reformas integrales → /reformas
grifo que gotea → /fontaneria
lampista → /fontaneria
se ha roto la nevera → /servicio-tecnico-electrodomesticos
desatranques → /desatascos
placas solares → /placas-solares
paneles solares valencia → /valencia/placas-solares
autoconsumo en málaga → /malaga/placas-solares
bateria domestica sevilla → /sevilla/placas-solares
piscina verde mallorca → /mallorca/piscinas
depuradora tenerife → /tenerife/piscinas
mi piscina pierde agua → /piscinas
limpieza de garaje comunidad bilbao → /bilbao/comunidades
administrador de fincas informe para la junta → /comunidades
rampa para el portal zaragoza → /zaragoza/comunidades
chamberí → /madrid/chamberi
turno de noche en vallecas → /madrid/vallecas
horario de atención → /contacto
teléfono → /contacto
correo electrónico de la empresa → /contacto
quiénes sois → /quienes-somos
historia de la empresa → /quienes-somos
preguntas frecuentes → /preguntas-frecuentes
qué servicios tenéis → /servicios
política de cookies → /cookies
protección de datos → /politica-de-privacidad
aviso legal → /aviso-legal
trabajar con vosotros → /trabaja-con-nosotros
ofertas de empleo → /trabaja-con-nosotros
tarifas → /tarifas
lista de precios → /tarifas
recargo en festivos → /tarifas
qué cubre la garantía → /garantias
`;

type Golden = { readonly query: string; readonly city?: string; readonly expect: readonly string[] };

const SPOKEN = GOLDEN.trim()
  .split('\n')
  .map((line): Golden => {
    const [query = '', path = ''] = line.split(' → ');
    return { query, expect: [path] };
  });

/** The same, collected by somebody else; some may find either of two pages. */
const COLLECTED = JSON.parse(
  readFileSync(new URL('../../fixtures/golden-queries.json', import.meta.url), 'utf8'),
) as readonly Golden[];

/** As many and more kinds, written later, and judged before search was asked; about things that nobody does, too. */
const CUSTOMERS = readQueries('customer-queries.txt');

/** By two writers who saw the pages of the site, and nothing of the search. */
const BLIND = readQueries('blind-queries.txt');

/** The same by a third writer. */
const THIRD = readQueries('third-writer-queries.txt');

/** And by a fourth. */
const FOURTH = readQueries('fourth-writer-queries.txt');

function readQueries(file: string): readonly Golden[] {
  return readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Golden => {
      const [query = '', paths = ''] = line.split(' → ');
      return { query, expect: paths.split(' ').filter((path) => path !== '') };
    });
}

const QUERIES = [...SPOKEN, ...COLLECTED];

for (const mode of ['memory', 'file'] as const) {
  describe(`search of the demo site (${mode})`, () => {
    const site = indexOf(demoPages(), { placeNames: placeNamesOf(demoPages(), DEFAULT_CITIES, 'ES') }, mode);
    after(() => {
      site[Symbol.dispose]();
    });

    const answers = QUERIES.map(({ query, city, expect }) => ({ query, expect, found: site.find(query, city, 8) }));

    function shareWithin(first: number): { readonly share: number; readonly missed: string[] } {
      const missed = answers
        .filter(({ expect, found }) => {
          return !found.slice(0, first).some((one) => expect.includes(one));
        })
        .map(({ query, found }) => `${query} → ${found.slice(0, 3).join(' ')}`);
      return { share: 1 - missed.length / QUERIES.length, missed };
    }

    it('finds the right page first for 95 of 100 customers', (test) => {
      const { share, missed } = shareWithin(1);
      test.diagnostic(`${QUERIES.length} queries, recall@1 ${share.toFixed(3)}`);
      assert.ok(share >= 0.95, `${share}\n${missed.join('\n')}`);
    });

    /** The shares of queries of which the right page is first, and among three. */
    function sharesOf(queries: readonly Golden[]) {
      const asked = queries.filter(({ expect }) => expect.length > 0);
      const places = asked.map(({ query, expect }) =>
        site.find(query, undefined, 8).findIndex((one) => expect.includes(one)),
      );
      const shareOf = (first: number) => places.filter((at) => at >= 0 && at < first).length / asked.length;
      return { first: shareOf(1), amongThree: shareOf(3), asked: asked.length };
    }

    it('finds the right page first for 80 of 100 fresh questions, in other words, places, languages, and among three for 88', (test) => {
      const { first, amongThree, asked } = sharesOf(CUSTOMERS);
      test.diagnostic(`${asked} queries, recall@1 ${first.toFixed(3)}, recall@3 ${amongThree.toFixed(3)}`);
      assert.ok(first >= 0.8 && amongThree >= 0.88, `${first} ${amongThree}`);
    });

    it('finds the right page first for 80 of 100 queries of writers who never saw it search, and among three for 86', (test) => {
      const { first, amongThree, asked } = sharesOf(BLIND);
      test.diagnostic(`${asked} queries, recall@1 ${first.toFixed(3)}, recall@3 ${amongThree.toFixed(3)}`);
      assert.ok(asked === 300 && first >= 0.8 && amongThree >= 0.86, `${first} ${amongThree}`);
    });

    for (const [writer, queries, least] of [
      ['a third', THIRD, { first: 0.82, amongThree: 0.9 }],
      ['a fourth', FOURTH, { first: 0.84, amongThree: 0.92 }],
    ] as const) {
      it(`finds the right pages first for ${least.first} of the queries of ${writer} such writer`, (test) => {
        const { first, amongThree, asked } = sharesOf(queries);
        const figures = `recall@1 ${first.toFixed(3)}, recall@3 ${amongThree.toFixed(3)}`;
        test.diagnostic(`${asked} queries, ${figures}`);
        assert.ok(first >= least.first && amongThree >= least.amongThree, figures);
      });
    }

    it('answers nearly every query that has an answer, and reports low confidence for few of them', () => {
      const all = [...CUSTOMERS, ...BLIND, ...THIRD, ...FOURTH];
      const judged = all.map(({ query, expect }) => {
        const { hits, confidence } = site.index.search({ query, city: undefined, limit: 1, offset: 0 });
        return { isAnswerable: expect.length > 0, isEmpty: hits.length === 0, isLow: confidence === 'low' };
      });
      const answerable = judged.filter(({ isAnswerable }) => isAnswerable);
      const others = judged.filter(({ isAnswerable }) => !isAnswerable);
      const shareOf = (of: typeof judged, key: 'isEmpty' | 'isLow') => of.filter((one) => one[key]).length / of.length;
      assert.ok(shareOf(answerable, 'isEmpty') <= 0.005);
      assert.ok(shareOf(answerable, 'isLow') <= 0.08);
      assert.ok(shareOf(others, 'isLow') >= 0.57);
    });

    it('prefers what is of every city, though several copies for cities say each word of a query', () => {
      assert.equal(site.find('calentador de agua eléctrico nuevo', undefined, 1)[0], '/fontaneria');
    });

    it('knows a thing by what it does, what it lacks and what it is for', () => {
      for (const [query, path] of [
        ['abrir la puerta de casa con la huella', '/cerrajeria'],
        ['quiero más potencia, se queda corta', '/electricidad'],
        ['no me dan de alta la luz sin el papel de la instalación', '/electricidad'],
        ['platos sucios', '/servicio-tecnico-electrodomesticos'],
        ['la calefacción pierde presión', '/servicio-tecnico-electrodomesticos'],
        ['poner suelo laminado', '/reformas'],
        ['soy administradora de varios edificios', '/comunidades'],
        ['electrólisis de sal', '/piscinas'],
        ['vuelve a gotear lo que arreglasteis', '/garantias'],
        ['gestiono varias comunidades', '/comunidades'],
        ['anillo por el desagüe', '/desatascos'],
        ['se dobló la llave', '/cerrajeria'],
        ['no coge temperatura y el pan no se hace', '/servicio-tecnico-electrodomesticos'],
        ['el agua está verde', '/piscinas'],
      ] as const) {
        assert.equal(site.find(query, undefined, 1)[0], path, query);
      }
    });

    it('answers who has a service done in the storage room', () => {
      assert.equal(site.find('cambiar el bombín de la puerta del trastero', undefined, 1)[0], '/cerrajeria');
    });

    it('answers what names a thing of the company, though nothing stands for other words, or for general ones', () => {
      for (const query of ['la ropa sale chorreando de la lavadora', 'manitas para arreglar cosas de casa']) {
        assert.notEqual(site.find(query, undefined, 1).length, 0, query);
      }
    });

    it('prefers the page of a service that is named to the front page of its city, and otherwise the front page', () => {
      const first = (query: string) => site.find(query, undefined, 1)[0];
      for (const [query, service] of [
        ['cerrajero urgente', 'cerrajeria'],
        ['albañil urgente', 'reformas'],
        ['desatascos con camión cuba', 'desatascos'],
      ]) {
        assert.equal(first(`${query} sevilla`), `/sevilla/${service}`, query);
      }
      for (const query of ['servicios', 'empresa de mantenimiento', 'urgencias']) {
        assert.equal(first(`${query} en sevilla`), '/sevilla', query);
      }
    });

    it('finds the right page among the first three for 98 of 100', (test) => {
      const { share, missed } = shareWithin(3);
      test.diagnostic(`${QUERIES.length} queries, recall@3 ${share.toFixed(3)}`);
      assert.ok(share >= 0.98, `${share}\n${missed.join('\n')}`);
    });
  });
}
