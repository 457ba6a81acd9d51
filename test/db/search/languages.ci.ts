import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Index } from '../../../db/index/reader.ts';
import { indexOf, page } from './search-pages.ts';

const PAGES = [
  page({ id: 1, path: '/fontaneria', title: 'Fontanería urgente', markdown: 'Reparamos fugas de agua en el hotel.' }),
  page({ id: 2, path: '/electricidad', title: 'Electricidad', markdown: 'Cuadros eléctricos, también del hotel.' }),
  page({
    id: 3,
    path: '/en/plumbing',
    title: 'Emergency plumbing',
    markdown: 'We repair the leaks of any hotel, and water heaters.',
    language: 'en-GB',
  }),
  page({ id: 4, path: '/th/plumbing', title: 'ช่างประปา', markdown: 'บริการซ่อมท่อน้ำรั่ว', language: 'th' }),
];

const paths = (index: Index, query: string, language?: string): string[] =>
  index
    .search({ query, city: undefined, language, limit: 10, offset: 0 })
    .hits.map(({ url }) => new URL(url).pathname.replace(/\/$/, ''));

for (const mode of ['memory', 'file'] as const) {
  describe(`search in several languages, ${mode}`, () => {
    it('finds pages of the main language unless another is asked for', () => {
      using site = indexOf(PAGES, {}, mode);
      assert.deepEqual(site.index.languages, ['es', 'en', 'th']);
      assert.deepEqual(paths(site.index, 'hotel'), ['/electricidad', '/fontaneria']);
      assert.deepEqual(paths(site.index, 'hotel', 'en'), ['/en/plumbing']);
      assert.deepEqual(paths(site.index, 'hotel', 'de'), []);
    });

    it('stems each page in its own language', () => {
      using site = indexOf(PAGES, {}, mode);
      assert.deepEqual(paths(site.index, 'leaking heater', 'en'), ['/en/plumbing']);
      assert.deepEqual(paths(site.index, 'ท่อน้ำ', 'th'), ['/th/plumbing']);
    });

    it('merges all languages, the query’s own first, every page once whatever part is asked for', () => {
      using site = indexOf(PAGES, {}, mode);
      const all = paths(site.index, 'repair the hotel', 'all');
      assert.equal(all[0], '/en/plumbing');
      assert.deepEqual(all.toSorted(), ['/electricidad', '/en/plumbing', '/fontaneria']);
      const parts = [0, 1, 2].flatMap(
        (offset) =>
          site.index.search({ query: 'repair the hotel', city: undefined, language: 'all', limit: 1, offset }).hits,
      );
      assert.deepEqual(
        parts.map(({ url }) => new URL(url).pathname.replace(/\/$/, '')),
        all,
      );
    });

    it('prefers the language that has the words as they were typed to one that has other forms of them', () => {
      using site = indexOf(
        [
          page({ id: 1, path: '/contacto', title: 'Contacto', translations: '/en/contact' }),
          page({ id: 2, path: '/en/contact', title: 'Contact', language: 'en', translations: '/contacto' }),
        ],
        {},
        mode,
      );
      assert.deepEqual(paths(site.index, 'contact', 'all'), ['/en/contact']);
      assert.deepEqual(paths(site.index, 'contacto', 'all'), ['/contacto']);
    });

    it('says when a query is in another language than the one that was searched', () => {
      using site = indexOf(PAGES, {}, mode);
      const languageOf = (query: string, language?: string) =>
        site.index.search({ query, city: undefined, language, limit: 1, offset: 0 }).queryLanguage;
      assert.equal(languageOf('fuga de agua en el hotel'), undefined);
      assert.equal(languageOf('how do you repair the hotel'), 'en');
      assert.equal(languageOf('water heaters'), 'en');
      assert.equal(languageOf('ช่างประปา'), 'th');
      assert.equal(languageOf('water heaters', 'en'), undefined);
    });
  });
}

describe('translations of one page', () => {
  const translated = [
    page({ id: 1, path: '/hotel', title: 'Hotel', translations: '/en/hotel\n/de/hotel' }),
    page({ id: 2, path: '/en/hotel', title: 'Hotel', language: 'en', translations: '/hotel\n/de/hotel' }),
    page({ id: 3, path: '/de/hotel', title: 'Hotel', language: 'de', translations: '/hotel\n/en/hotel' }),
    page({ id: 4, path: '/en/hotel-bar', title: 'Hotel bar', language: 'en', translations: '/hotel' }),
  ];

  it('are one result of a search in all languages, and known of each other', () => {
    using site = indexOf(translated);
    assert.deepEqual(paths(site.index, 'hotel', 'all'), ['/hotel', '/en/hotel-bar']);
    assert.deepEqual(paths(site.index, 'hotel', 'en').toSorted(), ['/en/hotel', '/en/hotel-bar']);
    assert.deepEqual(site.index.translationsOf(1), [
      { language: 'de', url: 'https://example.com/de/hotel/' },
      { language: 'en', url: 'https://example.com/en/hotel/' },
    ]);
  });

  it('name each other: a page that every page names belongs to none of them', () => {
    using site = indexOf(translated);
    assert.deepEqual(site.index.translationsOf(4), []);
  });

  it('are of different languages', () => {
    using site = indexOf([
      page({ id: 1, path: '/a', title: 'Hotel', translations: '/b' }),
      page({ id: 2, path: '/b', title: 'Hotel', translations: '/a' }),
    ]);
    assert.deepEqual(site.find('hotel'), ['/a', '/b']);
  });
});

describe('a language without a pack', () => {
  const polish = [
    page({ id: 1, path: '/a', title: 'Złota rączka', markdown: 'Co to jest i do czego służy zawór?', language: 'pl' }),
    page({ id: 2, path: '/b', title: 'Hydraulik', markdown: 'Naprawa kranów. To jest dla każdego.', language: 'pl' }),
  ];

  it('is searched by words and folding', () => {
    using site = indexOf([
      ...polish,
      page({ id: 3, path: '/c', title: '水道', markdown: '水漏れの修理', language: 'ja' }),
    ]);
    assert.deepEqual(paths(site.index, 'ZLOTA', 'pl'), ['/a']);
    assert.deepEqual(paths(site.index, 'naprawą kranow', 'pl'), ['/b']);
    assert.deepEqual(paths(site.index, '修理', 'ja'), ['/c']);
  });

  it('is taken for another one by words that it lacks alone', () => {
    using site = indexOf(polish);
    const languageOf = (query: string) =>
      site.index.search({ query, city: undefined, language: 'pl', limit: 1, offset: 0 }).queryLanguage;
    assert.equal(languageOf('do czego to jest i zaworek'), undefined);
    assert.equal(languageOf('where is the hydraulik'), 'en');
    assert.equal(languageOf('ช่างประปา'), 'th');
  });
});

describe('a query for what the site does not offer', () => {});

describe('a language without spaces', () => {
  const chinese = [
    page({ id: 1, path: '/a', title: '服务', markdown: '胡格诺派教徒在南非定居。', language: 'zh' }),
    page({ id: 2, path: '/b', title: '服务', markdown: '清华大学附近修理水管。', language: 'zh' }),
    page({ id: 3, path: '/c', title: '服务', markdown: '电工，附近格外诺大。', language: 'zh' }),
  ];

  it('finds a text that divides the letters of the query into other words', () => {
    using site = indexOf(chinese);
    assert.equal(paths(site.index, '胡格诺', 'zh')[0], '/a');
    assert.equal(paths(site.index, '清华', 'zh')[0], '/b');
    assert.equal(paths(site.index, '修水管', 'zh')[0], '/b');
  });

  it('says of words, and not of their pieces, that nothing stands for them', () => {
    using site = indexOf(chinese);
    const { unmatched } = site.index.search({
      query: '附近 黑死病',
      city: undefined,
      language: 'zh',
      limit: 1,
      offset: 0,
    });
    assert.deepEqual(unmatched, ['黑死病']);
  });
});

describe('a query in another language', () => {
  it('is looked for without the stop words of its own language', () => {
    using site = indexOf([page({ id: 1, title: 'Hotel' }), page({ id: 2, title: 'Theme', markdown: 'wheres' })]);
    assert.deepEqual(site.find('where is the hotel for this weekend'), ['/p1']);
  });
});

describe('words of another language in a search of one', () => {
  const pages = [
    page({ id: 1, path: '/a', title: 'Fontanería', markdown: 'Sin falta, con flota propia. Cerramos en agosto.' }),
    page({ id: 2, path: '/b', title: 'Instalación de Candy', markdown: 'Y en Chamberí, también las fincas.' }),
    page({ id: 3, path: '/c', title: 'Baterías', markdown: 'Mandar una foto y tardáis menos.' }),
    ...[4, 5, 6].map((id) => page({ id, title: 'Contacto', markdown: 'Teléfono.' })),
  ];
  using site = indexOf(pages);
  const answerOf = (query: string) =>
    site.index.search({ query, city: undefined, language: undefined, limit: 5, offset: 0 });
  const answers = new Map(
    (
      'flat handy fence garden hand chambre instalacoin installation instalasion fontanreo,swimming pool,pool,' +
      'locksmith,schlüsseldienst,plombier pas cher,plomberie madrid,rubinetto,schneider,baker,candy,chambre double,hotel,' +
      'router,cerradura,fontanero barato,bosch'
    )
      .split(',')
      .flatMap((part) => (part.startsWith('flat') ? part.split(' ') : [part]))
      .map((query) => [query, answerOf(query)]),
  );
  const languageOf = (query: string) => answers.get(query)?.queryLanguage;

  it('are, as slips are, where a title has nearly the same word', () => {
    for (const query of ['instalacoin', 'installation', 'instalasion']) {
      assert.equal(answers.get(query)?.hits[0]?.url, 'https://example.com/b/', query);
    }
    assert.equal(answers.get('fontanreo')?.hits[0]?.url, 'https://example.com/a/');
  });

  it('tell none where they may be names, or words of several or of this one', () => {
    for (const query of ['schneider', 'baker', 'candy', 'bosch', 'hotel', 'router', 'cerradura', 'fontanero barato']) {
      assert.deepEqual([query, languageOf(query)], [query, undefined]);
    }
  });
});
