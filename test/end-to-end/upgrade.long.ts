import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createGenerations, type Pointer } from '../../db/index/generations.ts';
import { openScratch, openWritable } from '../../db/sqlite.ts';
import { newToken, type Registered } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { runServer } from '../helpers/running-server.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';

/** Data directories of released versions, each made by that version of the demo site (CONTRIBUTING, "Releasing"). */
const DATA_DIRS = join(import.meta.dirname, '../fixtures/data-dirs');

/** Fills a data directory as a released version left it. */
async function fill(dir: string, version: string): Promise<void> {
  const from = join(DATA_DIRS, version);
  await mkdir(join(dir, 'index'), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one.endsWith('.sql'))) {
    const db = openScratch(join(dir, name.replace('.sql', '.db')));
    db.exec(await readFile(join(from, name), 'utf8'));
    db.close();
  }
  for (const name of ['site.json', 'operator.json'].filter((one) => existsSync(join(from, one)))) {
    await copyFile(join(from, name), join(dir, name));
  }
  const pointer = JSON.parse(await readFile(join(from, 'index/current.json'), 'utf8')) as Pointer;
  // It cannot be converted; `converted-index.test.ts` has indexes of earlier releases.
  const index = `Index of schema version ${pointer.schema_version}`;
  await writeFile(join(dir, 'index', pointer.file), index);
  const sha256 = createHash('sha256').update(index).digest('hex');
  await writeFile(join(dir, 'index/current.json'), JSON.stringify({ ...pointer, sha256 }));
}

describe('an update', { timeout: 400_000 }, () => {
  for (const version of readdirSync(DATA_DIRS)) {
    it(`from ${version} goes on with its clients and former addresses, once the site was read`, async () => {
      await using site = await createSyncedSite({});
      await fill(site.dir, version);
      const client = JSON.parse(await readFile(join(DATA_DIRS, version, 'client.json'), 'utf8')) as Registered;
      {
        await using server = await runServer({ dataDir: site.dir, content: false });
        assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
        assert.ok(await newToken(server, client));
      }
      const { code, summary, stderr } = await site.sync();
      assert.equal(code, 0, stderr);
      assert.deepEqual([summary?.mode, summary?.published], ['full', true]);
      assert.ok((await site.proveIndex()) > 100);
      await using server = await runServer({ dataDir: site.dir, content: false });
      assert.ok(await newToken(server, client));
      const answer = await server.get('/read_page?url=/direccion-de-antes');
      assert.equal(answer.status, 200);
      const doctor = await runProgram('sync/doctor.ts', { ...site.environment }, ['--json']).ended;
      assert.doesNotMatch(doctor.stdout, /schema version.*this program/);
    });
  }
});

describe('a downgrade', { timeout: 400_000 }, () => {
  /** Gives every database of a data directory, and its index, a schema version of a program to come. */
  async function age(site: SyncedSite): Promise<void> {
    for (const name of ['mirror.db', 'state.db']) {
      const file = join(site.dir, name);
      assert.ok(existsSync(file));
      const db = openWritable(file);
      db.pragma('user_version = 99');
      db.close();
    }
    const pointer = join(site.dir, 'index/current.json');
    const text = await readFile(pointer, 'utf8');
    await writeFile(pointer, text.replace(/"schema_version":\s*\d+/, '"schema_version":99'));
  }

  for (const version of readdirSync(DATA_DIRS)) {
    it(`over data of ${version} says in a sentence what to do, in the log and by the doctor, and changes nothing`, async () => {
      await using site = await createSyncedSite({});
      await fill(site.dir, version);
      const generation = await site.generation();
      await age(site);
      const { code, failure } = await site.sync();
      assert.equal(code, 1);
      assert.match(
        failure,
        /mirror\.db has schema version 99; .*: run that version, restore a backup made before the update/,
      );
      const { stdout } = await runProgram('sync/doctor.ts', { ...site.environment }, ['--json']).ended;
      assert.match(stdout, /state\.db has schema version 99/);
      assert.match(stdout, /run that version, restore a backup made before the update, or move the file away/);
      const lines: string[] = [];
      {
        await using server = await runServer({
          dataDir: site.dir,
          content: false,
          logTo: { write: (line) => void lines.push(line) },
        });
        assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
      }
      assert.match(
        lines.join(''),
        /schema version 99; this program reads \d+: a newer version of this program wrote it: run that version/,
      );
      assert.equal((await createGenerations(site.dir).current())?.generation, generation);
    });
  }
});
