import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { DEFAULT_CITIES } from '../../shared/cities.ts';
import { createPlaces, toSlug } from '../../shared/places.ts';
import { wellFormedText } from '../helpers/well-formed-text.ts';

const { locate } = createPlaces(DEFAULT_CITIES);

describe('locate', () => {
  const cases: readonly [path: string, city: string, family: string][] = [
    ['/', '', ''],
    ['/fontaneria', '', 'fontaneria'],
    ['/blog/como-purgar-los-radiadores', '', 'blog/como-purgar-los-radiadores'],
    ['/?page_id=12', '', '?page_id=12'],
    ['/madrid', 'madrid', ''],
    ['/madrid/fontaneria', 'madrid', 'fontaneria'],
    ['/fontaneria/madrid', 'madrid', 'fontaneria'],
    ['/fontaneria-madrid', 'madrid', 'fontaneria'],
    ['/madrid-fontaneria', 'madrid', 'fontaneria'],
    ['/servicios/fontaneria-madrid', 'madrid', 'servicios/fontaneria'],
    ['/plumbing-in-madrid', 'madrid', 'plumbing'],
    ['/madrid/fontaneria-madrid', 'madrid', 'fontaneria'],
    ['/madrid/fontaneria/cambio-de-grifos', 'madrid', 'fontaneria/cambio-de-grifos'],
  ];
  for (const [path, city, family] of cases) {
    it(`reads ${path} as ${city || 'general'}, family ${family || 'none'}`, () => {
      assert.deepEqual(locate(path), { city, family });
    });
  }

  it('knows a city by its aliases', () => {
    assert.equal(locate('/las-palmas-de-gran-canaria').city, 'las-palmas');
    assert.equal(locate('/palma/reformas').city, 'mallorca');
    assert.equal(locate('/fontaneria-palma-de-mallorca').city, 'mallorca');
    assert.equal(locate('/electricistas-santa-cruz-de-tenerife').city, 'tenerife');
    assert.equal(locate('/cerrajeros-la-coruna').city, 'a-coruna');
    assert.equal(locate('/coruna').city, 'a-coruna');
    assert.equal(locate('/iruna').city, 'pamplona');
    assert.equal(locate('/xixon').city, 'gijon');
    assert.equal(locate('/elx').city, 'elche');
    assert.equal(locate('/alacant').city, 'alicante');
  });

  it('takes the longest name out whole', () => {
    assert.equal(locate('/fontaneria-palma-de-mallorca').family, 'fontaneria');
    assert.equal(locate('/fontaneria-a-coruna').family, 'fontaneria');
    assert.equal(locate('/las-palmas-de-gran-canaria/fontaneria').family, 'fontaneria');
  });

  it('does not care about accents in the path', () => {
    assert.deepEqual(locate('/málaga/fontanería'), { city: 'malaga', family: 'fontaneria' });
    assert.equal(locate('/cerrajeros-la-coruña').city, 'a-coruna');
    assert.equal(locate('/iruña').city, 'pamplona');
  });

  it('leaves out the word that ties a service to its city', () => {
    assert.equal(locate('/fontaneros-en-madrid').family, 'fontaneros');
    assert.equal(locate('/fontaneros-de-madrid').family, 'fontaneros');
  });

  it('believes the leaf before its parents', () => {
    assert.equal(locate('/vigo/fontaneria-madrid').city, 'madrid');
    assert.equal(locate('/vigo/madrid').city, 'madrid');
    assert.equal(locate('/vigo/fontaneria').city, 'vigo');
  });

  it('finds no city in the middle of a segment or of a word', () => {
    assert.equal(locate('/de-madrid-al-cielo').city, '');
    assert.equal(locate('/madridista').city, '');
    assert.equal(locate('/las/palmas').city, '');
    assert.equal(locate('/valencianos').city, '');
  });

  it('knows no city when there are none', () => {
    assert.deepEqual(createPlaces([]).locate('/madrid'), { city: '', family: 'madrid' });
  });
});

describe('locate, for any service in any city', () => {
  const word = fc.stringMatching(/^[b-df-hj-np-t]{4,9}$/);
  const service = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-'));
  const city = fc.constantFrom(...DEFAULT_CITIES);
  const spelling = city.chain(({ slug, aliases }) => fc.constantFrom(slug, ...aliases).map((name) => ({ slug, name })));

  it('answers the same city and family however the address is built', () => {
    fc.assert(
      fc.property(service, spelling, (family, { slug, name }) => {
        for (const path of [
          `/${name}/${family}`,
          `/${family}/${name}`,
          `/${family}-${name}`,
          `/${name}-${family}`,
          `/${family}-en-${name}`,
        ]) {
          assert.deepEqual(locate(path), { city: slug, family }, path);
        }
        assert.deepEqual(locate(`/${family}`), { city: '', family });
      }),
    );
  });

  it('answers something for every text', () => {
    fc.assert(
      fc.property(wellFormedText(), (text) => {
        const { city: found } = locate(`/${text}`);
        assert.ok(found === '' || DEFAULT_CITIES.some(({ slug }) => slug === found));
      }),
    );
  });
});

describe('toSlug', () => {
  it('writes a name as WordPress does in an address', () => {
    assert.equal(toSlug('Palma de Mallorca'), 'palma-de-mallorca');
    assert.equal(toSlug('  A Coruña '), 'a-coruna');
    assert.equal(toSlug("L'Hospitalet"), 'l-hospitalet');
    assert.equal(toSlug('¡!'), '');
  });
});
