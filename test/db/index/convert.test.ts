import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { convertIndex, isConvertible } from '../../../db/index/convert.ts';
import { INDEX_SCHEMA_VERSION } from '../../../db/index/generations.ts';
import { openIndexSync } from '../../../db/index/reader.ts';
import { openScratch } from '../../../db/sqlite.ts';

/** Indexes of earlier releases over the pages of the sample site, without the tables that a conversion does not read. */
const INDEXES = join(import.meta.dirname, '../../fixtures/indexes');

let dir: string;
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'convert-'));
});
after(() => rm(dir, { recursive: true }));

describe('convertIndex', () => {
  for (const version of [3, 7].filter(isConvertible)) {
    it(`answers from an index of schema version ${version} as from its own`, async () => {
      const file = join(dir, `${version}.db`);
      await writeFile(file, gunzipSync(await readFile(join(INDEXES, `schema-${version}.db.gz`))));
      const target = join(dir, `${version}-converted.db`);
      convertIndex(file, target);
      const index = openIndexSync(target);
      try {
        assert.deepEqual([index.counts, index.site.name], [{ pages: 8, aliases: 1 }, 'Casa a punto']);
        assert.equal(index.company.legal_name, 'Casa a punto, S. L.');
        const { hits } = index.search({ query: 'fuga de agua', city: 'madrid', limit: 1, offset: 0 });
        assert.equal(hits[0]?.url, 'https://casa.example/madrid/fontaneria/');
        assert.match(index.pageByPath('/contacto')?.markdown ?? '', /hola@casa\.example/);
      } finally {
        index.close();
      }
    });
  }

  it('refuses files of other programs and of later schema versions', async () => {
    const file = join(dir, 'other.db');
    const other = openScratch(file);
    other.pragma('user_version = 3');
    other.close();
    assert.throws(() => convertIndex(file, join(dir, 'x.db')), /is no index of schema version 3 to/);
    assert.equal(isConvertible(INDEX_SCHEMA_VERSION), false);
    assert.equal(isConvertible(INDEX_SCHEMA_VERSION + 1), false);
  });
});
