import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSites } from '../../../bench/sites.ts';
import { chooseVocabulary } from '../../../sync/vocabulary/choose.ts';
import { indexOf, page } from './search-pages.ts';

const SITES = join(import.meta.dirname, '../../data/search/trades');

/** As many pages as a small site has, beside those that were written: what one page says is said in passing. */
const OTHERS = Array.from({ length: 13 }, (_, at) => String(2010 + at));

/** Queries of each site whose right page is first, and those about what it does not offer that find nothing: no fewer than these. */
const LEAST: Readonly<Record<string, readonly [first: number, silent: number]>> = {
  'dental-en': [12, 12],
  'dental-fr': [14, 12],
  'garage-de': [14, 14],
  'garage-es': [15, 11],
  'law-en': [8, 12],
  'law-es': [13, 13],
  'shop-en': [11, 6],
  'shop-it': [6, 7],
  'vet-en': [15, 12],
};

describe('search of a small site with the vocabulary of its trade', () => {
  for (const { name, language, pages, queries } of readSites(1, SITES)) {
    it(`finds what ${name} offers, and nothing for what it mentions alone`, () => {
      const all = [...pages, ...OTHERS.map((year, at) => page({ id: pages.length + at + 1, title: year, language }))];
      const { vocabulary } = chooseVocabulary({ asked: undefined, language, titles: all.map(({ title }) => title) });
      const home = { name: '', description: '', home: 'https://example.com', language, hosts: [] };
      using site = indexOf(all, { vocabulary, site: home });
      const pathsOf = (rel: readonly string[]) => rel.map((path) => (path === '/' ? path : path.slice(0, -1)));
      const asked = queries.map(({ q, rel }) => ({ first: site.find(q)[0], right: pathsOf(rel) }));
      const isRight = asked.filter(({ first, right }) => first !== undefined && right.includes(first));
      const isSilent = asked.filter(({ first, right }) => first === undefined && right.length === 0);
      const [first, silent] = LEAST[name] ?? [];
      assert.ok(first !== undefined && isRight.length >= first, `${isRight.length} right`);
      assert.ok(silent !== undefined && isSilent.length >= silent, `${isSilent.length} silent`);
    });
  }
});
