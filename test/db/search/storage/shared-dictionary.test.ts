import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildIndex } from '../../../../db/index/builder.ts';
import { openIndex } from '../../../../db/index/reader.ts';
import { openScratch } from '../../../../db/sqlite.ts';
import { sampleContent } from '../../../helpers/sample-index.ts';
import { temporaryDirectory } from '../search-pages.ts';

/** No page of the sample has it. */
const WORD = 'guitarra';

/** Replaces a word of the stored dictionary by another of the same length. */
function alter(file: string, word: string, other: string): void {
  const db = openScratch(file);
  const [data] = db.prepare<[], Buffer>(`SELECT data FROM arrays WHERE name = 'words'`).pluck().all();
  assert.ok(data);
  const at = data.indexOf(`${word}\t`);
  assert.ok(at > 0);
  data.write(other, at);
  db.prepare(`UPDATE arrays SET data = ? WHERE name = 'words'`).run(data);
  db.close();
}

describe('the dictionary of open indexes', () => {
  it('is in memory once, also of indexes that are opened at the same time', async () => {
    using directory = temporaryDirectory();
    const files = [directory.file('index-1.db'), directory.file('index-2.db')] as const;
    buildIndex(files[0], sampleContent());
    copyFileSync(...files);
    const [one, other] = await Promise.all(files.map((file) => openIndex(file, 2 ** 40)));
    for (const name of ['words', 'wordsStarts', 'wordsOrder', 'affixes', 'otherWords']) {
      assert.ok(other?.arrays.get('es')?.get(name) === one?.arrays.get('es')?.get(name), name);
    }
    assert.ok(other?.arrays.get('es')?.get('tokens') !== one?.arrays.get('es')?.get('tokens'));
    for (const index of [one, other]) {
      assert.equal(index?.knowsWord(WORD), true);
      index?.close();
    }
  });

  it('is an index’s own where one byte of it is another', async () => {
    using directory = temporaryDirectory();
    const files = [directory.file('index-1.db'), directory.file('index-2.db')] as const;
    buildIndex(files[0], sampleContent());
    copyFileSync(...files);
    alter(files[1], WORD, 'guitarrq');
    const one = await openIndex(files[0], 2 ** 40);
    const other = await openIndex(files[1], 2 ** 40);
    const again = await openIndex(files[0], 2 ** 40);
    assert.deepEqual(
      [one, other, again].map(({ knowsWord }) => knowsWord(WORD)),
      [true, false, true],
    );
    assert.deepEqual(
      [one, other, again].map(({ knowsWord }) => knowsWord('guitarrq')),
      [false, true, false],
    );
    for (const index of [one, other, again]) index.close();
  });
});
