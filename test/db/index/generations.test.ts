import assert from 'node:assert/strict';
import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { createGenerations, INDEX_SCHEMA_VERSION, publishedAt, type Pointer } from '../../../db/index/generations.ts';

/** An empty data directory, with generations whose files hold nothing. */
async function dataDir() {
  const dir = await mkdtemp(join(tmpdir(), 'generations-'));
  const generations = createGenerations(dir);
  return {
    generations,
    index: join(dir, 'index'),
    files: async () => (await readdir(join(dir, 'index'))).toSorted(),
    async publish(more: Partial<Pointer> = {}): Promise<Pointer> {
      const { generation, file, path } = await generations.next();
      await writeFile(path, '');
      const pointer = {
        generation,
        file,
        sha256: '0'.repeat(64),
        counts: { pages: generation },
        schema_version: INDEX_SCHEMA_VERSION,
        built_at: '2026-03-01T00:00:00.000Z',
        site: 'https://casa.example',
        fingerprint: `f${generation}`,
        ...more,
      };
      return await generations.publish(pointer);
    },
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}

describe('createGenerations', () => {
  it('has nothing live before the first generation', async () => {
    await using data = await dataDir();
    assert.equal(await data.generations.current(), undefined);
    assert.deepEqual(await data.generations.published(), []);
    assert.equal(await data.generations.mark(), '');
    assert.deepEqual(await data.generations.clean(), []);
  });

  it('points to what was published last, readable by its owner alone', async () => {
    await using data = await dataDir();
    await data.publish();
    const second = await data.publish();
    assert.deepEqual(await data.generations.current(), second);
    assert.equal((await stat(join(data.index, 'current.json'))).mode & 0o777, 0o600);
    assert.equal((await stat(join(data.index, second.file))).mode & 0o777, 0o600);
  });

  it('leaves files to the user of the service when root publishes', { skip: process.getuid?.() !== 0 }, async () => {
    await using data = await dataDir();
    await chown(dirname(data.index), 10_001, 10_002);
    const { file } = await data.publish();
    await data.generations.noteGuard([{ kind: 'vanished', since: '2026-03-01T00:00:00.000Z', why: 'so' }]);
    for (const path of ['.', file, 'current.json', 'index-1.json', 'guard.json']) {
      const { uid, gid } = await stat(join(data.index, path));
      assert.deepEqual([uid, gid], [10_001, 10_002], path);
    }
  });

  it('keeps the last three', async () => {
    await using data = await dataDir();
    for (let count = 0; count < 5; count++) await data.publish();
    assert.deepEqual(await data.files(), [
      'current.json',
      'index-3.db',
      'index-3.json',
      'index-4.db',
      'index-4.json',
      'index-5.db',
      'index-5.json',
    ]);
  });

  it('never gives a number twice, though a file with it was not published', async () => {
    await using data = await dataDir();
    await data.publish();
    await writeFile(join(data.index, 'index-7.db'), '');
    assert.equal((await data.generations.next()).generation, 8);
  });

  it('cleans what a crash left behind, and nothing else', async () => {
    await using data = await dataDir();
    await data.publish();
    await data.publish();
    const kept = await data.files();
    const leftovers = ['current.json.123.tmp', 'index-2.json.123.tmp', 'index-9.db', 'index-9.db-journal'];
    for (const name of leftovers) await writeFile(join(data.index, name), '');
    await writeFile(join(data.index, 'notes.txt'), '');
    assert.deepEqual((await data.generations.clean()).toSorted(), leftovers);
    assert.deepEqual(await data.files(), [...kept, 'notes.txt'].toSorted());
  });

  it('takes a generation for published that a crash left without description', async () => {
    await using data = await dataDir();
    await data.publish();
    const second = await data.publish();
    await rm(join(data.index, 'index-2.json'));
    assert.deepEqual(await data.generations.clean(), []);
    assert.deepEqual((await data.generations.published())[0], second);
    await data.generations.rollback();
    assert.deepEqual((await data.generations.published())[0], second);
  });

  it('goes back one generation at a time, to one whose file is there', async () => {
    await using data = await dataDir();
    for (let count = 0; count < 3; count++) await data.publish();
    await rm(join(data.index, 'index-2.db'));
    const { from, to } = await data.generations.rollback();
    assert.deepEqual([from.generation, to.generation], [3, 1]);
    assert.equal((await data.generations.current())?.generation, 1);
    await assert.rejects(data.generations.rollback(), /no earlier generation/);
  });

  it('does not go back to a part of a first sync', async () => {
    await using data = await dataDir();
    await data.publish({ partial: { of: 2 } });
    await data.publish();
    await assert.rejects(data.generations.rollback(), /no earlier generation/);
  });

  it('dates every pointer after the one before, a rollback too, whatever the clock says', async () => {
    await using data = await dataDir();
    const generations = createGenerations(dirname(data.index), { now: () => new Date('2020-01-01') });
    await data.publish();
    const second = await data.publish();
    await generations.rollback();
    const back = await generations.current();
    assert.ok(back && publishedAt(back) > publishedAt(second));
  });

  it('adopts what was published elsewhere, and keeps the one before it and the base of each', async () => {
    await using data = await dataDir();
    const [first, second, third] = [await data.publish(), await data.publish(), await data.publish()];
    await writeFile(join(data.index, 'index-4.db.0123.part'), '');
    const { generation, file, sha256 } = first;
    const adopted = { ...second, base: { generation, file, sha256 } };
    await data.generations.adopt(adopted, JSON.stringify(adopted));
    assert.deepEqual((await data.generations.current())?.generation, 2);
    const former = ['index-3.db', 'index-3.json'];
    assert.deepEqual(await data.files(), ['current.json', 'index-1.db', 'index-2.db', 'index-2.json', ...former]);
    assert.deepEqual(await data.generations.clean(), []);
    await data.generations.adopt(third, JSON.stringify(third));
    assert.deepEqual(await data.files(), ['current.json', 'index-1.db', 'index-2.db', 'index-2.json', ...former]);
  });

  it('throws when the pointer is damaged, and still knows the described ones', async () => {
    await using data = await dataDir();
    await data.publish();
    await writeFile(join(data.index, 'current.json'), '{"generation":');
    await assert.rejects(data.generations.current());
    assert.equal((await data.generations.published())[0]?.generation, 1);
  });

  it('changes its mark with every change of the pointer', async () => {
    await using data = await dataDir();
    await data.publish();
    const first = await data.generations.mark();
    assert.equal(await data.generations.mark(), first);
    await data.publish();
    const second = await data.generations.mark();
    await data.generations.rollback();
    assert.equal(new Set([first, second, await data.generations.mark()]).size, 3);
  });
});
