import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countriesOf } from '../../../sync/company/country.ts';

describe('the countries of a site', () => {
  it('are current ones: the code of a former country is not the country of its name', () => {
    const text = 'Lindenweg 5, 50674 Köln, Germany';
    const { countries } = countriesOf({ home: 'https://casa.com', languages: ['en'], text });
    assert.ok(countries.includes('DE'));
    assert.ok(!countries.includes('DD'));
  });
});
