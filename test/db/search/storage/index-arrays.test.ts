import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../../db/index/builder.ts';
import { buildDelta } from '../../../../db/index/delta.ts';
import { checksumOf } from '../../../../db/index/generations.ts';
import { arrayReader, readArrays, sizesOfArrays } from '../../../../db/search/storage/arrays.ts';
import { runAtOnce } from '../../../../db/slices.ts';
import { openReadOnly } from '../../../../db/sqlite.ts';
import { contentOf, page, temporaryDirectory } from '../search-pages.ts';

const PAGES = [
  page({
    id: 2,
    path: '/grifos',
    title: 'Grifos',
    markdown: 'Reparar grifos y un grifo; zócalos, agua, grifería y cisternas.',
  }),
  page({
    id: 3,
    path: '/tejados',
    title: 'Tejados',
    markdown: 'Tejado, tejados, goteras, agua y reparaciones de canalones.',
  }),
];
const EDITED = page({
  id: 3,
  path: '/tejados',
  title: 'Tejados',
  markdown: 'Zinc, grifos, aguas, baldosa, tejas y una teja.',
});

function arraysOf(file: string) {
  const db = openReadOnly(file);
  try {
    return arrayReader(runAtOnce(readArrays(db, 'es', sizesOfArrays(db, 'es'))));
  } finally {
    db.close();
  }
}

describe('writeIndexArrays', () => {
  it('writes what servers of 1.1.0 need: greatest impacts, and surface forms by stem in each segment', async () => {
    using directory = temporaryDirectory();
    const [whole, delta] = [directory.file('index-1.db'), directory.file('index-2.db')];
    buildIndex(whole, contentOf(PAGES, { vocabulary: {} }));
    const { pages: _pages, ...facts } = contentOf([], { generation: 2, vocabulary: {} });
    const base = { generation: 1, file: 'index-1.db', sha256: await checksumOf(whole) };
    buildDelta(delta, { ...facts, base, changed: [[3, EDITED]], translated: () => [] });
    for (const [file, runs] of [
      [whole, 1],
      [delta, 2],
    ] as const) {
      const read = arraysOf(file);
      const starts = read('postingStarts', Uint32Array);
      const impacts = read('postingImpacts', Uint8Array);
      const greatest = Array.from(starts.subarray(1), (to, stem) => Math.max(0, ...impacts.subarray(starts[stem], to)));
      assert.ok(greatest.some((impact) => impact > 0));
      assert.deepEqual([...read('maxImpacts', Uint8Array)], greatest);
      const stems = [...read('stemOfSurface', Uint32Array)];
      assert.equal(stems.filter((stem, at) => stem < (stems[at - 1] ?? Infinity)).length, runs, file);
    }
  });
});
