import assert from 'node:assert/strict';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { openIndexSync } from '../../db/index/reader.ts';
import { SAMPLE_PAGES, temporaryDataDir } from '../helpers/sample-index.ts';
import { seeded } from '../helpers/seeded.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { servedAtStart } from './served-at-start.ts';
import { sessionOn } from './session-on.ts';

const SEED = Number(process.env['FLIPS_SEED'] ?? 20_261_121);
const FLIPS = 240;

/** Two generations, of which the newer one is the live one. */
async function twoGenerations() {
  const data = await temporaryDataDir();
  await data.publish({ pages: SAMPLE_PAGES.slice(0, 4), aliases: [] });
  const live = await data.publish();
  const file = data.generations.pathOf(live);
  return { ...data, live, file, bytes: readFileSync(file) };
}

/** A byte in the header, in each page of the file, or anywhere: every region is met. */
function somewhere(random: () => number, size: number, count: number): number {
  if (count % 4 === 0) return Math.floor(random() * 100);
  // One in four is in the header: the others are counted by themselves, or whole pages would be left out.
  const page = (count - Math.ceil(count / 4)) % Math.ceil(size / 32_768);
  return Math.min(size - 1, page * 32_768 + Math.floor(random() * 32_768));
}

describe('an index file', () => {
  it(`is not served with any of ${FLIPS} bits flipped, and the one before is (seed ${SEED})`, async (t) => {
    await using data = await twoGenerations();
    const random = seeded(SEED);
    const pages = new Set<number>();
    for (let count = 0; count < FLIPS; count++) {
      const at = somewhere(random, data.bytes.length, count);
      pages.add(Math.floor(at / 32_768));
      const damaged = Buffer.from(data.bytes);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(data.file, damaged);
      const { generation, refused } = await servedAtStart(data.dir);
      assert.equal(generation, 1, `byte ${at}`);
      assert.match(String(refused), /index-2\.db is damaged: its checksum differs/);
    }
    t.diagnostic(
      `${FLIPS} flips in all ${pages.size} pages of an index of ${data.bytes.length} bytes: none was served`,
    );
    assert.equal(pages.size, Math.ceil(data.bytes.length / 32_768));
  });

  it('never ends the process when it is opened in spite of damage: it answers or throws', async (t) => {
    await using data = await twoGenerations();
    const random = seeded(SEED);
    let threw = 0;
    for (let count = 0; count < FLIPS; count++) {
      const damaged = Buffer.from(data.bytes);
      const at = somewhere(random, data.bytes.length, count);
      damaged[at] = (damaged[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(data.file, damaged);
      try {
        const index = openIndexSync(data.file);
        try {
          index.search({ query: 'fontaneros fugas', city: undefined, limit: 5, offset: 0 });
          for (const { path } of SAMPLE_PAGES) index.pageByPath(path);
        } finally {
          index.close();
        }
      } catch (error) {
        assert.ok(error instanceof Error);
        threw += 1;
      }
    }
    t.diagnostic(`${threw} of ${FLIPS} damaged files could not be read, the others answered; the checksum refuses all`);
  });

  it('falls back to the one before when it is cut short, empty or gone', async () => {
    await using data = await twoGenerations();
    const { length } = data.bytes;
    for (const size of [0, 1, 99, 100, 4096, 32_767, 32_768, length >> 1, length - 1]) {
      writeFileSync(data.file, data.bytes);
      truncateSync(data.file, size);
      assert.equal((await servedAtStart(data.dir)).generation, 1, `${size} bytes`);
    }
    rmSync(data.file);
    const { generation, refused } = await servedAtStart(data.dir);
    assert.equal(generation, 1);
    assert.match(String(refused), /ENOENT/);
  });

  it('is built again by the next sync, though nothing changed on the site', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(5) });
    await using data = await temporaryDataDir();
    const sync = sessionOn(data.dir, wordpress.url);
    await sync();
    for (let generation = 2; generation < 5; generation++) {
      const live = await data.generations.current();
      assert.ok(live);
      const file = data.generations.pathOf(live);
      const bytes = readFileSync(file);
      bytes[bytes.length - generation] = (bytes[bytes.length - generation] ?? 0) ^ 4;
      writeFileSync(file, bytes);
      assert.equal((await sync()).summary?.generation, generation);
      assert.equal((await servedAtStart(data.dir)).generation, generation);
    }
  });
});
