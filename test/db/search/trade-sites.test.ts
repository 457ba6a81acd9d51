import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSites } from '../../../bench/sites.ts';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';
import { indexOf, page } from './search-pages.ts';
import type { Page } from '../../../shared/page.ts';

const SITES = join(import.meta.dirname, '../../data/search/trades');

/** As many pages as a small site has, beside those that were written: what one page says is said in passing. */
const OTHERS = Array.from({ length: 13 }, (_, at) => String(2010 + at));

/** Queries of each site whose right page is first, and those about what it does not offer that find nothing: no fewer than these. */
const LEAST: Readonly<Record<string, readonly [first: number, silent: number]>> = {
  'beauty-es': [10, 12],
  'dental-en': [12, 12],
  'dental-fr': [14, 12],
  'garage-de': [14, 14],
  'garage-es': [15, 11],
  'law-en': [8, 12],
  'law-es': [13, 13],
  'physio-de': [7, 12],
  'real-estate-fr': [5, 12],
  'shop-en': [11, 8],
  'shop-it': [7, 9],
  'vet-en': [15, 12],
};

/** What a page of a company of the trade says by the way, the query for it, and the title of who offers it. */
const BY_THE_WAY: readonly (readonly [trade: string, language: string, said: string, query: string, title: string])[] =
  [
    [
      'accounting',
      'es',
      'Ana dio un curso de contabilidad en Lugo.',
      'curso de contabilidad barato',
      'Curso de contabilidad',
    ],
    ['cleaning', 'en', 'Before us, Tom was in pest control.', 'pest control in the office', 'Pest control'],
    ['driving-school', 'fr', 'Luc a aussi le permis bateau.', 'permis bateau à Vannes', 'Permis bateau'],
    ['fitness', 'de', 'Jana leitete eine Reitschule.', 'Reitschule für Kinder', 'Reitschule'],
    ['gardening', 'it', 'In ufficio nuota un pesce nel suo acquario.', 'acquario da pulire', 'Acquario'],
    [
      'language-school',
      'es',
      'Rosa es traductora: la traducción jurada la hizo ella.',
      'traducción jurada urgente',
      'Traducción jurada',
    ],
    ['lodging', 'en', 'The owner once ran a travel agency.', 'travel agency open today', 'Travel agency'],
    ['moving', 'fr', 'Avant, Max travaillait chez un tapissier.', 'tapissier fauteuil', 'Tapissier'],
    ['pools', 'de', 'Am Tresen steht ein Billardtisch.', 'Billardtisch kaufen', 'Billardtisch'],
    ['restaurant', 'es', 'El chef dio clases de cocina en Lima.', 'clases de cocina para niños', 'Clases de cocina'],
  ];

/** A page of a company of the trade, and queries that it answers, or that are about something else. */
const TOLD: readonly (readonly [
  trade: string,
  language: string,
  title: string,
  markdown: string,
  queries: readonly string[],
  answered: boolean,
])[] = [
  [
    'car-repair',
    'fr',
    'Pneus',
    'La roue de secours, la remorque.',
    ['moto', 'scooter', 'camping-car', 'caravane'],
    false,
  ],
  [
    'veterinary',
    'de',
    'Kaninchen und andere Heimtiere',
    'Auch Igel, die Sie gefunden haben.',
    ['Igel gefunden', 'kranker Igel'],
    true,
  ],
  ['veterinary', 'en', 'Rabbits', 'We see hedgehogs that you found.', ['hedgehog found', 'injured hedgehog'], true],
  [
    'veterinary',
    'de',
    'Verhaltensberatung',
    'Samstags trifft sich unsere Welpengruppe.',
    ['Welpengruppe Samstag', 'Welpengruppe Uhrzeit'],
    true,
  ],
  ['veterinary', 'de', 'Impfung', 'Ein Igel steht auf dem Tresen.', ['kranker Igel', 'Igel gefunden'], false],
  [
    'home-services',
    'es',
    'Manitas',
    'Colgar cuadros y televisores.',
    ['colgar televisor', 'colgar la televisión'],
    true,
  ],
  ['home-services', 'en', 'Drains', 'We cut tree roots out of them.', ['tree roots', 'tree root removal'], true],
  ['home-services', 'en', 'Sewers', 'They suffer from tree roots.', ['tree removal', 'tree trimming'], false],
  ['car-repair', 'de', 'Reifen', 'Auch am Anhänger.', ['Wohnmobil', 'Wohnwagen'], false],
];

describe('search of a small site with the vocabulary of its trade', () => {
  for (const { name, language, pages, queries } of readSites(1, SITES)) {
    it(`finds what ${name} offers, and nothing for what it mentions alone`, () => {
      const all = [...pages, ...OTHERS.map((year, at) => page({ id: pages.length + at + 1, title: year, language }))];
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles: all.map(({ title }) => title) });
      const home = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      using site = indexOf(all, { vocabulary, site: home });
      const pathsOf = (rel: readonly string[]) => rel.map((path) => (path === '/' ? path : path.slice(0, -1)));
      const asked = queries.map(({ q, rel }) => ({ first: site.find(q)[0], right: pathsOf(rel) }));
      const isRight = asked.filter(({ first, right }) => first !== undefined && right.includes(first));
      const isSilent = asked.filter(({ first, right }) => first === undefined && right.length === 0);
      const [first, silent] = LEAST[name] ?? [];
      assert.ok(first !== undefined && isRight.length >= first, `${isRight.length} right`);
      assert.ok(silent !== undefined && isSilent.length >= silent, `${isSilent.length} silent`);
    });
  }

  for (const [trade, language, title, markdown, queries, answered] of TOLD) {
    it(`${answered ? 'finds' : 'does not take for another'} what a company of ${trade} tells on ${title}`, () => {
      const { vocabulary } = chooseVocabulary({ asked: [trade], language, titles: [] });
      const home = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      const others = [...OTHERS, ...OTHERS].map((year, at) => page({ id: at + 10, title: year, language }));
      using site = indexOf([page({ id: 1, title, markdown, language }), ...others], { vocabulary, site: home });
      for (const query of queries) assert.deepEqual(site.find(query), answered ? ['/p1'] : [], query);
    });
  }

  for (const [trade, language, said, query, title] of BY_THE_WAY) {
    it(`takes nothing for an offer that a page of a company of ${trade} says by the way`, () => {
      const { vocabulary } = chooseVocabulary({ asked: [trade], language, titles: [] });
      const home = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      const open = (pages: readonly Page[]) => indexOf(pages, { vocabulary, site: home });
      const others = [...OTHERS, ...OTHERS].map((year, at) => page({ id: at + 10, title: year, language }));
      const mentioning = [page({ id: 1, title: 'A–Z', markdown: said, language }), ...others];
      using site = open(mentioning);
      assert.deepEqual(site.find(query), []);
      using offering = open([...mentioning, page({ id: 2, title, language })]);
      assert.equal(offering.find(query)[0], '/p2');
    });
  }
});
