import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CITIES } from '../../../shared/cities.ts';
import { findTowns } from '../../../sync/places/town-families.ts';
import { demoPages } from '../../db/index/demo-pages.ts';

type Text = readonly [path: string, title: string, markdown?: string];

/** The slugs and names of the towns of a site with these pages. */
function townsOf(language: string, countries: readonly string[], texts: readonly Text[]) {
  const pages = texts.map(([path, title], id) => ({ id, path, title }));
  const towns = findTowns(pages, { language, countries, textOf: (id) => texts[id]?.[2] ?? '' });
  return towns.map(({ slug, name }) => `${slug}: ${name}`);
}

/** The same page for each town: `{slug}` and `{name}` stand for it. */
const each = (towns: Readonly<Record<string, string>>, [path, title, markdown = '']: Text): readonly Text[] =>
  Object.entries(towns).map(([slug, name]) => {
    const of = (text: string) => text.replaceAll('{slug}', slug).replaceAll('{name}', name);
    return [of(path), of(title), of(markdown)];
  });

const entriesOf = (towns: Readonly<Record<string, string>>) =>
  Object.entries(towns)
    .map(([slug, name]) => `${slug}: ${name}`)
    .toSorted();

const FRENCH = {
  creteil: 'Créteil',
  'la-courneuve': 'La Courneuve',
  'saint-denis': 'Saint-Denis',
  villejuif: 'Villejuif',
};
const GERMAN = { bonn: 'Bonn', koeln: 'Köln', 'bad-godesberg': 'Bad Godesberg', leverkusen: 'Leverkusen' };
const ENGLISH = { leeds: 'Leeds', 'milton-keynes': 'Milton Keynes', york: 'York' };
const SPANISH = { getafe: 'Getafe', mostoles: 'Móstoles', parla: 'Parla', 'rivas-vaciamadrid': 'Rivas-Vaciamadrid' };
const ITALIAN = { monza: 'Monza', 'sesto-san-giovanni': 'Sesto San Giovanni', rho: 'Rho' };
const POLISH = { krakow: 'Kraków', lodz: 'Łódź', wroclaw: 'Wrocław' };
const PORTUGUESE = { braga: 'Braga', 'viana-do-castelo': 'Viana do Castelo', guimaraes: 'Guimarães' };

describe('the towns of a site', () => {
  it('are those of one service in many towns, in many languages and forms of address', () => {
    for (const [language, country, towns, form] of [
      ['fr', 'FR', FRENCH, ['/deratisation-{slug}', 'Dératisation {name} (94)', 'Nous intervenons à {name}.']],
      ['de', 'DE', GERMAN, ['/pflegedienst-in-{slug}', 'Pflegedienst in {name}']],
      ['en', 'GB', ENGLISH, ['/areas/{slug}', 'Boiler repairs in {name} | Acme']],
      ['es', 'ES', SPANISH, ['/zonas/{slug}', '{name}', 'Trabajamos en {name} desde 1990.']],
      ['it', 'IT', ITALIAN, ['/{slug}/idraulico', 'Idraulico {name}', 'Siamo a {name} in un’ora.']],
      ['pl', 'PL', POLISH, ['/hydraulik-{slug}', 'Hydraulik {name}']],
      ['pt', 'PT', PORTUGUESE, ['/canalizador-{slug}', 'Canalizador em {name}']],
    ] as const) {
      const texts = [...each(towns, form), ['/contact', 'Contact'], ['/', 'Home'], ['/a-b', 'A b']] as const;
      assert.deepEqual(townsOf(language, [country], texts), entriesOf(towns), language);
    }
  });

  it('are those of many services in one or two towns', () => {
    const services = ['fontanero', 'electricista', 'cerrajero', 'pintor'];
    const pagesIn = (towns: Readonly<Record<string, string>>) =>
      services.flatMap((service) => each(towns, [`/${service}-{slug}`, `${service} en {name}`]));
    const one = { mostoles: 'Móstoles' };
    assert.deepEqual(townsOf('es', ['ES'], pagesIn(one)), entriesOf(one));
    const two = { getafe: 'Getafe', parla: 'Parla' };
    assert.deepEqual(townsOf('es', ['ES'], pagesIn(two)), entriesOf(two));
    const pairs: readonly Text[] = ['plumber', 'boiler'].flatMap((service) =>
      each({ leeds: 'Leeds', bradford: 'Bradford' }, [`/${service}-{slug}`, `${service} {name}`, 'Call us in {name}.']),
    );
    assert.deepEqual(townsOf('en', ['GB'], pairs), ['bradford: Bradford', 'leeds: Leeds']);
  });

  it('include abbreviated names and districts with a number', () => {
    const abbreviated = {
      'sta-cruz-de-tenerife': 'Santa Cruz de Tenerife',
      'sto-domingo-de-la-calzada': 'Santo Domingo de la Calzada',
      adeje: 'Adeje',
      arona: 'Arona',
    };
    assert.deepEqual(
      townsOf('es', ['ES'], each(abbreviated, ['/taxi-{slug}', 'Taxi', 'Taxi en {name}'])),
      entriesOf(abbreviated),
    );
    const districts = {
      'paris-1er-arrondissement': 'Paris 1er arrondissement',
      'paris-12eme-arrondissement': 'Paris 12eme arrondissement',
      lyon: 'Lyon',
    };
    assert.deepEqual(
      townsOf('fr', ['FR'], each(districts, ['/plombier-{slug}', 'Plombier à {name}'])),
      entriesOf(districts),
    );
  });

  it('have those that no map knows, where texts place them as they do the others', () => {
    const texts = [
      ...each({ ...ENGLISH, 'nether-wallop-green': 'Nether Wallop Green' }, [
        '/roofer-{slug}',
        'Roofer {name}',
        'We repair roofs in {name}.',
      ]),
      ['/roofer-prices', 'Prices', 'Repairs in prices.'],
    ] as const;
    assert.deepEqual(
      townsOf('en', ['GB'], texts),
      entriesOf({ ...ENGLISH, 'nether-wallop-green': 'Nether Wallop Green' }),
    );
  });

  it('are the cities of the contract on the site that has pages for them, as the contract writes them', () => {
    const pages = demoPages();
    const texts = new Map(pages.map(({ id, markdown }) => [id, markdown]));
    const towns = findTowns(pages, { language: 'es', countries: ['ES'], textOf: (id) => texts.get(id) ?? '' });
    assert.deepEqual(towns, DEFAULT_CITIES);
  });

  it('are written as titles do, unless in capitals', () => {
    const texts = each({ getafe: 'GETAFE', mostoles: 'MÓSTOLES', parla: 'PARLA' }, [
      '/pintor-{slug}',
      'PINTOR EN {name}',
    ]);
    assert.deepEqual(townsOf('es', ['ES'], texts), ['getafe: Getafe', 'mostoles: Móstoles', 'parla: Parla']);
  });
});

describe('no towns', () => {
  const none = (language: string, country: string, texts: readonly Text[], why: string) =>
    assert.deepEqual(townsOf(language, [country], texts), [], why);

  it('are models, colours and sizes of goods, though towns have their names', () => {
    const models = { ibiza: 'Ibiza', leon: 'León', toledo: 'Toledo', cordoba: 'Córdoba', altea: 'Altea' };
    none('es', 'ES', each(models, ['/seat-{slug}', 'SEAT {name} 1.0 TSI', 'El {name} gasta poco.']), 'models');
    const colours = { roja: 'roja', blanca: 'blanca', negra: 'negra', verde: 'verde' };
    none(
      'es',
      'ES',
      ['silla', 'mesa', 'puerta'].flatMap((thing) => each(colours, [`/${thing}-{slug}`, `${thing} {name}`])),
      'colours',
    );
  });

  it('are parts of a building after a preposition', () => {
    const rooms = { cocina: 'cocina', bano: 'baño', oficinas: 'oficinas', hoteles: 'hoteles' };
    const services = ['limpieza', 'averia', 'pintura'];
    const texts = services.flatMap((service) =>
      each(rooms, [`/${service}-en-{slug}`, `${service} en {name}`, 'en {name}']),
    );
    none('es', 'ES', texts, 'rooms');
  });

  it('are things that are broken, months and years', () => {
    none(
      'es',
      'ES',
      [
        ['/pantalla-rota', 'Pantalla rota'],
        ['/tuberia-rota', 'Tubería rota'],
        ['/persiana-rota', 'Persiana rota'],
      ],
      'rota',
    );
    const months = { '2023': '2023', '2024': '2024', '2025': '2025', mayo: 'Mayo', junio: 'Junio' };
    none('es', 'ES', each(months, ['/noticias/{slug}', 'Noticias de {name}', 'en {name}']), 'dates');
  });

  it('are words that are names of towns as well', () => {
    const jobs = ['fitting', 'repair', 'panels', 'sealing'];
    const texts = jobs.map((job): Text => [
      `/bath-${job}`,
      `Bath ${job}`,
      'Mould in bath and shower is our daily work.',
    ]);
    none('en', 'GB', texts, 'bath');
  });

  it('are people', () => {
    const people = {
      'ana-garcia': 'Ana García',
      'luis-toledo': 'Luis Toledo',
      'eva-zamora': 'Eva Zamora',
      ruiz: 'Ruiz',
    };
    none('es', 'ES', each(people, ['/equipo/{slug}', '{name}, abogado', 'Confíe en {name}.']), 'people');
    none(
      'en',
      'GB',
      each({ 'paul-london': 'Paul London', 'jack-lincoln': 'Jack Lincoln', 'amy-lee': 'Amy Lee' }, [
        '/team/{slug}',
        '{name}',
      ]),
      'team',
    );
  });

  it('are posts of a blog that repeat a pattern', () => {
    const things = { sofa: 'un sofá', horno: 'el horno', alfombra: 'una alfombra', colchon: 'un colchón' };
    none('es', 'ES', each(things, ['/blog/como-limpiar-{slug}', 'Cómo limpiar {name}']), 'posts');
    const tips = {
      mould: 'mould',
      reading: 'reading',
      sandwich: 'sandwiches',
      damp: 'damp',
      heat: 'heat',
      noise: 'noise',
    };
    none('en', 'GB', each(tips, ['/tips-for-{slug}', 'Tips for {name}', 'All about {name}.']), 'tips');
  });

  it('are on a small site without any', () => {
    none(
      'de',
      'DE',
      [
        ['/', 'Start'],
        ['/kontakt', 'Kontakt'],
        ['/leistungen/bad', 'Bad'],
        ['/leistungen/heizung', 'Heizung'],
        ['/leistungen/klima', 'Klima'],
      ],
      'small',
    );
    none(
      'pl',
      'PL',
      [
        ['/', 'Start'],
        ['/kontakt', 'Kontakt'],
      ],
      'unknown language',
    );
  });
});
