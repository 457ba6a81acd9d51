import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../db/index/builder.ts';
import { buildDelta } from '../../../db/index/delta.ts';
import { checksumOf } from '../../../db/index/generations.ts';
import { growthOf } from '../../../db/index/former.ts';
import { openIndexFile } from '../../../db/index/index-file.ts';
import { openIndex, openIndexSync } from '../../../db/index/reader.ts';
import { verifyIndex } from '../../../db/index/verify.ts';
import { allowShadowWrites, openScratch } from '../../../db/sqlite.ts';
import type { Page } from '../../../shared/page.ts';
import { contentOf, page, temporaryDirectory } from '../search/search-pages.ts';

const PAGES = [
  page({ id: 2, path: '/grifos', title: 'Grifos', markdown: 'Grifos y cisternas de todas las marcas.' }),
  page({ id: 3, path: '/tejados', title: 'Tejados', markdown: 'Tejados, goteras y canalones de cinc gris.' }),
  page({ id: 5, path: '/pintura', title: 'Pintura', markdown: 'Pintura de pisos y locales muy grandes.' }),
];

/** An index, and a delta of it with these changes. */
async function withDelta(changed: readonly (readonly [number, Page | undefined])[]) {
  const directory = temporaryDirectory();
  const [whole, file] = [directory.file('index-1.db'), directory.file('index-2.db')];
  buildIndex(whole, contentOf(PAGES, { vocabulary: {} }));
  const sha256 = await checksumOf(whole);
  const { pages: _pages, ...facts } = contentOf([], { generation: 2, vocabulary: {} });
  const base = { generation: 1, file: 'index-1.db', sha256 };
  const counts = buildDelta(file, { ...facts, base, changed, translated: () => [] });
  return { whole, file, sha256, counts, [Symbol.dispose]: () => directory[Symbol.dispose]() };
}

const edited = page({
  id: 2,
  path: '/grifos',
  title: 'Grifos',
  markdown: 'Monomandos y cisternas de todas las marcas.',
});

describe('buildDelta', () => {
  it('finds what a page says now, and not what it said', async () => {
    using index = await withDelta([
      [2, edited],
      [3, undefined],
    ]);
    assert.deepEqual(index.counts, { pages: 2, aliases: 0 });
    const open = openIndexSync(index.file);
    const find = (query: string) => open.search({ query, city: undefined, limit: 5, offset: 0 }).hits.length;
    assert.deepEqual(['monomandos', 'goteras', 'cisternas'].map(find), [1, 0, 1]);
    assert.equal(open.pageByPath('/tejados'), undefined);
    open.close();
  });

  it('leaves the building of a language that comes, and of no page at all, to the whole index', async () => {
    using other = await withDelta([[4, page({ id: 4, path: '/taps', language: 'en', title: 'Taps' })]]);
    assert.equal(other.counts, undefined);
    assert.ok(!existsSync(other.file));
    using none = await withDelta([2, 3, 5].map((id) => [id, undefined]));
    assert.equal(none.counts, undefined);
  });

  it('tells that texts have another length than those of the base, and finds them', async () => {
    using index = await withDelta([[2, edited]]);
    assert.deepEqual(growthIn(index.file), { changed: 1, weighsOtherwise: false });
    using long = await withDelta([
      [2, { ...edited, markdown: 'Monomandos y más monomandos. '.repeat(200) }],
      [3, undefined],
    ]);
    assert.deepEqual(growthIn(long.file), { changed: 2, weighsOtherwise: true });
    verifyIndex(long.file, { pages: 2 });
    const open = openIndexSync(long.file);
    const find = (query: string) => open.search({ query, city: undefined, limit: 5, offset: 0 }).hits.length;
    assert.deepEqual(['monomandos', 'goteras', 'pintura'].map(find), [1, 0, 1]);
    open.close();
  });

  it('reads what another open index has of its base from there', async () => {
    using index = await withDelta([[2, edited]]);
    const whole = await openIndex(index.whole, Infinity);
    const { arrays } = whole;
    const shared = await openIndex(index.file, Infinity, { sha256: index.sha256, arrays });
    assert.equal(shared.arrays.get('es')?.get('tokens'), arrays.get('es')?.get('tokens'));
    const apart = await openIndex(index.file, Infinity, { sha256: 'of another index', arrays });
    assert.notEqual(apart.arrays.get('es')?.get('tokens'), arrays.get('es')?.get('tokens'));
    for (const one of [whole, shared, apart]) one.close();
  });
});

describe('verifyIndex', () => {
  it('counts the pages of a delta and of its base', async () => {
    using index = await withDelta([[3, undefined]]);
    verifyIndex(index.file, { pages: 2 });
    assert.throws(() => {
      verifyIndex(index.file, { pages: 3 });
    }, /holds 2 rows in pages, not 3/);
  });

  it('tells a delta that does not find what it changes, in memory or from the file', async () => {
    using inMemory = await withDelta([[2, edited]]);
    alter(inMemory.file, `UPDATE arrays SET data = zeroblob(length(data)) WHERE name = 'postingPages'`);
    using fromFile = await withDelta([[2, edited]]);
    alter(fromFile.file, `UPDATE search_data SET block = zeroblob(length(block)) WHERE id > 10`);
    using rows = await withDelta([[2, edited]]);
    alter(rows.file, `UPDATE pages SET title = 'Calefacción'`);
    for (const { file } of [inMemory, fromFile, rows]) {
      assert.throws(() => {
        verifyIndex(file, { pages: 3 });
      });
    }
  });

  it('tells a page of a file that was overwritten', async () => {
    using index = await withDelta([[2, edited]]);
    const bytes = readFileSync(index.file);
    // The second page of the file is the root of a table.
    writeFileSync(index.file, bytes.fill(0xff, 8192, 8292));
    assert.throws(() => {
      verifyIndex(index.file, { pages: 3 });
    });
  });
});

function growthIn(file: string) {
  const db = openIndexFile(file);
  try {
    return growthOf(db);
  } finally {
    db.close();
  }
}

/** Changes a file behind the back of whoever built it. */
function alter(file: string, sql: string): void {
  const db = openScratch(file);
  allowShadowWrites(db);
  db.exec(sql);
  db.close();
}
