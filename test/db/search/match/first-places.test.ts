import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_CITIES } from '../../../../shared/cities.ts';
import { indexOf, page } from '../search-pages.ts';

/** Pages of one text for every city. */
function copiesOf(family: string, from: number, text: string) {
  return DEFAULT_CITIES.map(({ slug, name }, at) =>
    page({
      id: from + at,
      path: `/${slug}/${family}`,
      title: `${family} en ${name}`,
      markdown: text,
      city: slug,
      family,
    }),
  );
}

const LAUNDRY = 'Reparamos la secadora y la lavadora que huele a humedad.';
const OTHERS = [...Array(30).keys()].map((at) => page({ id: 1000 + at, title: `Aviso ${at}`, markdown: 'Texto.' }));
const laundry = [
  page({ id: 1, path: '/tecnico', title: 'Técnico', markdown: 'Reparamos la secadora.', family: 'tecnico' }),
  ...copiesOf('tecnico', 100, LAUNDRY),
];
const guide = page({ id: 2, path: '/guia', title: 'Guía', markdown: 'La ropa huele si la secadora no ventila.' });
const warranty = page({ id: 3, path: '/garantia', title: 'Garantía', markdown: 'La de una secadora dura dos años.' });

describe('the first places of an answer', () => {
  it('are for different texts', () => {
    using site = indexOf([...laundry, guide, warranty, ...OTHERS]);
    assert.deepEqual(site.find('secadora lavadora huele').slice(0, 3), ['/tecnico', '/guia', '/garantia']);
  });

  it('have the general page right after a copy that has more of a short query', () => {
    using site = indexOf([...laundry, guide, warranty, ...OTHERS]);
    const [first = '', ...next] = site.find('secadora lavadora').slice(0, 3);
    assert.match(first, /^\/.+\/tecnico$/);
    assert.deepEqual(next, ['/tecnico', '/garantia']);
  });

  it('are in the same order however many pages are asked for', () => {
    using site = indexOf([...laundry, guide, warranty, ...OTHERS]);
    const all = site.find('secadora que huele', undefined, 30);
    for (const limit of [1, 2, 3, 5, 8]) {
      assert.deepEqual(site.find('secadora que huele', undefined, limit), all.slice(0, limit));
    }
  });

  it('have the page of a city that alone holds a telling word, beside the general one', () => {
    const suburb = page({
      id: 4,
      path: '/extremo/tecnico',
      title: 'Técnico',
      markdown: `${LAUNDRY} También en Arganzuela.`,
      city: DEFAULT_CITIES[0]?.slug ?? '',
      family: 'tecnico',
    });
    using site = indexOf([...laundry, suburb, guide, warranty, ...OTHERS]);
    assert.ok(site.find('reparación de la secadora, arganzuela').slice(0, 2).includes(suburb.path));
  });

  it('have a general page that lacks a word which all copies of other texts say', () => {
    const boiler = page({
      id: 5,
      path: '/comunidades',
      title: 'Administradores de fincas',
      markdown: 'Para administradores de fincas: administramos los avisos de cada finca.',
    });
    const all =
      'Mantenimiento y reformas de pisos, locales y fincas, con su administrador y cada propietario al tanto.';
    using site = indexOf([
      boiler,
      ...copiesOf('reformas', 100, all),
      ...copiesOf('pintura', 200, all),
      ...copiesOf('suelos', 300, all),
      ...copiesOf('tejados', 400, all),
      ...OTHERS,
    ]);
    assert.equal(site.find('mantenimiento para administrador de fincas')[0], boiler.path);
  });
});
