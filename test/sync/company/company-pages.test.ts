import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAddresses } from '../../../shared/addresses.ts';
import { bookingPage, companyPages, hoursPage } from '../../../sync/company/company-pages.ts';
import { readCompany } from '../../../sync/company/read-company.ts';

const HOME = 'https://casa.es';
const addresses = createAddresses({ home: HOME, hosts: ['casa.es'] });

function rolesOf(...paths: readonly string[]) {
  const pages = companyPages(
    paths.map((path) => HOME + path),
    addresses,
  );
  return pages.map(({ url, role }) => `${role} ${new URL(url).pathname}`);
}

describe('companyPages', () => {
  it('finds the pages of a site whose addresses begin with its language', () => {
    assert.deepEqual(rolesOf('/es/', '/es/contacto/', '/es/aviso-legal/'), [
      'contact /es/contacto/',
      'legal /es/aviso-legal/',
    ]);
  });

  it('reads a translation only where there is no page without a language', () => {
    assert.deepEqual(rolesOf('/contacto/', '/fr/contact/', '/en/contact/'), ['contact /contacto/']);
  });

  it('reads a page that says where the company is, beside those for contact', () => {
    assert.deepEqual(rolesOf('/visit/', '/find-us/', '/contact-us/', '/kontakt/', '/como-llegar/'), [
      'contact /kontakt/',
      'contact /contact-us/',
      'contact /visit/',
    ]);
    assert.deepEqual(rolesOf('/anfahrt/', '/revisit/'), ['contact /anfahrt/']);
  });

  it('knows a page whose slug was taken, and slugs of other languages', () => {
    assert.deepEqual(rolesOf('/contact-2/', '/uslugi/', '/cennik/'), [
      'contact /contact-2/',
      'services /uslugi/',
      'prices /cennik/',
    ]);
  });
});

describe('the slug of a contact page', () => {
  it('may have an ending, and say when and where too', () => {
    for (const path of [
      '/contacto.html',
      '/contact.php',
      '/contactenos.htm',
      '/ubicacion-contacto/',
      '/horario-y-contacto/',
      '/contact-and-directions/',
    ])
      assert.deepEqual(rolesOf(path), [`contact ${path}`]);
    assert.deepEqual(rolesOf('/kontakti/'), ['contact /kontakti/']);
    const shop = companyPages(['https://tallersol.nl/contact-met-taller-sol/'], {
      keyOf: createAddresses({ home: 'https://tallersol.nl', hosts: ['tallersol.nl'] }).keyOf,
    });
    assert.equal(shop[0]?.role, 'contact');
    const lenses = createAddresses({ home: 'https://lenses4all.nl', hosts: ['lenses4all.nl'] });
    assert.deepEqual(companyPages(['https://lenses4all.nl/contact-lenses/'], lenses), []);
    assert.deepEqual(rolesOf('/lentes-de-contacto/', '/contact-lenses/', '/kontaktlinsen/'), []);
  });
});

describe('bookingPage', () => {
  it('is the one with the shortest address', () => {
    const links = ['/reservas-grupos/', '/sala/reservas/', '/prenota/', '/facebook/'].map((path) => HOME + path);
    assert.deepEqual(bookingPage(links, addresses), { url: `${HOME}/prenota/`, role: 'contact' });
    assert.equal(bookingPage([`${HOME}/facebook/`], addresses), undefined);
  });
});

describe('hoursPage', () => {
  it('is the one with the shortest address, in any language, and no page of one thing that is done there', () => {
    const found = (...paths: readonly string[]) =>
      hoursPage(
        paths.map((path) => HOME + path),
        addresses,
      )?.url.slice(HOME.length);
    assert.equal(found('/fr/horaires/', '/horarios/', '/horarios-de-clases/'), '/horarios/');
    for (const path of [
      '/horario-de-atencion/',
      '/opening-hours/',
      '/oeffnungszeiten.html',
      '/orari/',
      '/openingstijden/',
    ])
      assert.equal(found(path), path);
    assert.equal(found('/happy-hours/', '/kurszeiten/', '/horarios-de-clases/'), undefined);
  });

  it('is read beside the contact page', async () => {
    const read: string[] = [];
    await readCompany({
      site: { name: 'Casa', description: '', home: HOME, language: 'es', hosts: ['casa.es'] },
      links: [`${HOME}/`, `${HOME}/contacto/`, `${HOME}/horario/`],
      frontIsPublic: true,
      schemas: new Map(),
      former: undefined,
      fetchHtml: async (url) => {
        read.push(url.slice(HOME.length));
        return '<p>Casa</p>';
      },
    });
    assert.deepEqual(read, ['/', '/contacto/', '/horario/']);
  });
});
