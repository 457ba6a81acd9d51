import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { openMirrorDatabase } from '../../db/mirror/mirror.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import { openState } from '../../db/state/open.ts';
import type { RunEvent } from '../../sync/run/events.ts';
import { identified, newClient, newToken, register } from '../helpers/oauth.ts';
import { movedClock } from '../helpers/moved-clock.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { sessionOn } from './session-on.ts';

const HOUR = 3600;
const YEAR = 365 * 24 * HOUR;
const JUMPS = [-10 * YEAR, -5 * HOUR, -90, 90, 5 * HOUR, 10 * YEAR];

const words = (seconds: number) => `${seconds < 0 ? 'back' : 'forward'} by ${Math.abs(seconds)} s`;

describe('sync, when the clock jumps', () => {
  for (const jump of JUMPS) {
    it(`between runs ${words(jump)}, reads on and publishes what changed`, async () => {
      await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
      await using data = await temporaryDataDir();
      const clock = movedClock();
      const sync = sessionOn(data.dir, wordpress.url);
      assert.equal((await sync({}, clock)).code, 'done');
      clock.advance(jump);
      wordpress.site.pages.pop();
      const { code, summary, message } = await sync({}, clock);
      assert.deepEqual([code, summary?.published, summary?.pages], ['done', true, 3], message);
      clock.advance(600);
      assert.equal((await sync({}, clock)).summary?.published, false);
    });

    it(`in the middle of a run ${words(jump)}, ends it well and keeps others out while it can`, async () => {
      await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
      await using data = await temporaryDataDir();
      const clock = movedClock();
      const sync = sessionOn(data.dir, wordpress.url);
      let jumped = false;
      const onEvent = (event: RunEvent): void => {
        if (jumped || event.type !== 'phase' || event.phase !== 'build') return;
        jumped = true;
        clock.advance(jump);
      };
      const { code, summary, message } = await sync({}, { ...clock, onEvent });
      assert.deepEqual([code, summary?.published], ['done', true], message);
      assert.ok((summary?.milliseconds ?? -1) >= 0);
      const db = openMirrorDatabase(`${data.dir}/mirror.db`);
      assert.equal(createLeaseTable(db).holder(), undefined);
      assert.deepEqual(
        createRunLog(db)
          .last(5)
          .map(({ outcome }) => outcome),
        ['done'],
      );
      db.close();
    });
  }

  it('sweeps the whole site again when the last sweep is of the future', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
    await using data = await temporaryDataDir();
    const clock = movedClock();
    const sync = sessionOn(data.dir, wordpress.url);
    clock.advance(10 * YEAR);
    await sync({}, clock);
    clock.advance(-10 * YEAR);
    assert.equal((await sync({}, clock)).summary?.mode, 'full');
    assert.equal((await sync({}, clock)).summary?.mode, 'changes');
  });
});

describe('a server, when the clock jumps', () => {
  it('keeps clients and answers everybody, and tokens live again when the clock is right again', async () => {
    const clock = movedClock();
    await using server = await runServer({ sources: clock.sources });
    const { client, headers } = await identified(server);
    for (const jump of JUMPS) {
      clock.advance(jump);
      assert.equal((await server.get('/read_page?url=/')).status, 200, words(jump));
      const { status } = await server.get('/quota', { headers });
      assert.equal(status, jump >= HOUR ? 401 : 200, words(jump));
      assert.equal((await register(server)).status, 201, words(jump));
      if (Math.abs(jump) < 180 * 24 * HOUR) await newToken(server, client);
      clock.advance(-jump);
      assert.equal((await server.get('/quota', { headers })).status, 200, `back from ${words(jump)}`);
      await newToken(server, client);
    }
  });

  it('counts quotas by a clock that never goes back', async () => {
    const wall = movedClock();
    const steady = movedClock();
    await using server = await runServer({ sources: { ...wall.sources, monotonicNow: steady.monotonicNow } });
    const { headers } = await identified(server);
    const used = async () => (await jsonOf(await server.get('/quota', { headers }))).used as number;
    const first = await used();
    for (const [index, jump] of JUMPS.filter((seconds) => Math.abs(seconds) < HOUR).entries()) {
      wall.advance(jump);
      assert.equal(await used(), first + index + 1, words(jump));
      wall.advance(-jump);
    }
    steady.advance(61);
    assert.equal(await used(), first);
  });

  it('never locks registration out for longer than its hour', async () => {
    const clock = movedClock();
    await using server = await runServer({ sources: clock.sources });
    const from = '203.0.113.9';
    for (let count = 0; count < 5; count++) assert.equal((await register(server, {}, from)).status, 201);
    assert.equal((await register(server, {}, from)).status, 429);
    clock.advance(-10 * YEAR);
    const refused = await register(server, {}, from);
    assert.equal(refused.status, 429);
    assert.ok(Number(refused.headers.get('retry-after')) <= HOUR);
    clock.advance(HOUR + 1);
    assert.equal((await register(server, {}, from)).status, 201);
  });

  it('has its clients in the state though the clock was years ahead for a while', async () => {
    const clock = movedClock();
    await using server = await runServer({ sources: clock.sources });
    const { client_id: id } = await newClient(server);
    clock.advance(10 * YEAR);
    await using state = openState({ file: `${server.data.dir}/state.db`, now: clock.now });
    assert.equal(await state.clients.find(id), undefined);
    clock.advance(-10 * YEAR);
    assert.ok(await state.clients.find(id));
  });
});
