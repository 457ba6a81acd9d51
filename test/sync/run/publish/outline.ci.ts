import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openIndexSync } from '../../../../db/index/reader.ts';
import { PROSE } from '../../../helpers/prose-samples.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from './published-site.ts';

const TOWNS = { getafe: 'Getafe', mostoles: 'Móstoles', parla: 'Parla' };
const UNLISTED = { config: { cities: undefined } };

/** Pages of one service in some towns, and a contact page. */
const pagesIn = (towns: Readonly<Record<string, string>>) => [
  ...Object.entries(towns).map(([slug, name], at) =>
    page(at + 1, `/persianas-${slug}`, `Persianas en ${name}`, `Arreglamos persianas en ${name}.`),
  ),
  page(99, '/contacto', 'Contacto', 'Llámanos.'),
];

describe('the outline of a site', () => {
  it('has the towns of its page families as cities, until they are gone', async () => {
    await using site = await publishedSite();
    const citiesNow = async () => {
      const pointer = (await site.generations.current()) ?? assert.fail('nothing is published');
      const index = openIndexSync(site.generations.pathOf(pointer));
      try {
        return [
          index.cities.map(({ name }) => name),
          index.search({ query: 'persianas mostoles', city: 'mostoles', limit: 3, offset: 0 }).hits.length,
        ];
      } finally {
        index.close();
      }
    };
    site.write(pagesIn(TOWNS));
    await site.publish(UNLISTED);
    assert.deepEqual(await citiesNow(), [['Getafe', 'Móstoles', 'Parla'], 1]);
    site.write([page(1, '/persianas-getafe', 'Persianas en Getafe', 'Otro texto sobre persianas en Getafe.')]);
    await site.publish(UNLISTED);
    assert.deepEqual(await citiesNow(), [['Getafe', 'Móstoles', 'Parla'], 1]);
    site.write([page(4, '/persianas-leganes', 'Persianas en Leganés', 'Persianas en Leganés.')]);
    await site.publish(UNLISTED);
    assert.deepEqual(await citiesNow(), [['Getafe', 'Leganés', 'Móstoles', 'Parla'], 1]);
    site.write([], [1, 2, 3, 4]);
    await site.publish(UNLISTED);
    assert.deepEqual(await citiesNow(), [[], 0]);
  });

  it('has no cities where the site file says so, and those that it lists', async () => {
    await using site = await publishedSite();
    site.write(pagesIn(TOWNS));
    for (const cities of [[], [{ slug: 'parla', name: 'Parla', aliases: [] }]]) {
      await site.publish({ config: { cities } });
      const pointer = (await site.generations.current()) ?? assert.fail('nothing is published');
      const index = openIndexSync(site.generations.pathOf(pointer));
      assert.deepEqual(index.cities, cities);
      index.close();
    }
  });

  it('is in the language of the texts, unless the site file names one', async () => {
    await using site = await publishedSite();
    const paths = ['/a', '/b', '/c'];
    site.write(paths.map((path, at) => page(at + 1, path, 'Workshop', PROSE.english, { language: 'es' })));
    const languagesNow = async () => {
      const pointer = (await site.generations.current()) ?? assert.fail('nothing is published');
      const index = openIndexSync(site.generations.pathOf(pointer));
      try {
        const { hits } = index.search({ query: 'workshop', city: undefined, limit: 1, offset: 0 });
        return [index.site.language, index.languages, hits[0]?.language];
      } finally {
        index.close();
      }
    };
    await site.publish(UNLISTED);
    assert.deepEqual(await languagesNow(), ['en', ['en'], 'en']);
    site.write([page(1, '/a', 'Workshop', `${PROSE.english} More.`, { language: 'es' })]);
    await site.publish(UNLISTED);
    assert.deepEqual(await languagesNow(), ['en', ['en'], 'en']);
    await site.publish({ config: { cities: [], language: 'es' } });
    assert.deepEqual(await languagesNow(), ['es', ['es'], 'es']);
  });
});
