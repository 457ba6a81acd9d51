import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from '../../../../shared/page.ts';
import { indexOf, page } from '../search-pages.ts';

const SERVICES = [
  { slug: 'fontaneria', title: 'Fontanería', text: 'Reparamos tuberías. Si la cisterna no para, vamos en el día.' },
  {
    slug: 'electricidad',
    title: 'Electricidad',
    text: 'Hacemos aumentos de potencia y cuadros nuevos en toda la casa.',
  },
  { slug: 'cerrajeria', title: 'Cerrajería', text: 'Abrimos puertas y cambiamos bombines en menos de una hora.' },
  { slug: 'pintura', title: 'Pintura de pisos', text: 'Pintamos paredes y techos, y alisamos el gotelé.' },
];
const CITIES = ['madrid', 'bilbao'];

const general = SERVICES.map(({ slug, title, text }, at) =>
  page({ id: at + 1, path: `/${slug}`, title, markdown: text }),
);
const copies = SERVICES.flatMap(({ slug, title, text }, service) =>
  CITIES.map((city, at) =>
    page({
      id: 10 * (service + 1) + at,
      path: `/${city}/${slug}`,
      title: `${title} en ${city}`,
      markdown: text,
      city,
      family: slug,
    }),
  ),
);
const list = (services: typeof SERVICES): Page =>
  page({
    id: 100,
    path: '/lista',
    title: 'Tarifas',
    markdown: services
      .map(({ title }) => title)
      .join(', ')
      .concat('. Aumento de potencia 135 €. Cambio de bombín 75 €.'),
  });

for (const mode of ['memory', 'file'] as const) {
  describe(`an overview of the services (${mode})`, () => {
    it('comes after the page of the service that says the same', () => {
      using site = indexOf([...general, ...copies, list(SERVICES)], {}, mode);
      assert.deepEqual(site.find('pedir un aumento de potencia', undefined, 1), ['/electricidad']);
    });

    it('comes first when its title is asked for', () => {
      using site = indexOf([...general, ...copies, list(SERVICES)], {}, mode);
      assert.deepEqual(site.find('tarifas de aumento de potencia', undefined, 1), ['/lista']);
    });

    it('names most services, and not a few of them', () => {
      using site = indexOf([...general, ...copies, list(SERVICES.slice(0, 2))], {}, mode);
      assert.deepEqual(site.find('pedir un aumento de potencia', undefined, 1), ['/lista']);
    });
  });
}
