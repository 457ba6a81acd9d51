import assert from 'node:assert/strict';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { openMirrorDatabase } from '../../db/mirror/mirror.ts';
import type { RunEvent } from '../../sync/run/events.ts';
import { runProgram } from '../helpers/program.ts';
import { runServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { sessionOn } from './session-on.ts';

describe('two syncs at once', () => {
  it('end with 0 and 3, however often and close together they start, and publish one whole index', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(30) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    for (let round = 0; round < 3; round++) {
      wordpress.site.pages.splice(0, 1);
      const outcomes = await Promise.all([synced.sync(), synced.sync(), synced.sync()]);
      const codes = outcomes.map(({ code }) => code);
      assert.ok(codes.every((code) => code === 0 || code === 3) && codes.includes(0), codes.join());
      for (const { code, failure } of outcomes)
        if (code === 3) assert.match(failure, /Another run is active \(process/);
      assert.equal(await synced.proveIndex(), 29 - round);
    }
  });
});

describe('a sync that hangs', () => {
  it('changes nothing when it wakes after another run took over, and the next run goes on', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(6) });
    await using data = await temporaryDataDir();
    const sync = sessionOn(data.dir, wordpress.url);
    await sync();
    wordpress.site.pages.pop();
    let sleptMs = 0;
    const onEvent = (event: RunEvent): void => {
      if (event.type !== 'phase' || event.phase !== 'census') return;
      sleptMs = 120_000;
      giveLeaseTo(data.dir, 'other machine/1/x', Date.now() + sleptMs);
    };
    const woken = await sync({}, { now: () => new Date(Date.now() + sleptMs), onEvent });
    assert.equal(woken.code, 'lease_lost', woken.message);
    assert.match(woken.message, /Another run acquired the lease while this run was suspended/);
    assert.equal((await data.generations.current())?.generation, 1);
    const next = await sync({}, { now: () => new Date(Date.now() + 300_000) });
    assert.deepEqual([next.code, next.summary?.pages], ['done', 5], next.message);
  });

  it('whose process stands still is not waited for: the next run takes over, and the first one ends with 1', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(6) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url, SYNC_REQUESTS_PER_SECOND: '2' });
    await using first = synced.start();
    await first.printed(/"phase":"census"/);
    first.child.kill('SIGSTOP');
    beatLongAgo(synced.dir);
    assert.equal((await synced.sync()).code, 0);
    assert.equal(await synced.proveIndex(), 6);
    first.child.kill('SIGCONT');
    const { code, stdout } = await first.ended;
    assert.equal(code, 1, stdout);
    assert.match(stdout, /"code":"lease_lost"/);
    assert.equal(await synced.proveIndex(), 6);
    assert.equal((await synced.sync()).summary?.published, false);
  });
});

/** Gives the lease to another owner, as a run does that takes over from one that hangs. */
function giveLeaseTo(dir: string, owner: string, renewedAt: number): void {
  const db = openMirrorDatabase(join(dir, 'mirror.db'));
  db.prepare('UPDATE lease SET owner = ?, beaten_at = ?').run(owner, renewedAt);
  db.close();
}

/** Makes a lease as old as if its holder had been silent for two minutes. */
function beatLongAgo(dir: string): void {
  const db = openMirrorDatabase(join(dir, 'mirror.db'));
  assert.equal(db.prepare('UPDATE lease SET beaten_at = beaten_at - 120000').run().changes, 1);
  db.close();
}

describe('a server that starts before the first sync', () => {
  it('says that it is not ready, and serves soon after the first index is there', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using data = await temporaryDataDir();
    await using server = await runServer({ dataDir: join(data.dir, 'not-there-yet'), content: false });
    assert.equal((await fetch(`${server.url}/livez`)).status, 200);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503);
    assert.equal((await server.get('/read_page?url=/pagina-11')).status, 500);
    assert.equal((await sessionOn(join(data.dir, 'not-there-yet'), wordpress.url)()).code, 'done');
    for (const until = Date.now() + 60_000; (await fetch(`${server.url}/readyz`)).status !== 200; await wait(50)) {
      assert.ok(Date.now() < until);
    }
    assert.equal((await server.get('/read_page?url=/pagina-11')).status, 200);
  });
});

describe('a data directory of a newer program', () => {
  it('ends sync with 1 and a reason, without a stack, and stays as it is', async () => {
    await using synced = await createSyncedSite({});
    openMirrorDatabase(join(synced.dir, 'mirror.db')).close();
    const db = openMirrorDatabase(join(synced.dir, 'mirror.db'));
    db.pragma('user_version = 99');
    db.close();
    const before = readFileSync(join(synced.dir, 'mirror.db'));
    const { code, stdout } = await runProgram('sync/main.ts', synced.environment).ended;
    assert.equal(code, 1);
    const failed = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    assert.equal(failed.code, 'newer_schema');
    assert.match(failed.error, /mirror\.db has schema version 99; this program knows \d+: [^\n]* move the file away$/);
    assert.deepEqual(readFileSync(join(synced.dir, 'mirror.db')), before);
  });

  it('whose index is newer is served from the newest generation that can be read, and sync publishes its own', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using data = await temporaryDataDir();
    const sync = sessionOn(data.dir, wordpress.url);
    await sync();
    const pointer = await data.generations.current();
    assert.ok(pointer);
    const newer = { ...pointer, generation: 2, file: 'index-2.db', schema_version: 99 };
    await data.generations.next();
    copyFileSync(data.generations.pathOf(pointer), data.generations.pathOf(newer));
    await data.generations.publish(newer);
    await using server = await runServer({ dataDir: data.dir, content: false });
    const ready = (await (await fetch(`${server.url}/readyz`)).json()) as Record<string, unknown>;
    assert.deepEqual([ready['generation'], /schema version 99/.test(String(ready['refused']))], [1, true]);
    assert.equal((await sync()).summary?.generation, 3);
  });
});
