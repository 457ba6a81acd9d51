import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { checksumOf, createGenerations } from '../../db/index/generations.ts';
import type { RunEvent } from '../../sync/run/events.ts';
import { identified, newClient, newToken, register } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';
import { startTinyWordPress, tinyPages, type TinyPage } from '../sync/wordpress/tiny-wordpress.ts';
import { sessionOn } from './session-on.ts';
import { mountSmallDisk } from './small-disk.ts';

const ROOMY = 32_768;
const MESSAGE = (dir: string) => new RegExp(`^The disk of ${dir} is full \\(.+\\): free some space and run sync again`);

/** Pages with long texts, as they are after so many edits of each. */
function longPages(edits: number): TinyPage[] {
  const modified_gmt = new Date(Date.UTC(2026, 3, 1) + edits * 60_000).toISOString().slice(0, 19);
  const edited = (page: TinyPage) => ({ ...page, modified_gmt, content: `${page.content.repeat(60)}${edits}` });
  return tinyPages(40).map(edited);
}

/** A site whose texts can be changed, and a small disk to read it into. */
async function siteOnSmallDisk(kilobytes: number) {
  await using stack = new AsyncDisposableStack();
  const disk = stack.use(await mountSmallDisk(kilobytes));
  const wordpress = stack.use(await startTinyWordPress({ pages: longPages(0) }));
  const dir = join(disk.dir, 'data');
  const generations = createGenerations(dir);
  let edits = 0;
  const moved = stack.move();
  return {
    disk,
    dir,
    url: wordpress.url,
    generations,
    sync: sessionOn(dir, wordpress.url),
    /** Changes the text of every page, so that the mirror and the index are written anew. */
    edit(): void {
      edits += 1;
      wordpress.site.pages = longPages(edits);
    },
    /** The live generation, proved to be what was published. */
    async live(): Promise<number | undefined> {
      const pointer = await generations.current();
      if (pointer) assert.equal(await checksumOf(generations.pathOf(pointer)), pointer.sha256);
      return pointer?.generation;
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  };
}

const stageOf = (event: RunEvent) => (event.type === 'phase' ? event.phase : event.type);

describe('sync on a full disk', () => {
  it('says so whatever it was writing first, publishes nothing half, and succeeds once there is room', async (t) => {
    const stages = new Map<string, number>();
    await using site = await siteOnSmallDisk(ROOMY);
    let done = false;
    for (let room = 0; !done; room += room < 128 ? 4 : 32) {
      site.disk.fill(room);
      let stage = 'open';
      const { code, message } = await site.sync(
        {},
        { onEvent: (event) => (stage = ['phase', 'published'].includes(event.type) ? stageOf(event) : stage) },
      );
      done = code === 'done';
      if (done) break;
      stages.set(stage, (stages.get(stage) ?? 0) + 1);
      assert.equal(code, 'no_room', `${room} KB, ${stage}: ${message}`);
      assert.match(message, MESSAGE(site.dir));
      // What is published is whole, also where the log of runs has no room for it.
      assert.equal(await site.live(), stage === 'published' ? 1 : undefined);
    }
    assert.equal(await site.live(), 1);
    t.diagnostic(`no room ${[...stages].map(([stage, count]) => `${count} times after ${stage}`).join(', ')}`);
    for (const stage of ['open', 'read', 'build']) assert.ok(stages.has(stage), stage);
  });

  it('keeps the live index when the disk fills up at any moment of a run, and needs nobody afterwards', async (t) => {
    await using site = await siteOnSmallDisk(ROOMY);
    assert.equal((await site.sync()).code, 'done');
    let generation = 1;
    const outcomes: string[] = [];
    for (const moment of ['started', 'connect', 'census', 'read', 'advanced', 'page', 'build', 'verify', 'finished']) {
      site.edit();
      const before = readdirSync(join(site.dir, 'index')).length;
      const onEvent = (event: RunEvent) => stageOf(event) === moment && site.disk.fill();
      const { code, message } = await site.sync({ full: true }, { onEvent });
      outcomes.push(`${moment}: ${code}`);
      if (moment !== 'finished') {
        assert.equal(code, 'no_room', `${moment}: ${message}`);
        assert.equal(readdirSync(join(site.dir, 'index')).length, before, 'nothing is left behind');
        assert.equal(await site.live(), generation, moment);
      } else generation += 1;
      if (code !== 'done') assert.match(message, MESSAGE(site.dir));
      site.disk.makeRoom();
      const next = await site.sync();
      assert.equal(next.code, 'done', `${moment}: ${next.message}`);
      if (moment !== 'finished') generation += 1;
      assert.equal(await site.live(), generation);
    }
    t.diagnostic(outcomes.join(', '));
  });

  it('ends with 1 and tells the folder; with --watch it goes on by itself when there is room', async () => {
    await using site = await siteOnSmallDisk(ROOMY);
    const env = { DATA_DIR: site.dir, SITE_URL: site.url, SYNC_REQUESTS_PER_SECOND: '0' };
    site.disk.fill();
    const once = await runProgram('sync/main.ts', env).ended;
    assert.equal(once.code, 1);
    assert.match(once.stdout, new RegExp(`"code":"no_room","error":"The disk of ${site.dir} is full`));
    await using worker = runProgram('sync/main.ts', { ...env, SYNC_SCHEDULE: '* * * * * *' }, ['--watch']);
    await worker.printed(/"code":"no_room"/);
    site.disk.makeRoom();
    await worker.printed(/"published":true/);
    assert.equal(await site.live(), 1);
  });
});

describe('a server on a full disk', () => {
  it('registers nobody and says so, still knows its tokens and serves, and registers once there is room', async () => {
    await using site = await siteOnSmallDisk(ROOMY);
    await site.sync();
    await using server = await runServer({ dataDir: site.dir, content: false });
    const { client, headers } = await identified(server);
    site.disk.fill();

    const refused = await register(server);
    assert.equal(refused.status, 503);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await jsonOf(refused)).error, 'temporarily_unavailable');
    await assert.rejects(newToken(server, client), /answered 500/);
    assert.equal((await server.get('/read_page?url=/pagina-11')).status, 200);
    assert.equal((await server.get('/quota', { headers })).status, 200);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);

    site.disk.makeRoom();
    assert.equal((await register(server)).status, 201);
    await newToken(server, client);
  });

  it('registers nobody before the disk is full, and leaves the rest to the sync and to its clients', async () => {
    const lines: string[] = [];
    await using site = await siteOnSmallDisk(ROOMY);
    await site.sync();
    await using server = await runServer({
      dataDir: site.dir,
      content: false,
      logTo: { write: (line) => lines.push(line) },
    });
    const client = await newClient(server);
    site.disk.fill(ROOMY / 20 - 64);
    assert.equal((await register(server)).status, 503);
    assert.match(lines.join(''), /"hint":"Free space on the disk of DATA_DIR.*"msg":"oauth.registration.refused"/);
    await newToken(server, client);
    site.disk.fill(ROOMY / 20 + 64);
    assert.equal((await register(server)).status, 201);
  });

  it('starts and serves, and takes no valid token for an invalid one', async () => {
    await using site = await siteOnSmallDisk(ROOMY);
    await site.sync();
    const { client, headers } = await (async () => {
      await using before = await runServer({ dataDir: site.dir, content: false });
      return await identified(before);
    })();
    site.disk.fill();
    await using server = await runServer({ dataDir: site.dir, content: false });
    assert.equal((await server.get('/read_page?url=/pagina-11')).status, 200);
    const answer = await server.get('/quota', { headers });
    assert.ok([200, 500].includes(answer.status), String(answer.status));
    assert.equal((await register(server)).status, 503);
    site.disk.makeRoom();
    assert.equal((await server.get('/quota', { headers })).status, 200);
    await newToken(server, client);
  });
});
