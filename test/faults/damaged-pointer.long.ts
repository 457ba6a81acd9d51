import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Pointer } from '../../db/index/generations.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { seeded } from '../helpers/seeded.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { servedAtStart } from './served-at-start.ts';
import { sessionOn } from './session-on.ts';

describe('current.json', () => {
  const say = (pointer: Pointer, more: Partial<Record<keyof Pointer, unknown>>) =>
    JSON.stringify({ ...pointer, ...more });
  const FAULTS: Readonly<Record<string, readonly [write: (file: string, pointer: Pointer) => void, why: RegExp]>> = {
    'is empty': [(file) => writeFileSync(file, ''), /current\.json is damaged \(Unexpected end of JSON/],
    'is half': [(file) => truncateSync(file, 200), /current\.json is damaged/],
    'is garbage': [(file) => writeFileSync(file, garbage(4096)), /current\.json is damaged/],
    'is another JSON': [(file) => writeFileSync(file, '[]'), /current\.json is damaged/],
    'is huge': [(file, pointer) => writeFileSync(file, say(pointer, { site: 'x'.repeat(2_000_000) })), /20\d{5} bytes/],
    'has a wrong checksum': [
      (file, pointer) => writeFileSync(file, say(pointer, { sha256: '0'.repeat(64) })),
      /index-2\.db is damaged: its checksum differs/,
    ],
    'is of a newer program': [
      (file, pointer) => writeFileSync(file, say(pointer, { schema_version: 99 })),
      /schema version 99; this program reads/,
    ],
    'names a file that is not there': [
      (file, pointer) => writeFileSync(file, say(pointer, { generation: 7, file: 'index-7.db' })),
      /ENOENT/,
    ],
    'names the file of another generation': [
      (file, pointer) => writeFileSync(file, say(pointer, { generation: 7 })),
      /file: not that of the generation/,
    ],
    'points outside': [
      (file, pointer) => writeFileSync(file, say(pointer, { file: '../../../etc/passwd' })),
      /file: not that of the generation/,
    ],
    'leads to itself': [(file) => (rmSync(file), symlinkSync(file, file)), /ELOOP/],
  };
  const garbage = (size: number) => {
    const random = seeded(20_261_121);
    return Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)));
  };

  for (const [fault, [damage, why]] of Object.entries(FAULTS)) {
    it(`that ${fault} costs a server nothing but the newest state, and the next sync makes it anew`, async () => {
      await using wordpress = await startTinyWordPress({ pages: tinyPages(5) });
      await using data = await temporaryDataDir();
      const sync = sessionOn(data.dir, wordpress.url);
      await sync();
      wordpress.site.pages.pop();
      await sync();
      const live = await data.generations.current();
      assert.equal(live?.generation, 2);
      damage(join(data.dir, 'index/current.json'), live);
      const { generation, refused } = await servedAtStart(data.dir);
      assert.ok(generation === 1 || generation === 2, String(generation));
      assert.match(String(refused), why);
      const { code, message } = await sync();
      assert.equal(code, 'done', message);
      const after = await servedAtStart(data.dir);
      assert.deepEqual(
        [after.generation === (await data.generations.current())?.generation, after.refused],
        [true, undefined],
      );
      const pointer = await data.generations.current();
      const sha256 = createHash('sha256')
        .update(readFileSync(data.generations.pathOf(pointer ?? live)))
        .digest('hex');
      assert.deepEqual([pointer?.counts['pages'], pointer?.sha256], [4, sha256]);
    });
  }

  it('that is gone is found by the descriptions beside it', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    await data.publish();
    rmSync(join(data.dir, 'index/current.json'));
    assert.equal((await servedAtStart(data.dir)).generation, 2);
  });
});
