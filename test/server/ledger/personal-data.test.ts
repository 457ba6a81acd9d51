import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparable, mayBePersonal, normalized } from '../../../server/ledger/personal-data.ts';

const SITE = new Set(
  'fontanero fontaneros urgente en madrid precio de la caldera no calienta agua the price for a'.split(' '),
);
const words = {
  knows: (word: string) => SITE.has(comparable(word)),
  ownNames: new Set(['madrid', 'santiago', 'garcia']),
};

describe('mayBePersonal', () => {
  const personal = [
    // Telephones, however they are written.
    'fontanero 612345678',
    'fontanero +34 612 34 56 78',
    'fontanero (91) 555-12-34',
    'fontanero 6.1.2.3.4.5.6.7.8',
    'fontanero ٦١٢٣٤٥٦٧٨',
    'fontanero ６１２３４５６７８',
    // Addresses.
    'precio para juana@example.com',
    'precio para juana (arroba) correo',
    'precio a mi gmail',
    'https://example.com/yo',
    'fontanero en example.com',
    'habla con @usuario',
    'habla con usuario_uno',
    // Documents, cards, accounts, dates, post codes.
    'caldera 12345678Z',
    'caldera X1234567L',
    'caldera 123-45-6789',
    'caldera 4111 1111 1111 1111',
    'caldera ES91 2100 0418 4502 0005 1332',
    'caldera 03/04/1985',
    'fontanero en 28013',
    'mi dni',
    // Persons.
    'Juan Pérez',
    'juan perez',
    'fontanero de maria',
    'precio para la señora xyzzy',
    'mr xyzzy',
    'me llamo como la caldera',
    'fontanero Xyzzy',
    'fontanero XYZZY',
    'xyzzy plugh',
    'precio xyzzy plugh',
    '山田太郎',
    'अमिताभ',
    'a'.repeat(101),
  ];
  for (const query of personal) {
    it(`keeps the text ${JSON.stringify(query.slice(0, 40))} out`, () =>
      assert.equal(mayBePersonal(query, words), true));
  }

  const harmless = [
    'fontanero urgente en madrid',
    'FONTANERO URGENTE',
    '¿Fontaneros en Madrid?',
    'precio de la caldera',
    'fontanero xyzzy urgente',
    'fontanero 24 h',
    'fontanero en Santiago',
    'fontaneros García',
  ];
  for (const query of harmless) {
    it(`lets ${JSON.stringify(query)} be kept`, () => assert.equal(mayBePersonal(query, words), false));
  }
});

describe('comparable and normalized', () => {
  it('make one question of the ways to type it, and show it in lower case without punctuation', () => {
    for (const query of ['¿Caldera  rota?', 'caldera rota', 'CALDERA, ROTA…']) {
      assert.equal(comparable(query), 'caldera rota');
      assert.equal(normalized(query), 'caldera rota');
    }
    assert.equal(comparable('Niño'), comparable('nino'));
    assert.equal(normalized('Niño'), 'niño');
  });
});
