import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { companyText, type CompanyOverview } from '../../../sync/company/company-overview.ts';

const KNOWN: CompanyOverview = {
  company: { brand: 'Drains', website: 'https://drains.example/', cities: [] },
  sources: { brand: 'name of the site', website: 'address of the site' },
  doubts: [],
  language: 'en-GB',
  unlisted: [],
};

describe('companyText', () => {
  it('names the cities that families of pages tell and no list has', () => {
    const unlisted = [
      { slug: 'leeds', name: 'Leeds' },
      { slug: 'milton-keynes', name: 'Milton Keynes' },
    ];
    assert.match(
      companyText({ ...KNOWN, unlisted }),
      /site\.yaml does not: Leeds \(leeds\), Milton Keynes \(milton-keynes\)\n$/,
    );
  });

  it('says nothing of them where there are none', () => {
    assert.doesNotMatch(companyText(KNOWN), /families/);
  });
});
