import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countriesOf } from '../../../../sync/company/country.ts';
import {
  isPlaceholderAddress,
  isPlaceholderEmail,
  judgeNumber,
} from '../../../../sync/company/contact/placeholders.ts';
import { parseTelephone, telephonesIn } from '../../../../sync/company/contact/telephone.ts';

describe('telephonesIn', () => {
  const found = (line: string, countries = ['ES']) => telephonesIn(line, countries).map(({ number }) => number);

  it('finds numbers in the format of a country', () => {
    assert.deepEqual(found('Tel. 91 574 82 36 / 622 41 83 90'), ['+34915748236', '+34622418390']);
    assert.deepEqual(found('(0341) 449-2817', ['AR']), ['+543414492817']);
    assert.deepEqual(found('Ring 0113 278 4456', ['US', 'GB']), ['+441132784456']);
  });

  it('finds each of several, and the first without the endings of the others', () => {
    assert.deepEqual(found('0721 234 567, 0722 234 568', ['RO']), ['+40721234567', '+40722234568']);
    assert.deepEqual(found('981223341-622418390'), ['+34981223341', '+34622418390']);
    assert.deepEqual(found('02234 / 98 76-54 / -55', ['DE']), ['+492234987654']);
    assert.deepEqual(found('0221 / 12 34 56', ['DE']), ['+49221123456']);
  });

  it('finds a number after a remark on value added tax, but not a tax number', () => {
    assert.deepEqual(found('Precios sin IVA 622 41 83 90'), ['+34622418390']);
    assert.deepEqual(found('IVA 622 41 83 90'), []);
  });

  it('leaves alone what else has digits', () => {
    for (const line of [
      'NIF 50432198K',
      'IBAN ES91 2100 0418 4502 0005 1332',
      '12/03/2024 10:00',
      'desde 1.250 €',
      '41.3874, 2.1686',
      'Fax: 976 22 94 72',
    ]) {
      assert.deepEqual(found(line), [], line);
    }
    assert.deepEqual(found('SIRET 812 345 678 00019 – RCS Brest 512 784 336', ['FR']), []);
    assert.deepEqual(found('St.-Nr. 51047/18615', ['DE']), []);
  });

  it('takes no amount, rate, distance or user name for a number', () => {
    for (const line of [
      'Facturamos 645 312 400 €',
      'Facturamos 645 312 400 euros',
      'Facturamos € 645 312 400',
      '645312400 $',
      '645312400%',
      'Síguenos: @645312400',
      '645312400@casa.es',
      'A 645 312 400 km',
    ])
      assert.deepEqual(found(line), [], line);
    for (const line of [
      'Corte 12 € 622 41 83 90',
      '622 41 83 90 @casapronta',
      '622 41 83 90 $5 menos',
      '622 41 83 90 Kmas',
    ])
      assert.deepEqual(found(line), ['+34622418390'], line);
  });

  it('finds numbers below words that begin as a label of a reference does', () => {
    assert.deepEqual(found('Obras y Reformas 622 41 83 90'), ['+34622418390']);
    for (const label of ['Ref.', 'Ref', 'Referencia:']) assert.deepEqual(found(`${label} 622 41 83 90`), [], label);
  });

  it('takes as long for a hundred kilobytes of digits as for a line', () => {
    assert.equal(found('6'.repeat(100_000)).length, 0);
    assert.ok(found('611 22 33 44 '.repeat(10_000)).length < 200);
  });
});

describe('parseTelephone', () => {
  it('reads a number with 00, with parentheses, and of a country that is not the first', () => {
    assert.equal(parseTelephone('0034983207714', [])?.number, '+34983207714');
    assert.equal(parseTelephone('(+34) 983 20 77 14', [])?.number, '+34983207714');
    assert.equal(parseTelephone('(213) 373-4253', ['ES', 'US'])?.number, '+12133734253');
    assert.equal(parseTelephone('llámanos', ['ES']), undefined);
  });
});

describe('judgeNumber', () => {
  const judge = (written: string, country: string) => {
    const telephone = parseTelephone(written, [country]);
    return telephone && judgeNumber(telephone);
  };

  it('knows the numbers of nobody', () => {
    for (const [written, country] of [
      ['600 000 000', 'ES'],
      ['123456789', 'ES'],
      ['912 345 678', 'ES'],
      ['666 666 666', 'ES'],
      ['202-555-0188', 'US'],
      ['(212) 555-1234', 'US'],
      ['020 7946 0000', 'GB'],
      ['+59895761512', 'UY'],
    ] as const) {
      assert.equal(judge(written, country), 'placeholder', written);
    }
  });

  it('suspects those that are too beautiful, and believes the others', () => {
    assert.equal(judge('600 123 456', 'ES'), 'suspect');
    assert.equal(judge('900 000 123', 'ES'), 'plausible');
    assert.equal(judge('976 22 94 71', 'ES'), 'plausible');
  });
});

describe('isPlaceholderEmail', () => {
  it('knows addresses of demos, and no own one among them', () => {
    for (const address of [
      'info@tuempresa.com',
      'hello@example.com',
      'contact@info.com',
      'you@casa.es',
      'foto@2x.png',
      'name@mail.com',
      'demo@gmail.com',
      'a@yourdomain.co.uk',
    ]) {
      assert.equal(isPlaceholderEmail(address, ['casa.es']), true, address);
    }
    for (const address of ['hola@casa.example', 'info@casa.es', 'fontaneria.ruiz@gmail.com']) {
      assert.equal(isPlaceholderEmail(address, ['casa.example', 'casa.es']), false, address);
    }
  });
});

describe('isPlaceholderAddress', () => {
  it('knows the addresses of starter sites', () => {
    assert.equal(isPlaceholderAddress('123 Fifth Avenue, New York, NY 10160'), true);
    assert.equal(isPlaceholderAddress('1234 Divi St. #1000, San Francisco, CA 94220'), true);
    assert.equal(isPlaceholderAddress('Calle Mayor 123, 28013 Madrid'), false);
  });
});

describe('a fax or two times', () => {
  it('are no telephone', () => {
    for (const text of [
      'Telefax 030 5490 6613',
      'Télécopieur : 030 5490 6613',
      'Faks: 030 5490 6613',
      'F. 030 5490 6613',
    ])
      assert.deepEqual(telephonesIn(text, ['DE']), [], text);
    assert.equal(telephonesIn('Tel. und Fax 030 5490 6613', ['DE']).length, 1);
    assert.deepEqual(telephonesIn('mån–fre 06.30–17.00', ['SE']), []);
  });
});

describe('a date or a span of years', () => {
  it('is no telephone, in a country whose numbers are as long', () => {
    for (const [text, country] of [
      ['2024-03-15', 'DK'],
      ['22.11.2024', 'DK'],
      ['25. 12. 2023', 'CR'],
      ['12.05.2023 10:00', 'LU'],
      ['27.12.2023 – 06.01.2024', 'BF'],
      ['© 2012–2024', 'TN'],
    ] as const)
      assert.deepEqual(telephonesIn(text, [country]), [], text);
    for (const [text, country] of [
      ['22 11 20 24', 'DK'],
      ['+45 22-11-2024', 'DK'],
      ['(11) 2012-2024', 'BR'],
    ] as const)
      assert.equal(telephonesIn(text, [country])[0]?.written, text);
  });
});

describe('countriesOf', () => {
  it('goes by the country that an address names, and by registers', () => {
    const home = 'https://pousada.com';
    for (const [text, country] of [
      ['Paraty - RJ - Brasil - Cep 23.970-000', 'BR'],
      ['5 Adeyemi Street, 100242 Lagos, Nigeria', 'NG'],
      ['NIP: 7822514406', 'PL'],
      ['KvK 24381190', 'NL'],
      ['Raipur – 492007 (C.G.)', 'IN'],
    ] as const)
      assert.equal(countriesOf({ home, languages: ['en', 'pt-BR'], text }).countries[0], country, text);
    assert.ok(!countriesOf({ home, languages: ['en'], text: 'Bucharest - 010101 (RO)' }).countries.includes('IN'));
  });

  it('believes the structured data, the ending of the host and numbers before the language', () => {
    assert.deepEqual(
      countriesOf({ home: 'https://casa.com', languages: ['es-ES'], addressCountries: ['México'] }).countries[0],
      'MX',
    );
    assert.deepEqual(countriesOf({ home: 'https://casa.com.ar', languages: ['es-ES'] }).countries[0], 'AR');
    assert.deepEqual(
      countriesOf({ home: 'https://casa.com', languages: ['en-US'], numbers: ['+57 601 5804352'] }).countries[0],
      'CO',
    );
    assert.deepEqual(
      countriesOf({ home: 'https://casa.com', languages: ['es'], text: 'desde $450 MXN' }).countries[0],
      'MX',
    );
  });

  it('is not certain when only the language of WordPress tells', () => {
    assert.deepEqual(countriesOf({ home: 'https://casa.com', languages: ['en-US'] }), {
      countries: ['US'],
      isCertain: false,
    });
    assert.equal(countriesOf({ home: 'https://casa.com', languages: ['es-MX'] }).isCertain, true);
  });
});
