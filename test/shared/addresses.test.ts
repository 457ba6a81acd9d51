import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createAddresses, isAbsoluteAddress, postIdOf, slugOf } from '../../shared/addresses.ts';
import { wellFormedText } from '../helpers/well-formed-text.ts';

const { keyOf } = createAddresses({ home: 'https://www.casa.example', hosts: ['10.0.0.7:8080'] });

describe('keyOf', () => {
  it('is the path without its trailing slash; the front page is /', () => {
    assert.equal(keyOf('https://www.casa.example/madrid/fontaneria/'), '/madrid/fontaneria');
    assert.equal(keyOf('https://www.casa.example'), '/');
    assert.equal(keyOf('/'), '/');
    assert.equal(keyOf('/index.php'), '/');
  });

  it('takes a path for an address of the site', () => {
    assert.equal(keyOf('/contacto'), '/contacto');
    assert.equal(keyOf('contacto/'), '/contacto');
  });

  it('knows every host of the site, with and without www', () => {
    assert.equal(keyOf('http://casa.example/contacto'), '/contacto');
    assert.equal(keyOf('https://WWW.CASA.EXAMPLE/contacto'), '/contacto');
    assert.equal(keyOf('//casa.example/contacto'), '/contacto');
    assert.equal(keyOf('http://10.0.0.7:8080/contacto'), '/contacto');
  });

  it('has no key for another host, port or scheme', () => {
    assert.equal(keyOf('https://otra.example/contacto'), undefined);
    assert.equal(keyOf('//otra.example/contacto'), undefined);
    assert.equal(keyOf('/\\otra.example/contacto'), undefined);
    assert.equal(keyOf('https://casa.example.otra.example/'), undefined);
    assert.equal(keyOf('https://casa.example@otra.example/'), undefined);
    assert.equal(keyOf('http://10.0.0.7/contacto'), undefined);
    assert.equal(keyOf('ftp://casa.example/contacto'), undefined);
    assert.equal(keyOf('javascript:alert(1)'), undefined);
    assert.equal(keyOf('http://'), undefined);
  });

  it('does not care about case, escapes, doubled slashes, query or fragment', () => {
    assert.equal(keyOf('/Madrid/FONTANERIA'), '/madrid/fontaneria');
    assert.equal(keyOf('/m%C3%A1laga/fontaner%c3%ada/'), '/málaga/fontanería');
    assert.equal(keyOf('/ma\u0301laga/fontaneri\u0301a'), '/málaga/fontanería');
    assert.equal(keyOf('//casa.example//madrid///fontaneria'), '/madrid/fontaneria');
    assert.equal(keyOf('/madrid/?utm_source=x#precios'), '/madrid');
    assert.equal(keyOf('/madrid/../vigo/./reformas'), '/vigo/reformas');
  });

  it('keeps an escaped slash inside its segment, and what is not UTF-8 as it is', () => {
    assert.equal(keyOf('/a%2Fb'), '/a%2fb');
    assert.equal(keyOf('/%E0%A4%A'), '/%e0%a4%a');
    assert.notEqual(keyOf('/a%2Fb'), keyOf('/a/b'));
  });

  it('keeps the page number of a plain permalink', () => {
    assert.equal(keyOf('https://casa.example/?page_id=12'), '/?page_id=12');
    assert.equal(keyOf('https://casa.example/index.php?p=12'), '/?page_id=12');
    assert.equal(keyOf('https://casa.example/?post_type=servicio&p=012'), '/?page_id=12');
    assert.equal(keyOf('https://casa.example/?page_id=x'), '/');
    assert.equal(keyOf('https://casa.example/contacto?page_id=12'), '/contacto');
    assert.equal(postIdOf('/?page_id=12'), 12);
    assert.equal(postIdOf('/contacto'), undefined);
  });

  it('keeps the slug of a custom type in a plain permalink, and nothing else of a query', () => {
    const plain = createAddresses({ home: 'https://casa.example', hosts: [], queryVars: ['servicio', 'zona'] });
    assert.equal(plain.keyOf('https://casa.example/?servicio=fontaneria'), '/?servicio=fontaneria');
    assert.equal(
      plain.keyOf('/index.php?utm_source=x&servicio=Hogar/Ca%C3%B1er%C3%ADas/#a'),
      '/?servicio=hogar/cañerías',
    );
    assert.equal(plain.keyOf('/?servicio=hogar/cañerías'), '/?servicio=hogar/cañerías');
    assert.equal(plain.keyOf('/?zona=madrid'), '/?zona=madrid');
    assert.equal(plain.keyOf('/?page_id=3&servicio=x'), '/?page_id=3');
    for (const front of ['/?servicio=', '/?utm_source=fontaneria', '/?s=fontaneria', '/?servicios=x']) {
      assert.equal(plain.keyOf(front), '/', front);
    }
    assert.equal(keyOf('https://casa.example/?servicio=fontaneria'), '/');
  });

  it('takes the home directory of the site out of the path', () => {
    const below = createAddresses({ home: 'https://casa.example/Web', hosts: [] });
    assert.equal(below.keyOf('https://casa.example/web/contacto/'), '/contacto');
    assert.equal(below.keyOf('https://casa.example/web'), '/');
    assert.equal(below.keyOf('/web/?page_id=3'), '/?page_id=3');
    assert.equal(below.keyOf('https://casa.example/website'), '/website');
  });
});

describe('keyOf, for any path', () => {
  const segment = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .filter((text) => !/[%/\\?#.\p{C}\s]/u.test(text) && text.isWellFormed());
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'));

  it('is the same with escapes, host, slash, query and fragment as without', () => {
    fc.assert(
      fc.property(path, fc.stringMatching(/^[a-z]{0,8}$/), (text, extra) => {
        const key = keyOf(`/${text}`);
        const escaped = text.split('/').map(encodeURIComponent).join('/');
        assert.equal(keyOf(`/${escaped}`), key);
        assert.equal(keyOf(`/${escaped.toLowerCase()}/`), key);
        assert.equal(keyOf(`http://casa.example/${escaped}/?${extra}=1#${extra}`), key);
        assert.equal(keyOf(`/${text.normalize('NFD')}`), key);
      }),
    );
  });

  it('gives a key its own key', () => {
    fc.assert(
      fc.property(path, (text) => {
        const key = keyOf(`/${text}`);
        assert.ok(key !== undefined && key.startsWith('/') && !key.endsWith('/'));
        assert.equal(keyOf(key), key);
      }),
    );
  });

  it('answers a key of this site or nothing for every text, and never throws', () => {
    fc.assert(
      fc.property(wellFormedText({ maxLength: 300 }), (text) => {
        const key = keyOf(text);
        assert.ok(key === undefined || key.startsWith('/'));
        isAbsoluteAddress(text);
      }),
    );
  });

  it('never has a key for an address on another host', () => {
    fc.assert(
      fc.property(fc.domain(), path, (host, rest) => {
        for (const scheme of ['http', 'https']) assert.equal(keyOf(`${scheme}://${host}/${rest}`), undefined);
      }),
    );
  });
});

describe('isAbsoluteAddress', () => {
  it('distinguishes an address from a path or a slug', () => {
    for (const text of ['https://casa.example', '//casa.example', '\\\\casa.example', 'mailto:a@b.example', 'HTTP:x']) {
      assert.equal(isAbsoluteAddress(text), true, text);
    }
    for (const text of ['/contacto', 'contacto', 'madrid/fontaneria', '?page_id=2', '/a:b', '']) {
      assert.equal(isAbsoluteAddress(text), false, text);
    }
  });
});

describe('slugOf', () => {
  it('is the last segment', () => {
    assert.equal(slugOf('/madrid/fontaneria'), 'fontaneria');
    assert.equal(slugOf('/contacto'), 'contacto');
    assert.equal(slugOf('/'), '');
    assert.equal(slugOf('/?servicio=fontaneria'), 'fontaneria');
    assert.equal(slugOf('/?servicio=hogar/fontaneria'), 'fontaneria');
  });
});
