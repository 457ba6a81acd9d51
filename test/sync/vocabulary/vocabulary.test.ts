import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';
import { parseVocabulary, readTrade, TRADES } from '../../../sync/vocabulary/trades.ts';
import { indexOf, page } from '../../db/search/search-pages.ts';

const PLUMBERS = ['Inicio', 'Fontanería', 'Fontaneros en Vigo', 'Desatascos', 'Contacto'];

const OTHER_TRADES: Readonly<Record<string, readonly string[]>> = {
  'a hardware shop': [
    'Ferretería López',
    'Llave inglesa 10″',
    'Grifo monomando',
    'Cerradura de embutir',
    'Bombillas LED',
  ],
  'a shop for electricians': ['Tijeras de electricista', 'Alicates', 'Cable 2,5 mm', 'Regletas', 'Guantes', 'Taladros'],
  'a law firm': [
    'Abogados laboralistas',
    'La reforma laboral',
    'Reformas fiscales',
    'Reforma del código penal',
    'Contacto',
  ],
  'a locksmith’s training school': ['Curso de cerrajero', 'Matrícula', 'Profesores', 'Curso de inglés', 'Becas'],
  'a restaurant': ['Carta', 'Reservas', 'Menú del día', 'Fotos'],
};

const chosen = (titles: readonly string[], asked?: readonly string[]) =>
  chooseVocabulary({ asked, language: 'es', titles });

const on = (titles: readonly string[], asked?: readonly string[]) =>
  chosen(titles, asked)
    .trades.filter((trade) => trade.on)
    .map(({ trade }) => trade);

describe('chooseVocabulary', () => {
  it('switches on the trade that the titles of the pages show, and says by what', () => {
    assert.deepEqual(chosen(PLUMBERS).trades, [
      { trade: 'company', on: true, why: 'the site of every company has them' },
      { trade: 'home-services', on: true, why: '3 of 5 titles name the trade, by 2 of its signs' },
    ]);
  });

  for (const [name, titles] of Object.entries(OTHER_TRADES)) {
    it(`leaves home services off on the site of ${name}`, () => {
      assert.deepEqual(on(titles), ['company']);
    });
  }

  it('obeys the owner', () => {
    assert.deepEqual(chosen(PLUMBERS, []).vocabulary, {});
    assert.deepEqual(on(PLUMBERS, ['company']), ['company']);
    assert.deepEqual(on(['Carta'], ['home-services']), ['company', 'home-services']);
  });

  it('leaves all off where the main language has no file', () => {
    const { vocabulary } = chooseVocabulary({ asked: undefined, language: 'sv', titles: PLUMBERS });
    assert.deepEqual(vocabulary, {});
  });
});

describe('vocabulary files', () => {
  it('name in every language only things that Spanish names', () => {
    for (const trade of TRADES) {
      const files = readTrade(trade);
      const known = new Set(Object.keys(files['es']?.words ?? {}));
      for (const [language, { words }] of Object.entries(files)) {
        assert.deepEqual(
          Object.keys(words).filter((key) => !known.has(key)),
          [],
          `${trade} ${language}`,
        );
      }
    }
  });

  it('with faults are refused, each fault with its place', () => {
    assert.throws(() => parseVocabulary('signs: [a]\nwords: { tap: tap, sink: [] }', 'x.yaml'), {
      message: 'x.yaml: words.tap: wants a list of words\nx.yaml: words.sink: wants at least one word',
    });
    assert.throws(() => parseVocabulary('signs: [a', 'x.yaml'), /^Error: x\.yaml: line 1, column \d+/);
  });
});

describe('search with a vocabulary', () => {
  const pages = [
    page({ id: 1, path: '/fontaneria', title: 'Fontanería', markdown: 'Fontaneros para grifos y cisternas.' }),
    page({ id: 2, path: '/cerrajeria', title: 'Cerrajería', markdown: 'Cerrajeros: llaves y cerraduras.' }),
    page({ id: 3, path: '/electricidad', title: 'Electricista', markdown: 'Cambiamos el diferencial.' }),
    page({ id: 4, path: '/casa', title: 'Consejos', markdown: 'Consejos para la casa por fuera.' }),
  ];

  it('finds the page of a trade by its name in ten languages', () => {
    using site = indexOf(pages);
    for (const [query, expected] of [
      ['lampista', '/fontaneria'],
      ['fontaneiro', '/fontaneria'],
      ['iturgina', '/fontaneria'],
      ['plumber', '/fontaneria'],
      ['plombier', '/fontaneria'],
      ['Klempner', '/fontaneria'],
      ['idraulico', '/fontaneria'],
      ['encanador', '/fontaneria'],
      ['instalator', '/fontaneria'],
      ['manyà', '/cerrajeria'],
      ['Schlüsseldienst', '/cerrajeria'],
      ['breaker se dispara', '/electricidad'],
    ] as const) {
      assert.equal(site.find(query)[0], expected, query);
    }
  });

  it('finds what a saying means', () => {
    using site = indexOf(pages);
    assert.equal(site.find('me he quedado fuera de casa')[0], '/cerrajeria');
  });

  it('finds what every company has on its site, whatever its trade', () => {
    using site = indexOf([
      ...pages,
      page({
        id: 5,
        path: '/casa-nuestra',
        title: 'Quiénes somos',
        markdown: 'Abierto en 1951. Hoy, diecisiete en plantilla.',
      }),
      page({ id: 6, path: '/unete', title: 'Únete', markdown: 'Manda tu historial y cuéntanos qué sabes hacer.' }),
      page({ id: 7, path: '/tienda', title: 'Tienda', markdown: 'Calle Mayor, de lunes a viernes.' }),
    ]);
    for (const [query, expected] of [
      ['¿cuántos empleados tenéis?', '/casa-nuestra'],
      ['¿quién es el dueño?', '/casa-nuestra'],
      ['enviar currículum', '/unete'],
      ['horario', '/tienda'],
      ['opening hours', '/tienda'],
    ] as const) {
      assert.equal(site.find(query)[0], expected, query);
    }
  });

  it('takes no word of the language for one of another language', () => {
    using site = indexOf(
      [
        page({
          id: 1,
          language: 'fr',
          path: '/a',
          title: 'Boulangerie',
          markdown: 'Notre adresse : 12 rue des Forges.',
        }),
      ],
      { site: { name: '', description: '', home: 'https://example.com', language: 'fr', hosts: [] } },
    );
    assert.deepEqual(site.find('location'), []);
    assert.deepEqual(site.find('adresse'), ['/a']);
  });

  it('reads a word that the site itself uses as the site does, whatever it means elsewhere', () => {
    using shop = indexOf([
      ...pages,
      page({ id: 5, path: '/musica', title: 'Baie', markdown: 'Baie, disco de Robinet.' }),
    ]);
    assert.deepEqual(shop.find('robinet'), ['/musica']);
  });

  it('knows no word of a trade whose vocabulary is off', () => {
    using site = indexOf(pages, { vocabulary: {} });
    assert.deepEqual(site.find('idraulico'), []);
  });
});
