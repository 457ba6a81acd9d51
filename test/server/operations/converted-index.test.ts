import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { isConvertible } from '../../../db/index/convert.ts';
import { runServer } from '../../helpers/running-server.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const INDEXES = join(import.meta.dirname, '../../fixtures/indexes');

/** Makes an index of an earlier release the live one of a data directory. */
async function fill(dir: string, version: number): Promise<void> {
  const bytes = gunzipSync(await readFile(join(INDEXES, `schema-${version}.db.gz`)));
  await mkdir(join(dir, 'index'), { recursive: true });
  await writeFile(join(dir, 'index/index-1.db'), bytes);
  const pointer = {
    generation: 1,
    file: 'index-1.db',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    counts: { pages: 8, aliases: 1 },
    schema_version: version,
    built_at: '2026-03-02T00:00:00Z',
    site: 'https://casa.example',
  };
  for (const name of ['current.json', 'index-1.json'])
    await writeFile(join(dir, 'index', name), JSON.stringify(pointer));
}

describe('a server on the index of an earlier release', () => {
  for (const version of [3, 7].filter(isConvertible)) {
    it(`answers from schema version ${version} before any sync, and from its own once there is one`, async () => {
      await using data = await temporaryDataDir();
      await fill(data.dir, version);
      const opened = Promise.withResolvers<void>();
      const logTo = {
        write: (line: string) => {
          if (JSON.parse(line).msg === 'server.index.opened') opened.resolve();
        },
      };
      await using server = await runServer({ dataDir: data.dir, content: false, logTo });
      await opened.promise;
      const search = await server.get('/search_pages?query=fuga%20de%20agua&city=madrid');
      assert.equal(search.status, 200);
      assert.match(JSON.stringify(await search.json()), /madrid\/fontaneria/);
      assert.equal((await server.get('/read_page?url=/fontaneros')).status, 200);
      assert.ok(readdirSync(join(data.dir, 'index')).some((name) => name.startsWith('converted-')));
    });
  }

  it('keeps no copy once an index of its own schema version is served', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const copy = join(data.dir, 'index', `converted-${'0'.repeat(16)}-1.db`);
    await writeFile(copy, '');
    await using _server = await runServer({ dataDir: data.dir, content: false });
    assert.equal(existsSync(copy), false);
  });
});
