import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildDelta } from '../../../db/index/delta.ts';
import { buildIndex } from '../../../db/index/builder.ts';
import { checksumOf } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { copyWithSynonyms } from '../../../db/index/index-tables.ts';
import { contentOf, page, temporaryDirectory } from '../search/search-pages.ts';

const PAGES = [
  page({ id: 2, path: '/grifos', title: 'Grifos', markdown: 'Grifos y cisternas de todas las marcas.' }),
  page({ id: 3, path: '/tejados', title: 'Tejados', markdown: 'Tejados, goteras y canalones de cinc gris.' }),
];

function find(file: string, query: string): readonly string[] {
  const index = openIndexSync(file);
  try {
    return index.search({ query, city: undefined, limit: 5, offset: 0 }).hits.map(({ title }) => title);
  } finally {
    index.close();
  }
}

describe('copyWithSynonyms', () => {
  it('finds by the new synonyms and by the old ones, and leaves the index as it was', async () => {
    using directory = temporaryDirectory();
    const file = directory.file('index-1.db');
    buildIndex(file, contentOf(PAGES, { vocabulary: {}, synonyms: [['zarzuela', 'goteras']] }));
    const before = await checksumOf(file);
    mkdirSync(directory.file('copy'));
    const copy = copyWithSynonyms(file, directory.file('copy'), [['tonadilla', 'cisternas']]);
    assert.deepEqual(
      ['zarzuela', 'tonadilla'].map((query) => find(copy, query)),
      [['Tejados'], ['Grifos']],
    );
    assert.deepEqual(find(file, 'tonadilla'), []);
    assert.equal(await checksumOf(file), before);
  });

  it('takes the base of an index along that is a delta', async () => {
    using directory = temporaryDirectory();
    const [whole, file] = [directory.file('index-1.db'), directory.file('index-2.db')];
    buildIndex(whole, contentOf(PAGES, { vocabulary: {} }));
    const { pages: _pages, ...facts } = contentOf([], { generation: 2, vocabulary: {} });
    const base = { generation: 1, file: 'index-1.db', sha256: await checksumOf(whole) };
    const edited = page({
      id: 2,
      path: '/grifos',
      title: 'Grifos',
      markdown: 'Monomandos y cisternas de todas las marcas.',
    });
    assert.ok(buildDelta(file, { ...facts, base, changed: [[2, edited]], translated: () => [] }));
    mkdirSync(directory.file('copy'));
    const copy = copyWithSynonyms(file, directory.file('copy'), [['tonadilla', 'monomandos']]);
    assert.deepEqual(
      ['tonadilla', 'goteras'].map((query) => find(copy, query)),
      [['Grifos'], ['Tejados']],
    );
  });
});
