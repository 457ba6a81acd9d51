import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { CityRule } from '../../../shared/cities.ts';
import type { Page } from '../../../shared/page.ts';
import { createPlaces } from '../../../shared/places.ts';
import { demoPages } from '../index/demo-pages.ts';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { indexOf, page, placeNamesOf } from './search-pages.ts';

/** A site with general pages of its services, and the same for each city, whose front page lists its areas. */
function siteOf(given: {
  readonly language: string;
  readonly heading: string;
  readonly services: Readonly<Record<string, string>>;
  readonly cities: readonly (CityRule & { readonly areas: readonly string[] })[];
  /** A preposition and the name of a city: `in Bonn`. */
  readonly at: string;
}): Page[] {
  const { locate } = createPlaces(given.cities);
  const texts: [path: string, title: string, markdown: string][] = [
    ['/', 'Start', Object.values(given.services).join('. ')],
  ];
  for (const [slug, text] of Object.entries(given.services)) texts.push([`/${slug}`, text, `${text}.`]);
  for (const { slug, name, areas } of given.cities) {
    texts.push([`/${slug}`, name, `${name}.\n\n## ${given.heading}\n\n${areas.map((area) => `- ${area}`).join('\n')}`]);
    for (const [service, text] of Object.entries(given.services)) {
      texts.push([`/${slug}/${service}`, `${text} ${given.at} ${name}`, `${text} ${given.at} ${name}. ${areas[0]}.`]);
    }
  }
  return texts.map(([path, title, markdown], at) =>
    page({ id: at + 1, path, title, markdown, language: given.language, ...locate(path) }),
  );
}

const city = (slug: string, name: string, ...areas: string[]) => ({ slug, name, aliases: [], areas });

const PAINTERS = {
  language: 'de',
  heading: 'Stadtteile und Orte',
  services: { malerarbeiten: 'Malerarbeiten', tapezieren: 'Tapezieren und Lackieren', fassade: 'Fassadenanstrich' },
  cities: [
    city('koeln', 'Köln', 'Ehrenfeld', 'Nippes', 'Sülz', 'Hürth'),
    city('bonn', 'Bonn', 'Bad Godesberg', 'Beuel', 'Poppelsdorf'),
  ],
  at: 'in',
};

const GARDENERS = {
  language: 'en',
  heading: 'Areas we cover',
  services: { 'hedge-trimming': 'Hedge trimming', fencing: 'Garden fencing', 'tree-surgery': 'Tree surgery' },
  cities: [
    city('bristol', 'Bristol', 'Clifton', 'Bedminster', 'Stoke Bishop', 'Keynsham'),
    city('bath', 'Bath', 'Combe Down', 'Larkhall', 'Bradford-on-Avon'),
  ],
  at: 'in',
};

for (const [name, given, queries] of [
  [
    'of painters in Germany',
    PAINTERS,
    {
      'malerarbeiten ehrenfeld': '/koeln/malerarbeiten',
      'tapezieren in bad godesberg': '/bonn/tapezieren',
      'fassadenanstrich huerth': '/koeln/fassade',
      'malerarbeiten hamburg': '/malerarbeiten',
      'malerarbeiten in hamburg': '/malerarbeiten',
    },
  ],
  [
    'of gardeners in England',
    GARDENERS,
    {
      'hedge trimming clifton': '/bristol/hedge-trimming',
      'tree surgery in combe down': '/bath/tree-surgery',
      'fencing keynsham': '/bristol/fencing',
      'fencing in leeds': '/fencing',
      'hedge trimming bradford on avon': '/bath/hedge-trimming',
    },
  ],
] as const) {
  describe(`search of places on a site ${name}`, () => {
    const pages = siteOf(given);
    const site = indexOf(pages, {
      cities: given.cities,
      placeNames: placeNamesOf(pages, given.cities),
      vocabulary: {},
      site: {
        name: '',
        description: '',
        home: 'https://example.com',
        language: given.language,
        hosts: ['example.com'],
      },
    });
    after(() => site[Symbol.dispose]());

    it('finds the page of the city that a part of it means, and a general one for a place that is none', () => {
      for (const [query, path] of Object.entries(queries)) assert.equal(site.find(query)[0], path, query);
    });
  });
}

describe('search of places on a site that has no page of some of its cities', () => {
  const cities = [...PAINTERS.cities, city('hamburg', 'Hamburg')];
  const pages = siteOf(PAINTERS);
  const site = indexOf(pages, { cities, placeNames: placeNamesOf(pages, cities), vocabulary: {} });
  after(() => site[Symbol.dispose]());

  it('answers general pages alone for such a city, and says so', () => {
    const { hits, unmatched } = site.index.search({
      query: 'Malerarbeiten Hamburg',
      city: undefined,
      limit: 25,
      offset: 0,
    });
    assert.ok(hits.length > 0 && hits.every((hit) => hit.city === ''));
    assert.deepEqual(unmatched, ['hamburg']);
  });
});

/** Places of the demo's country, as people ask for them, and the city whose page should be first. */
const NAMED = `
cerrajero Vallecas → /madrid/cerrajeria
electricista Benidorm → /alicante/electricidad
cerrajero Gran Canaria → /las-palmas/cerrajeria
desatascos en Sabadell → /barcelona/desatascos
persianas en getafe → /madrid/cerrajeria
fontanero en Asturias → /oviedo/fontaneria
fontanero en vizcaya → /bilbao/fontaneria
fontanero 28013 → /madrid/fontaneria
electricista 33201 → /gijon/electricidad
fontanero cp 03201 → /elche/fontaneria
aire acondicionado en hortaleza → /madrid/servicio-tecnico-electrodomesticos
pintor en Pinto → /madrid/reformas
lampista urgent a Gràcia → /barcelona/fontaneria
cambiar cerradura somió → /gijon/cerrajeria
reformas en Ibiza → /mallorca/reformas
fontanero en la laguna → /tenerife/fontaneria
turno de noche en vallecas → /madrid/vallecas
électricien Barcelone → /barcelona/electricidad
locksmith Seville → /sevilla/cerrajeria
atasco arqueta Magaluf → /mallorca/desatascos
calpe fontanero → /alicante/fontaneria
¿trabajáis en Gijón? → /gijon
¿llegáis a Villaviciosa? → /gijon
`
  .trim()
  .split('\n')
  .map((line) => line.split(' → '));

const ELSEWHERE = ['fontanero en Toledo', 'fontanero toledo', 'electricista en Santander', 'cerrajero en 45001'];

for (const mode of ['memory', 'file'] as const) {
  describe(`search of places on the demo site (${mode})`, () => {
    const pages = demoPages();
    const site = indexOf(pages, { placeNames: placeNamesOf(pages, DEFAULT_CITIES, 'ES') }, mode);
    after(() => site[Symbol.dispose]());
    const ask = (query: string) => site.index.search({ query, city: undefined, limit: 25, offset: 0 });

    it('finds the pages of the city that a district, town, island, province or post code means', () => {
      const missed = NAMED.filter(([query = '', path]) => site.find(query)[0] !== path);
      assert.deepEqual(
        missed.map(([query = '']) => `${query}: ${site.find(query)[0]}`),
        [],
      );
    });

    it('says which city it read a place as', () => {
      assert.deepEqual(ask('cerrajero Vallecas').placeReadAs, { typed: 'Vallecas', city: 'madrid' });
      assert.equal(ask('cerrajero madrid').placeReadAs, undefined);
      for (const query of ['cerrajero 28013 madrid', 'cerrajero madrid 28013']) {
        const { hits, unmatched } = ask(query);
        assert.deepEqual([hits[0]?.url, unmatched], [ask('cerrajero madrid').hits[0]?.url, undefined], query);
      }
    });

    it('knows a province by its name, though that is a word of the language as well', () => {
      assert.deepEqual(ask('cerrajero jaén').unmatched, ['jaen']);
      assert.deepEqual(ask('cerrajero baleares').placeReadAs, { typed: 'baleares', city: 'mallorca' });
    });

    it('answers general pages alone for a place where the company does not work, and says so', () => {
      for (const query of ELSEWHERE) {
        const { hits, unmatched } = ask(query);
        assert.ok(hits.length > 0 && hits.every((hit) => hit.city === ''), query);
        assert.deepEqual(unmatched, [query.split(' ').at(-1)?.toLowerCase()], query);
      }
    });

    it('takes a word for a place only where it must be one', () => {
      assert.equal(ask('electricista en casa').unmatched, undefined);
      assert.deepEqual(ask('electricista en 45001 gijón').unmatched, ['45001']);
      assert.equal(
        ask('reforma de 45001 euros').hits.some(({ city: slug }) => slug !== ''),
        true,
      );
    });
  });
}
