import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { isFunctionWord } from '../../../server/ledger/common-words.ts';
import { comparable, MASK, mayBePersonal, storableText } from '../../../server/ledger/question-text.ts';

const SITE = new Set(
  'fontanero fontaneros urgente en madrid precio de la caldera no calienta agua the price for a'.split(' '),
);
const words = {
  knows: (word: string) => SITE.has(comparable(word)),
  isCommon: (word: string) => word === 'felpudo',
  ownNames: new Set(['madrid', 'santiago', 'garcia']),
};

describe('storableText', () => {
  const refused = [
    // Telephone numbers, however they are written.
    'fontanero 612345678',
    'fontanero +34 612 34 56 78',
    'fontanero (91) 555-12-34',
    'fontanero 6.1.2.3.4.5.6.7.8',
    'fontanero ٦١٢٣٤٥٦٧٨',
    'fontanero ６１２３４５６７８',
    'fontanero seis uno dos tres cuatro cinco',
    'plumber six one two three four',
    // E-mail and web addresses, accounts.
    'precio para juana@example.com',
    'precio para juana (arroba) correo',
    'precio a mi gmail',
    'https://example.com/yo',
    'fontanero en example.com',
    'habla con @usuario',
    'habla con usuario_uno',
    // Street addresses.
    'fontanero calle de la caldera 12',
    'fontanero c/ madrid 3',
    'caldera hauptstrasse 5',
    // Documents, cards, accounts, dates, plates.
    'caldera 12345678Z',
    'caldera X1234567L',
    'caldera 4111 1111 1111 1111',
    'caldera 03/04/1985',
    'fontanero en 28013',
    'mi dni',
    'caldera 1234 BCD',
    // Names alone, and texts too long to be a question.
    'Juan Pérez',
    'xyzzy plugh',
    'me llamo como la caldera',
    '山田太郎',
    'a'.repeat(101),
  ];
  for (const query of refused) {
    it(`stores nothing of ${JSON.stringify(query.slice(0, 40))}`, () =>
      assert.ok(mayBePersonal(query) || storableText(query, words) === undefined));
  }

  for (const [query, stored] of [
    ['¿Fontaneros en Madrid?', 'fontaneros en madrid'],
    ['PRECIO DE LA CALDERA', 'precio de la caldera'],
    ['fontanero en Santiago', 'fontanero en santiago'],
    ['fontaneros García', 'fontaneros garcía'],
    // Names, in any case, are words that the site does not use.
    ['fontanero de maria perez', 'fontanero de …'],
    ['caldera para Juan Pérez y Xyzzy', 'caldera para … y …'],
    ['fontanero, señor Garcia', 'fontanero …'],
    ['fontanero 24 h', 'fontanero …'],
    // A family name may be a common word.
    ['fontanero felpudo', 'fontanero felpudo'],
    ['fontanero de xyzzy felpudo', 'fontanero de …'],
    ['precio caldera m 12 ab', 'precio caldera m …'],
  ] as const) {
    it(`stores ${JSON.stringify(query)} as ${JSON.stringify(stored)}`, () =>
      assert.equal(storableText(query, words), stored));
  }

  it('holds no word in its result that neither the site nor the common words have', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...SITE), fc.string({ maxLength: 12 })), { maxLength: 8 }),
        (parts) => {
          const stored = storableText(parts.join(' '), words) ?? '';
          for (const word of stored.split(' ').filter((one) => one !== '' && one !== MASK)) {
            assert.ok(
              words.knows(word) || words.ownNames.has(comparable(word)) || isFunctionWord(comparable(word)),
              word,
            );
            assert.doesNotMatch(word, /\p{N}/u);
          }
        },
      ),
    );
  });
});

describe('comparable', () => {
  it('makes different spellings of a question equal', () => {
    for (const query of ['¿Caldera  rota?', 'caldera rota', 'CALDERA, ROTA…']) {
      assert.equal(comparable(query), 'caldera rota');
    }
    assert.equal(comparable('Niño'), comparable('nino'));
  });
});
