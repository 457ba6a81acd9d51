import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CityRule } from '../../../shared/cities.ts';
import { toSlug } from '../../../shared/places.ts';
import { placesListedIn } from '../../../sync/places/area-lists.ts';
import { readCountry } from '../../../sync/places/countries.ts';
import { createPlaceCollector } from '../../../sync/places/place-names.ts';

const city = (slug: string, name: string, ...aliases: string[]): CityRule => ({ slug, name, aliases });

/** The city that each name means, on a site with these pages. */
function meaningsOf(
  cities: readonly CityRule[],
  pages: readonly { readonly city: string; readonly markdown: string }[],
  country?: string,
) {
  const collector = createPlaceCollector(cities);
  for (const page of pages) collector.add(page.city, placesListedIn(page.markdown));
  const { names, mapped = [], postCodes } = collector.placeNames(country);
  const onMap = mapped.flatMap((group) => group.names.map((name) => [name, group.city] as const));
  return { cityOf: new Map([...names.map(({ name, city: slug }) => [name, slug] as const), ...onMap]), postCodes };
}

describe('placesListedIn', () => {
  it('reads items under a heading for areas of a town, up to the next heading', () => {
    const markdown =
      '## Barrios y municipios\n\n- Chamberí\n- [El Llano](/el-llano/)\n- **Somió**\n- 24 horas\n\n## Precios\n\n- Desde 40 €\n- Calidad';
    assert.deepEqual(placesListedIn(markdown), ['Chamberí', 'El Llano', 'Somió']);
  });

  it('reads enumerations, with the post codes beside their names', () => {
    assert.deepEqual(placesListedIn('### Stadtteile\n\nEhrenfeld, Nippes (50733) und Sülz.'), [
      'Ehrenfeld',
      'Nippes',
      '50733',
      'Sülz',
    ]);
    assert.deepEqual(placesListedIn('**Areas we cover:** Clifton, Bedminster and Stoke Bishop'), [
      'Clifton',
      'Bedminster',
      'Stoke Bishop',
    ]);
  });

  it('takes no sentence for a place', () => {
    const markdown =
      '## Zonas\n\nTrabajamos en toda la ciudad, de lunes a sábado, también en festivos.\n\n- de lunes a viernes';
    assert.deepEqual(placesListedIn(markdown), []);
  });
});

describe('place names', () => {
  const cities = [city('oviedo', 'Oviedo'), city('gijon', 'Gijón', 'xixon'), city('madrid', 'Madrid')];
  const pages = [
    { city: 'gijon', markdown: '## Barrios\n\n- Cimavilla\n- Centro\n- Gijón' },
    { city: 'madrid', markdown: '## Barrios\n\n- Chamberí\n- Centro' },
    { city: 'oviedo', markdown: 'Oviedo.' },
    { city: '', markdown: '## Barrios\n\n- Ninguno' },
  ];

  it('come from the lists of the pages of one city; a name that two cities have means neither', () => {
    const { cityOf, postCodes } = meaningsOf(cities, pages);
    assert.deepEqual(
      [...cityOf],
      [
        ['Cimavilla', 'gijon'],
        ['Chamberí', 'madrid'],
      ],
    );
    assert.deepEqual(postCodes, {});
  });

  it('come from the map of the country as well: areas by their capital, post codes by their beginnings', () => {
    const { cityOf, postCodes } = meaningsOf(cities, pages, 'ES');
    assert.equal(cityOf.get('Asturias'), 'oviedo');
    assert.equal(cityOf.get('Getafe'), 'madrid');
    assert.equal(cityOf.get('Toledo'), '');
    assert.equal(cityOf.get('Gijón'), undefined);
    assert.deepEqual(
      [postCodes['33'], postCodes['332'], postCodes['28'], postCodes['45']],
      ['oviedo', 'gijon', 'madrid', ''],
    );
  });

  it('have the other name of a city of the site', () => {
    const towns = [city('valencia', 'Valencia'), city('sagunto', 'Sagunto'), city('alcoi', 'Alcoi')];
    const lists = [
      { city: 'valencia', markdown: 'Valencia.' },
      { city: 'sagunto', markdown: 'Sagunto.' },
      { city: 'alcoi', markdown: 'Alcoi.' },
    ];
    const { cityOf } = meaningsOf(towns, lists, 'ES');
    assert.deepEqual(
      ['Sagunt', 'Alcoy', 'Xàtiva', 'Elda'].map((name) => cityOf.get(name)),
      ['sagunto', 'alcoi', 'valencia', 'alcoi'],
    );
  });

  it('have the other names on the map of a town that the site names', () => {
    const towns = [city('alicante', 'Alicante'), city('elche', 'Elche')];
    const lists = [
      { city: 'elche', markdown: '## Municipios\n\n- Crevillent\n- Aspe' },
      { city: 'alicante', markdown: '## Municipios\n\n- Muchamiel' },
    ];
    const { cityOf } = meaningsOf(towns, lists, 'ES');
    assert.equal(cityOf.get('Crevillente'), 'elche');
    assert.equal(cityOf.get('Mutxamel'), 'alicante');
    assert.equal(meaningsOf(towns, lists).cityOf.get('Crevillente'), undefined);
  });

  it('mean the nearest city, within their division or just across its border', () => {
    const towns = [city('lyon', 'Lyon'), city('grenoble', 'Grenoble')];
    const { cityOf } = meaningsOf(
      towns,
      [
        { city: 'lyon', markdown: '' },
        { city: 'grenoble', markdown: '' },
      ],
      'FR',
    );
    // Heyrieux is in the division of Grenoble too, and nearer to Lyon.
    assert.deepEqual(
      ['Villeurbanne', 'Échirolles', 'Heyrieux', 'Marseille'].map((name) => cityOf.get(name)),
      ['lyon', 'grenoble', 'grenoble', ''],
    );
  });

  it('are no parts of a city where a general page has their name in its title', () => {
    const collector = createPlaceCollector([city('madrid', 'Madrid')]);
    collector.add('madrid', []);
    collector.addTitle('', 'Persianas en Getafe');
    const names = new Set(collector.placeNames('ES').mapped?.flatMap((group) => group.names));
    assert.deepEqual([names.has('Getafe'), names.has('Leganés')], [false, true]);
  });

  it('take nothing from the map of a country in which the site has no city', () => {
    const { cityOf } = meaningsOf([city('lyon', 'Lyon')], [{ city: 'lyon', markdown: '' }], 'ES');
    assert.equal(cityOf.size, 0);
  });
});

describe('places/', () => {
  it('has supplements that can be read, whose regions, post codes and other names are of areas and towns of the country', () => {
    for (const file of readdirSync(join(import.meta.dirname, '../../../places'))) {
      const { supplement, towns } = readCountry(file.replace('.yaml', '')) ?? assert.fail(file);
      const codes = new Set(supplement.areas.map(({ code }) => code));
      for (const code of Object.values(supplement.regions).flat()) assert.ok(codes.has(code), `${file}: ${code}`);
      const names = new Set(towns.flatMap((town) => town.names.map(toSlug)));
      const mentioned = [...Object.values(supplement.post_codes), ...Object.keys(supplement.other_names)];
      for (const town of mentioned) assert.ok(names.has(toSlug(town)), `${file}: ${town}`);
      for (const { capital } of supplement.areas)
        assert.ok(
          capital.some((name) => names.has(toSlug(name))),
          `${file}: ${capital.join(', ')}`,
        );
    }
  });

  it('has the towns of every country', () => {
    const leeds = readCountry('GB')?.towns.find(({ names }) => names.includes('Leeds'));
    assert.ok(leeds && Math.abs(leeds.latitude - 53.8) < 0.1);
    assert.equal(readCountry('XX'), undefined);
    assert.equal(readCountry('../ES'), undefined);
  });
});
