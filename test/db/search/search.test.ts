import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { array, assert as assertProperty, constantFrom, integer, oneof, property, string, subarray } from 'fast-check';
import { buildIndex } from '../../../db/index/builder.ts';
import { openIndexSync, type Index } from '../../../db/index/reader.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import type { Page } from '../../../shared/page.ts';
import { contentOf, indexOf, page, temporaryDirectory } from './search-pages.ts';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';
import { propertyRuns } from '../../helpers/property-runs.ts';
import { wellFormedText } from '../../helpers/well-formed-text.ts';

const SERVICES = [
  ['fontaneria', 'Fontanería', 'Fontaneros que reparan fugas de agua, grifos y cisternas. El año pasado, mil avisos.'],
  ['electricidad', 'Electricidad', 'Electricistas autorizados: averías, cuadros eléctricos y boletines.'],
  ['cerrajeria', 'Cerrajería', 'Abrimos puertas sin romper y cambiamos el bombín de la cerradura.'],
] as const;

/** An index without the words of a trade, which take longer to read than its few pages. */
const plainIndexOf = (pages: Iterable<Page>) => indexOf(pages, { vocabulary: {} });

/** A company with general pages, city pages and copies of every service in every city. */
function company(): Page[] {
  const pages: Page[] = [
    page({ id: 1, path: '/', title: 'Inicio', markdown: 'Reparaciones para el hogar y el negocio.', family: '' }),
    page({ id: 2, path: '/contacto', title: 'Contacto', markdown: 'Teléfono, correo y horario de atención.' }),
    page({ id: 3, path: '/blog/grifos', title: 'Qué hacer si gotea un grifo', markdown: 'Cierre la llave de paso.' }),
  ];
  let id = 10;
  // Copies come first, so that an order by id alone would be wrong.
  for (const { slug, name } of DEFAULT_CITIES) {
    const here = { city: slug };
    pages.push(
      page({ id: id++, path: `/${slug}`, title: name, markdown: `Servicios en ${name}`, ...here, family: '' }),
    );
    for (const [service, title, text] of SERVICES) {
      const path = `/${slug}/${service}`;
      pages.push(page({ id: id++, path, title: `${title} en ${name}`, markdown: text, ...here, family: service }));
    }
  }
  for (const [service, title, text] of SERVICES) {
    pages.push(page({ id: id++, path: `/${service}`, title, markdown: text, family: service }));
  }
  return pages;
}

describe('search', () => {
  const site = indexOf(company());
  after(() => {
    site[Symbol.dispose]();
  });
  const { find, index } = site;

  it('does not mind accents, case or ñ', () => {
    const expected = find('fontanería');
    assert.ok(expected.length > 0);
    for (const typed of ['fontaneria', 'FONTANERÍA', 'Fontaneria']) assert.deepEqual(find(typed), expected);
    assert.equal(find('ano pasado')[0], find('año pasado')[0]);
  });

  it('prefers the page whose title names the thing to one that says it more often', () => {
    const others = [...Array(12).keys()].map((at) =>
      page({ id: 100 + at, title: `Servicio ${at}`, markdown: 'Con garantía de todo el trabajo.' }),
    );
    using called = plainIndexOf([
      page({
        id: 1,
        title: 'Garantía de nuestros trabajos',
        markdown: 'Dos años para lo que hacemos; en la obra, tres.',
      }),
      page({
        id: 2,
        title: 'Cocinas',
        markdown: 'Garantía: la obra tiene garantía, y cada mueble de la obra otra garantía escrita en la obra.',
      }),
      ...others,
    ]);
    assert.equal(called.find('garantía de la obra de cocina')[0], '/p2');
    assert.equal(called.find('garantía de la obra')[0], '/p1');
  });

  it('prefers the word exactly as typed', () => {
    using two = plainIndexOf([
      page({ id: 1, title: 'Otra', markdown: 'Reparamos el ano roto de la pieza.' }),
      page({ id: 2, title: 'Otra', markdown: 'Reparamos el año roto de la pieza.' }),
    ]);
    assert.equal(two.find('año')[0], '/p2');
    assert.equal(two.find('ano')[0], '/p1');
  });

  it('orders a word without its accents as it does the word that the pages have', () => {
    using two = plainIndexOf([
      page({ id: 1, title: 'Otra', markdown: 'Reparamos averías de la luz.' }),
      page({ id: 2, title: 'Otra', markdown: 'Reparamos la avería de la luz.' }),
    ]);
    for (const typed of ['avería luz', 'averia luz', 'AVERIA LUZ']) assert.equal(two.find(typed)[0], '/p2', typed);
    for (const typed of ['averías luz', 'averias luz']) assert.equal(two.find(typed)[0], '/p1', typed);
  });

  it('finds inflected words', () => {
    assert.equal(find('fontanero')[0], '/fontaneria');
    assert.equal(find('abrir puertas')[0], '/cerrajeria');
  });

  it('prefers a page about the thing over one that mentions it, in the singular or the plural', () => {
    using two = plainIndexOf([
      page({ id: 1, title: 'Trabaja con nosotros', markdown: 'Buscamos un fontanero.' }),
      page({ id: 2, title: 'Fontaneros en la costa', markdown: 'Los fontaneros llegan en una hora.' }),
    ]);
    assert.equal(two.find('fontanero')[0], '/p2');
    assert.equal(two.find('fontaneros')[0], '/p2');
  });

  it('finds a page by words that only its title or its address has', () => {
    using two = plainIndexOf([
      page({ id: 1, title: 'Preguntas frecuentes', markdown: 'Sí, también en agosto.' }),
      page({ id: 2, title: 'Reformas', markdown: 'Preguntas frecuentes sobre reformas. Otras preguntas.' }),
      page({ id: 3, path: '/servicio-tecnico', title: 'Técnicos', markdown: 'Lavadoras y hornos.' }),
    ]);
    assert.equal(two.find('preguntas frecuentes')[0], '/p1');
    assert.equal(two.find('servicio técnico')[0], '/servicio-tecnico');
  });

  it('drops stop words only if something remains', () => {
    assert.deepEqual(find('el grifo que gotea'), find('grifo gotea'));
    assert.ok(find('que si').includes('/blog/grifos'));
  });

  it('puts pages with all the words before pages with some', () => {
    using two = plainIndexOf([
      page({ id: 1, title: 'Artículos', markdown: 'Caldera, caldera y caldera.' }),
      page({ id: 2, title: 'Varios', markdown: `${'palabra '.repeat(300)} revisión de la caldera` }),
    ]);
    assert.deepEqual(two.find('revisión caldera'), ['/p2', '/p1']);
  });

  it('restricts to a city when asked to', () => {
    const found = find('fontanero', 'vigo');
    assert.equal(found[0], '/vigo/fontaneria');
    assert.ok(found.every((path) => path.startsWith('/vigo')));
    assert.deepEqual(find('fontanero', 'atlantida'), []);
  });

  it('ranks the pages of a city that the text names first, also by an alias', () => {
    assert.equal(find('fontanero madrid')[0], '/madrid/fontaneria');
    assert.equal(find('cerrajero en palma')[0], '/mallorca/cerrajeria');
    assert.equal(find('electricista coruña')[0], '/a-coruna/electricidad');
    assert.equal(find('electricista las palmas de gran canaria')[0], '/las-palmas/electricidad');
    for (const path of find('fontanero madrid').slice(0, 4)) assert.match(path, /^\/madrid/);
  });

  it('answers the name of a city with its own page', () => {
    assert.equal(find('madrid')[0], '/madrid');
    assert.equal(find('a coruña')[0], '/a-coruna');
  });

  it('puts the general page of a service before its city copies', () => {
    for (const [service, title] of SERVICES) {
      const found = find(title);
      assert.equal(found[0], `/${service}`);
      assert.ok(found.includes(`/vigo/${service}`));
    }
  });

  describe('where the pages of cities are named otherwise than the general page', () => {
    const local = ['vigo', 'oviedo', 'bilbao'].map((city, at) =>
      page({
        id: 10 + at,
        path: `/${city}/cerrajero`,
        title: `Cerrajero en ${city}`,
        markdown: 'Cerrajero para abrir la puerta de casa y cambiar el bombín. En piscinas, el forjado.',
        city,
        family: 'cerrajero',
      }),
    );
    const other = page({ id: 1, path: '/pintura', title: 'Pintura', markdown: 'Pintamos la fachada de la casa.' });
    const pool = page({
      id: 13,
      path: '/vigo/piscinas',
      title: 'Piscinas en Vigo',
      markdown: 'Limpieza de piscinas.',
      city: 'vigo',
      family: 'piscinas',
    });
    const general = page({
      id: 2,
      path: '/cerrajeria/apertura-de-puertas',
      title: 'Apertura de puertas',
      markdown: 'Se le cerró la puerta de casa: viene el cerrajero y la abre sin romper. De noche, el precio es otro.',
    });
    const pages = [other, general, pool, ...local];

    it('puts the general page about the matter before them, unless their city is asked for', () => {
      using divided = plainIndexOf(pages);
      assert.equal(divided.find('abrir la puerta de casa cerrajero')[0], general.path);
      assert.equal(divided.find('abrir la puerta de casa cerrajero vigo')[0], '/vigo/cerrajero');
    });

    it('does so too where they alone hold both words of a short query', () => {
      const lock = page({ id: 3, path: '/bombines', title: 'Bombines', markdown: 'Cambio de bombín en el día.' });
      using divided = plainIndexOf([...pages, lock]);
      assert.equal(divided.find('bombines piscinas')[0], lock.path);
    });

    it('leaves them before a general page that says the words in passing', () => {
      const privacy = page({
        id: 4,
        path: '/privacidad',
        title: 'Privacidad',
        markdown: 'Datos bajo un cerrojo y piscinas.',
      });
      using divided = plainIndexOf([...pages, privacy]);
      assert.equal(divided.find('piscinas')[0], pool.path);
    });

    it('still puts a page of a city first that alone is about the matter', () => {
      using divided = plainIndexOf(pages);
      assert.equal(divided.find('limpieza de piscinas')[0], pool.path);
    });
  });

  it('does not fill the first page with copies of one text', () => {
    using mixed = plainIndexOf([
      ...company(),
      page({ id: 900, path: '/guia', title: 'Guía', markdown: 'Un fontanero revisa la presión del agua.' }),
    ]);
    assert.ok(mixed.find('fontanero agua').slice(0, 8).includes('/guia'));
  });

  it('has no hits for a query with nothing to search', () => {
    for (const query of ['', '   ', '¿?!', '🔧🚿', '***', '" OR "', '\u0000', '\ud800']) {
      const { hits, more } = index.search({ query, city: undefined, limit: 8, offset: 0 });
      assert.deepEqual({ hits, more }, { hits: [], more: false });
    }
  });

  it('corrects words that the index does not know, and only those', () => {
    assert.equal(find('fontaneeria')[0], '/fontaneria');
    assert.equal(find('zerrajeria')[0], '/cerrajeria');
    assert.equal(find('xerrajero madrid')[0], '/madrid/cerrajeria');
    using two = plainIndexOf([
      page({ id: 1, markdown: 'cubo de agua' }),
      ...[2, 3, 4, 5, 6].map((id) => page({ id, markdown: 'tubo de la lavadora' })),
    ]);
    assert.deepEqual(two.find('cubo'), ['/p1']);
  });

  it('takes two slips at once only in long words, and not at their beginning', () => {
    using two = plainIndexOf([page({ id: 1, markdown: 'Nuestra historia. Marcos, director.' })]);
    assert.deepEqual(two.find('hixtorja'), ['/p1']);
    assert.deepEqual(two.find('gestoria'), []);
  });

  it('corrects the name of a city, and words that only the synonyms know', () => {
    assert.equal(find('electricista sevlla')[0], '/sevilla/electricidad');
    assert.equal(find('cerrajero barselona')[0], '/barcelona/cerrajeria');
    assert.equal(find('pomero')[0], find('plomero')[0]);
    assert.equal(find('pomero')[0], '/fontaneria');
  });

  it('parts words that are run together, and joins the halves of one', () => {
    assert.equal(find('fontanero24h madrid')[0], '/madrid/fontaneria');
    assert.equal(find('enmadrid cerrajero')[0], '/madrid/cerrajeria');
    assert.deepEqual(find('cambiarbombin'), find('cambiar bombín'));
    assert.deepEqual(find('cerra jería'), find('cerrajería'));
    assert.deepEqual(find('averí ascuadros'), find('averías cuadros'));
  });

  it('finds a number written in one by the groups that pages write', () => {
    using given = plainIndexOf([
      page({ id: 1, markdown: 'Llame al 900 000 123.' }),
      page({ id: 2, markdown: 'Desde 900 €.' }),
    ]);
    assert.deepEqual(given.find('900000123'), ['/p1', '/p2']);
    assert.deepEqual(given.find('900000124'), []);
  });

  it('searches an uncertain correction in addition, and reports it so', () => {
    using words = plainIndexOf([
      page({ id: 1, title: 'Paletas', markdown: 'Paleta de pintor.' }),
      page({ id: 2, title: 'Facturas', markdown: 'Emitimos facturas.' }),
    ]);
    const answer = words.index.search({ query: 'paella', city: undefined, limit: 8, offset: 0 });
    assert.equal(answer.corrected, undefined);
    assert.deepEqual(answer.alsoSearched, [{ typed: 'paella', words: ['paleta'] }]);
    assert.deepEqual([answer.confidence, answer.unmatched], ['low', ['paella']]);
  });

  it('reports low confidence if the unknown word is a thing of a trade', () => {
    const markdown = `Reparación de puertas. ${'Horario de tarde. '.repeat(40)}`;
    const pages = [page({ id: 1, title: 'Servicios', markdown }), page({ id: 2, markdown: 'Horario. '.repeat(40) })];
    const confidenceWith = (things: readonly string[]) => {
      using open = indexOf(pages, { vocabulary: { es: { words: {}, sayings: {}, things } } });
      return open.index.search({ query: 'reparación embragues', city: undefined, limit: 8, offset: 0 }).confidence;
    };
    assert.deepEqual([confidenceWith([]), confidenceWith(['embrague'])], ['high', 'low']);
  });

  it('counts words that the first page lacks as absent, though other pages contain them', () => {
    const evidenceIn = (...texts: string[]) => {
      const pages = texts.map((markdown, at) => page({ id: at + 1, title: `Servicio ${at}`, markdown }));
      using open = indexOf(pages);
      const { evidence } = open.index.explain('alquiler de grúas', undefined, 1);
      return [evidence?.absent, evidence?.brevity];
    };
    assert.deepEqual(evidenceIn('Alquiler.', 'Grúas.'), [0.5, 0.5]);
    assert.deepEqual(evidenceIn('Alquiler y grúas.', 'Horario.'), [0, 0.5]);
    assert.deepEqual(evidenceIn('Alquiler y venta.', 'Horario.'), [0.5, 0.5]);
  });

  it('requires more evidence on a site with long pages, where words occur by chance', () => {
    const confidenceIn = (words: number) => {
      const filler = 'Texto de la empresa. '.repeat(words / 4);
      const pages = ['Alquiler', 'Venta', 'Taller'].map((word, at) =>
        page({ id: at + 1, title: `Servicio ${at}`, markdown: `${word} de grúas. ${filler}` }),
      );
      using open = indexOf(pages);
      return open.index.search({ query: 'taller bicicletas usadas', city: undefined, limit: 1, offset: 0 }).confidence;
    };
    assert.deepEqual([confidenceIn(4), confidenceIn(2000)], ['high', 'low']);
  });

  it('is certain of another form of a word on long pages', () => {
    const filler = 'Texto de la empresa sobre su trabajo. '.repeat(250);
    const pages = ['Reparamos tuberías.', 'Plantamos árboles.', 'Ponemos enchufes.'].map((text, at) =>
      page({ id: at + 1, title: `Trabajo ${at}`, markdown: `${text} ${filler}` }),
    );
    using open = indexOf(pages);
    const confidences = ['tubería', 'árbol', 'enchufe'].map(
      (query) => open.index.search({ query, city: undefined, limit: 1, offset: 0 }).confidence,
    );
    assert.deepEqual(confidences, ['high', 'high', 'high']);
  });

  it('replaces no thing of a trade by a similar word', () => {
    const pages = [page({ id: 1, title: 'Pagos', markdown: 'Por cualquier medio.' })];
    const answerWith = (things: readonly string[]) => {
      using open = indexOf(pages, { vocabulary: { es: { words: {}, sayings: {}, things } } });
      const { corrected, unmatched } = open.index.search({ query: 'médico', city: undefined, limit: 8, offset: 0 });
      return [corrected?.map(({ readAs }) => readAs), unmatched];
    };
    assert.deepEqual(
      [answerWith([]), answerWith(['médico'])],
      [
        [['medio'], undefined],
        [undefined, ['medico']],
      ],
    );
  });

  it('prefers related words to an uncertain correction', () => {
    const german = { name: '', description: '', home: 'https://example.com', language: 'de', hosts: [] };
    const pages = [
      page({ id: 1, language: 'de', title: 'Boote', markdown: 'Kanus am See.' }),
      page({ id: 2, language: 'de', title: 'Kana' }),
    ];
    using open = indexOf(pages, { site: german, vocabulary: { de: { words: {}, sayings: {}, things: ['Kanu'] } } });
    const { hits, unmatched } = open.index.search({ query: 'Kanu', city: undefined, limit: 8, offset: 0 });
    assert.deepEqual([hits[0]?.title, unmatched], ['Boote', undefined]);
  });

  it('retains words of the index that are stop words of a different language', () => {
    const english = { name: '', description: '', home: 'https://example.com', language: 'en', hosts: [] };
    using open = indexOf([page({ id: 1, language: 'en', title: 'Old cats' })], { site: english, vocabulary: {} });
    // Romanian *cât* is folded to *cat*.
    const { hits } = open.index.search({ query: 'cat drinks a lot', city: undefined, limit: 8, offset: 0 });
    assert.equal(hits.length, 1);
  });

  it('answers the rest of a query with an unknown word', () => {
    using words = plainIndexOf([page({ id: 1, title: 'Perros', markdown: 'Vacunas para perros.' })]);
    const answer = words.index.search({ query: 'dentista perros', city: undefined, limit: 8, offset: 0 });
    assert.deepEqual([answer.hits.length, answer.unmatched], [1, ['dentista']]);
    assert.deepEqual(words.find('xilofonista'), []);
  });

  it('says what it read for what, and which words nothing stands for', () => {
    const { corrected, unmatched } = index.search({
      query: 'la fontaneeria y la guitarra enmadrid',
      city: undefined,
      limit: 8,
      offset: 0,
    });
    assert.deepEqual(corrected, [
      { typed: 'fontaneeria', readAs: 'fontaneria' },
      { typed: 'enmadrid', readAs: 'en madrid' },
    ]);
    assert.deepEqual(unmatched, ['guitarra']);
    assert.equal(index.search({ query: 'fontanero', city: undefined, limit: 8, offset: 0 }).corrected, undefined);
    // A word that only the vocabulary has.
    const known = index.search({ query: 'plomro', city: undefined, limit: 8, offset: 0 });
    assert.deepEqual(known.corrected, [{ typed: 'plomro', readAs: 'plomero' }]);
    assert.ok(known.hits.length > 0);
  });

  it('knows the trade of a site that names it in its texts alone', () => {
    const siteIn = (language: string) => ({ site: { ...contentOf([]).site, language } });
    const texts = ['Our solicitors listen.', 'Ask a solicitor on Sunday.', 'A divorce takes a year.'];
    using firm = indexOf(
      texts.map((markdown, at) =>
        page({ id: at + 1, title: ['Home', 'Contact', 'Divorce'][at] ?? '', markdown, language: 'en' }),
      ),
      siteIn('en'),
    );
    assert.equal(firm.find('attorney divorce')[0], '/p3');
    assert.equal(firm.find('solicitor divorce monday')[0], '/p3');
    using praxis = indexOf(
      [page({ id: 1, title: 'Zahnarzt Köln', markdown: 'Wir behandeln auch Kinder.', language: 'de' })],
      siteIn('de'),
    );
    assert.deepEqual(praxis.find('Kinderzahnarzt'), ['/p1']);
  });
});

describe('search with synonyms', () => {
  it('knows those of the trade, and counts them less than the word itself', () => {
    using two = indexOf([
      page({ id: 1, markdown: 'Instalamos un frigorífico.' }),
      page({ id: 2, markdown: 'Instalamos una nevera.' }),
      page({ id: 3, markdown: 'Sistemas de aire acondicionado.' }),
    ]);
    assert.deepEqual(two.find('nevera'), ['/p2', '/p1']);
    assert.deepEqual(two.find('frigoríficos'), ['/p1', '/p2']);
    assert.deepEqual(two.find('climatización'), ['/p3']);
  });

  it('reads a thing of several words as a word for it, when the index lacks one of them, in other languages too', () => {
    using site = indexOf([
      page({ id: 1, markdown: 'Reparamos lavadoras. Las piezas de la máquina son originales.' }),
      page({ id: 2, markdown: 'Cambiamos videoporteros.' }),
      page({ id: 3, markdown: 'Abre el portal por la noche: cierre automático.' }),
    ]);
    assert.deepEqual(site.find('washing machine'), ['/p1']);
    assert.deepEqual(site.find('portero automático'), ['/p2']);
  });

  it('counts what a word of another language means as much as the word itself', () => {
    using site = indexOf([
      page({ id: 1, markdown: 'La caldera funciona mal.' }),
      page({ id: 2, markdown: 'Una lavadora nueva, y otra lavadora.' }),
    ]);
    assert.deepEqual(site.find('la rentadora no funciona'), ['/p2', '/p1']);
  });

  it('finds the wider thing where no page has a word for a thing or knows a make', () => {
    using site = indexOf([
      page({ id: 1, title: 'Electrodomésticos', markdown: 'Reparamos electrodomésticos.' }),
      page({ id: 2, title: 'Fontanería', markdown: 'Reparamos tuberías.' }),
      page({ id: 3, title: 'Marcas', markdown: 'Somos servicio técnico de Zanussi.' }),
    ]);
    assert.deepEqual(site.find('Balay'), ['/p1']);
    assert.deepEqual(site.find('el grifo'), ['/p2']);
    assert.deepEqual(site.find('Zanussi'), ['/p3']);
  });

  it('puts no page first for a general word that it has beside the subject', () => {
    const filler = [...Array(40).keys()].map((at) =>
      page({ id: at + 10, markdown: 'Casas y pisos. Nos dais un día.' }),
    );
    using site = indexOf([
      page({ id: 1, title: 'Garantía', markdown: 'Garantía de dos años.' }),
      page({ id: 2, title: 'Nevera', markdown: 'Cuando dais un paso en vano por la nevera, hay otra con garantía.' }),
      ...filler,
    ]);
    assert.equal(site.find('qué garantía dais')[0], '/p1');
  });

  it('reads a saying as the thing that it means', () => {
    using site = indexOf([
      page({ id: 1, markdown: 'Cambiamos grifos, de palanca o de sensor.' }),
      page({ id: 2, title: 'Cerrajero', markdown: 'El cerrajero llega en media hora.' }),
    ]);
    assert.deepEqual(site.find('me quedé sin llaves'), ['/p2']);
    assert.deepEqual(site.find('se me cerró ayer la puerta'), ['/p2']);
    assert.deepEqual(site.find('se me cerró ayer a las tres la puerta'), []);
  });

  it('takes a saying of one word for that form alone', () => {
    using site = indexOf([
      page({ id: 1, title: 'Baños', markdown: 'Cambiamos la bañera por una ducha.' }),
      page({ id: 2, title: 'Contacto', markdown: 'Calle Mayor, 5.' }),
    ]);
    assert.deepEqual(site.find('calle mayor'), ['/p2']);
    assert.deepEqual(site.find('baño para mayores')[0], '/p1');
  });

  it('reads a saying as all the words for it that the site knows', () => {
    using site = indexOf([
      page({ id: 1, title: 'Cerrajero', markdown: 'El cerrajero cambia bombines; cerrajero de guardia.' }),
      page({ id: 2, title: 'Apertura de puertas', markdown: 'Abrimos su puerta; el cerrajero no la rompe.' }),
    ]);
    assert.equal(site.find('me he quedado fuera de casa')[0], '/p2');
  });

  it('takes the groups of the typed form, if words of different meanings have the same stem', () => {
    using site = indexOf([
      page({ id: 1, markdown: 'Cambiamos cerraduras.' }),
      page({ id: 2, markdown: 'Cambiamos focos.' }),
    ]);
    assert.deepEqual(site.find('bombilla'), ['/p2']);
    assert.deepEqual(site.find('bombillas'), ['/p2']);
    assert.deepEqual(site.find('bombillo').toSorted(), ['/p1', '/p2']);
  });

  it('retains groups of the site file, and all groups if the index has no word of those of the typed form', () => {
    const pages = [page({ id: 1, markdown: 'Iluminación de fachadas.' }), page({ id: 2, markdown: 'Focos.' })];
    using given = indexOf(pages, { synonyms: [['electricidad', 'iluminación']] });
    assert.deepEqual(given.find('electricista'), ['/p1']);
    using german = indexOf([page({ id: 1, language: 'de', markdown: 'Leck und Rohrbruch.' })], {
      site: { ...contentOf([]).site, language: 'de' },
      vocabulary: chooseVocabulary({ asked: ['home-services'], language: 'de', titles: [] }).vocabulary,
    });
    assert.deepEqual(german.find('undichte Leitung'), ['/p1']);
  });

  it('learns those of the site', () => {
    const pages = [page({ id: 1, markdown: 'Pequeños arreglos en casa.' })];
    using without = indexOf(pages);
    assert.deepEqual(without.find('manitas'), []);
    using given = indexOf(pages, { synonyms: [['manitas', 'pequeños arreglos']] });
    assert.deepEqual(given.find('manitas'), ['/p1']);
  });
});

describe('search of many pages', () => {
  const words = ['agua', 'luz', 'gas', 'puerta', 'suelo', 'techo', 'pared', 'tubo', 'cable', 'llave'];
  const site = plainIndexOf(
    [...Array(1500).keys()].map((at) => {
      const chosen = words.filter((_, word) => (at * 7919 + word * 104_729) % (word + 2) === 0);
      const title = at % 50 === 0 ? (words[at % words.length] ?? '') : 'Varios';
      const city = at % 3 === 0 ? 'madrid' : '';
      return page({ id: at + 1, title, markdown: `${chosen.join(' ')} ${'relleno '.repeat(at % 40)}`, city });
    }),
  );
  after(() => {
    site[Symbol.dispose]();
  });

  it('leaves no better page out when it stops looking early', () => {
    assertProperty(
      property(
        subarray([...words, 'relleno', 'madrid'], { minLength: 1 }),
        constantFrom(undefined, 'madrid'),
        integer({ min: 0, max: 300 }),
        (chosen, city, offset) => {
          const query = chosen.join(' ');
          const urls = (from: number, limit: number) =>
            site.index.search({ query, city, limit, offset: from }).hits.map(({ url }) => url);
          assert.deepEqual(urls(offset, 8), urls(0, 1500).slice(offset, offset + 8));
        },
      ),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe('search, whatever is asked', () => {
  const directory = temporaryDirectory();
  const pages = company();
  buildIndex(directory.file('index-1.db'), contentOf(pages));
  const modes = ['memory', 'file'] as const;
  const indexes = new Map(modes.map((mode) => [mode, openIndexSync(directory.file('index-1.db'), { mode })]));
  after(() => {
    for (const index of indexes.values()) index.close();
    directory[Symbol.dispose]();
  });
  const of = (mode: (typeof modes)[number]) => indexes.get(mode) as Index;

  const syntax = constantFrom(
    '"',
    "'",
    '*',
    '^',
    '(',
    ')',
    ':',
    '-',
    '+',
    '{',
    '}',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    'title:',
  );
  const word = constantFrom(
    'fontanero',
    'madrid',
    'agua',
    'el',
    'grifo',
    'palma',
    'fontanreia',
    'reparan',
    'en',
    'avisos',
  );
  const anything = oneof(
    wellFormedText({ maxLength: 200 }),
    string({ unit: 'grapheme', maxLength: 60 }),
    array(oneof(syntax, word, string({ maxLength: 4 })), { maxLength: 20 }).map((parts) => parts.join(' ')),
    array(integer({ min: 0, max: 0xffff }), { maxLength: 100 }).map((units) => String.fromCharCode(...units)),
  );
  const cities = constantFrom(undefined, 'madrid', 'a-coruna', 'nowhere');

  for (const mode of modes) {
    it(`answers every text and never throws (${mode})`, () => {
      assertProperty(
        property(anything, cities, (query, city) => {
          const { hits } = of(mode).search({ query, city, limit: 8, offset: 0 });
          for (const hit of hits) {
            assert.ok(hit.excerpt.length <= 240, hit.excerpt);
            assert.ok(city === undefined || hit.city === city);
          }
        }),
        { numRuns: propertyRuns(100) },
      );
    });

    it(`shows every match exactly once, in one order, however it is paged (${mode})`, () => {
      const words = subarray(['fontanero', 'agua', 'madrid', 'palma', 'puerta', 'boletin', 'vigo', 'hogar', 'fuga'], {
        minLength: 1,
      });
      assertProperty(
        property(words, cities, integer({ min: 1, max: 25 }), (chosen, city, limit) => {
          const query = chosen.join(' ');
          const whole = of(mode).search({ query, city, limit: pages.length, offset: 0 });
          const walked: string[] = [];
          for (let offset = 0; ; offset += limit) {
            const part = of(mode).search({ query, city, limit, offset });
            walked.push(...part.hits.map((hit) => hit.url));
            if (!part.more) break;
            assert.equal(part.hits.length, limit);
          }
          assert.deepEqual(
            walked,
            whole.hits.map((hit) => hit.url),
          );
          assert.equal(new Set(walked).size, walked.length);
          assert.equal(whole.more, false);
        }),
        { numRuns: propertyRuns(20) },
      );
    });
  }

  it('looks for known words as they are: no correction adds a page or takes one away', () => {
    const known = ['fontaneros', 'agua', 'grifo', 'averias', 'puertas', 'boletines', 'hogar', 'llave', 'correo', 'mil'];
    const found = (query: string) =>
      of('memory')
        .search({ query, city: undefined, limit: pages.length, offset: 0 })
        .hits.map((hit) => hit.url);
    assertProperty(
      property(subarray(known, { minLength: 1 }), (chosen) => {
        const apart = new Set(chosen.flatMap(found));
        assert.ok(apart.size > 0);
        assert.deepEqual(new Set(found(chosen.join(' '))), apart);
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  it('finds in both what has a general word of a short query alone, or a word of a saying', () => {
    const extras = [
      page({ id: 1, title: 'Festivos', markdown: 'Los festivos se cobran aparte.' }),
      page({ id: 2, title: 'Empleo', markdown: 'Trabajamos de noche.' }),
      page({ id: 3, title: 'Atascos', markdown: 'Un atasco en la ducha.' }),
      page({ id: 4, title: 'Piscinas', markdown: 'La depuradora traga aire.' }),
    ];
    using inMemory = indexOf(extras);
    using inFile = indexOf(extras, {}, 'file');
    for (const query of ['trabajáis los festivos', 'traga mal']) {
      assert.deepEqual(inFile.find(query), inMemory.find(query), query);
      assert.equal(inFile.find(query).length, 2, query);
    }
  });

  it('finds the same pages in memory and in the file', () => {
    assertProperty(
      property(anything, cities, (query, city) => {
        const [memory, file] = modes.map((mode) =>
          of(mode)
            .search({ query, city, limit: pages.length, offset: 0 })
            .hits.map((hit) => hit.url)
            .toSorted(),
        );
        assert.deepEqual(memory, file);
      }),
      { numRuns: propertyRuns(70) },
    );
  });
});
