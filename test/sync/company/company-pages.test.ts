import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAddresses, slugOf, slugOfUrl } from '../../../shared/addresses.ts';
import { companyPages, isOtherPage, ROLE_SLUGS } from '../../../sync/company/company-pages.ts';

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
    const lenses = createAddresses({ home: 'https://lenses4all.nl', hosts: ['lenses4all.nl'] });
    assert.deepEqual(companyPages(['https://lenses4all.nl/contact-lenses/'], lenses), []);
    assert.deepEqual(rolesOf('/lentes-de-contacto/', '/contact-lenses/', '/kontaktlinsen/'), []);
  });
});

describe('slugs outside Latin script', () => {
  const paths = ['/お問合せ/', '/サービス/', '/연락처/'];

  it('have a role as text, decomposed and percent-encoded', () => {
    for (const form of [String, (path: string) => path.normalize('NFD'), encodeURI])
      assert.deepEqual(
        rolesOf(...paths.map(form)).map((page) => page.split(' ')[0]),
        ['contact', 'contact', 'services'],
      );
  });

  it('have a role as the address of a menu entry and as a key', () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const path = `/サービス`.normalize(form);
      assert.ok(ROLE_SLUGS.services.test(slugOf(path)), form);
      assert.ok(ROLE_SLUGS.services.test(slugOfUrl(`${HOME}${encodeURI(path)}/`)), form);
      assert.ok(isOtherPage('연락처'.normalize(form)), form);
    }
  });
});

describe('companyPages for bookings and personal data', () => {
  it('reads the page for bookings with the shortest address if no contact page exists', () => {
    assert.deepEqual(rolesOf('/reservas-grupos/', '/sala/reservas/', '/prenota/', '/facebook/'), ['contact /prenota/']);
    assert.deepEqual(rolesOf('/prenota/', '/contatti/'), ['contact /contatti/']);
  });

  it('reads the page on personal data if no legal notice exists', () => {
    assert.deepEqual(rolesOf('/privacy-policy/', '/datenschutz/'), ['privacy /datenschutz/']);
    assert.deepEqual(rolesOf('/datenschutz/', '/impressum/'), ['legal /impressum/']);
  });

  it('reads a page that a menu calls a legal notice', () => {
    const linked = [{ url: `${HOME}/info-42/`, role: 'legal' } as const];
    assert.deepEqual(companyPages([`${HOME}/info-42/`], addresses, linked), linked);
  });
});
