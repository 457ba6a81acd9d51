import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPlaces } from '../../../../shared/places.ts';
import { contributionsOf } from '../../../../sync/run/publish/compose.ts';
import { page } from '../../../helpers/sample-index.ts';
import { publishedSite } from './published-site.ts';

const PAGES = [
  page(1, '/', 'Casa a punto', 'Teléfono: [900 000 000](tel:+34900000000), [escríbenos](mailto:hola@casa.example).'),
  page(2, '/madrid', 'Madrid', '## Barrios\n\n- Chamberí\n- Retiro'),
  page(3, '/taps', 'Taps', 'Taps and cisterns.', { language: 'en' }),
];

/** The contributions of a site by some rules, with the pages that were looked at for them. */
async function contributingSite() {
  const site = await publishedSite();
  const { locate } = createPlaces([{ slug: 'madrid', name: 'Madrid', aliases: [] }]);
  const looked: string[] = [];
  const placed = <One extends { readonly path: string }>(one: One) => {
    looked.push(one.path);
    return { ...one, ...locate(one.path) };
  };
  const pageOf = (id: number) => {
    const one = site.mirror.publishablePage(id);
    return one && placed(one);
  };
  function* all() {
    for (const one of site.mirror.publishable()) yield placed(one);
  }
  return {
    ...site,
    /** What is contributed, and which pages were looked at for it. */
    contributed(rules = 'one', main = 'es') {
      looked.length = 0;
      const found = [...contributionsOf(site.mirror, main, { pageOf, all, rules })];
      return {
        all: found.map(({ path, links, places }) => [path, links, places]),
        looked: [...looked],
      };
    },
  };
}

describe('contributionsOf', () => {
  it('takes contact links and places from the pages in the main language', async () => {
    await using site = await contributingSite();
    site.write(PAGES);
    assert.deepEqual(site.contributed().all, [
      ['/', 'tel:+34900000000\nmailto:hola@casa.example', ''],
      ['/madrid', '', 'Chamberí\nRetiro'],
    ]);
    assert.deepEqual(site.contributed('one', 'en').all, [['/taps', '', '']]);
  });

  it('looks again at the pages alone that have changed, come or gone', async () => {
    await using site = await contributingSite();
    site.write(PAGES);
    assert.deepEqual(site.contributed().looked, ['/', '/madrid', '/taps']);
    assert.deepEqual(site.contributed().looked, []);
    site.write([page(2, '/madrid', 'Madrid', 'Sin barrios.'), page(4, '/gijon', 'Gijón', 'Gijón.')], [1]);
    assert.deepEqual(site.contributed(), {
      all: [
        ['/madrid', '', ''],
        ['/gijon', '', ''],
      ],
      looked: ['/madrid', '/gijon'],
    });
  });

  it('looks at every page by other rules', async () => {
    await using site = await contributingSite();
    site.write(PAGES);
    site.contributed();
    assert.deepEqual(site.contributed('others').looked, ['/', '/madrid', '/taps']);
  });

  it('keeps nothing when it is stopped in the middle', async () => {
    await using site = await contributingSite();
    site.write(PAGES);
    const { mirror } = site;
    const all = () => {
      throw new Error('stopped');
    };
    assert.throws(() => contributionsOf(mirror, 'es', { pageOf: () => undefined, all, rules: 'one' }), /stopped/);
    assert.deepEqual(site.contributed().looked, ['/', '/madrid', '/taps']);
  });
});
