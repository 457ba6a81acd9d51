import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createRunProcess } from '../../../sync/process/run-process.ts';
import type { RunEvent } from '../../../sync/run/events.ts';
import { startFaultProxy, type FaultProxy } from '../../helpers/fault-proxy.ts';
import { createSyncedSite, type SyncedSite } from '../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

const CHANGES = { full: false } as const;

/** Processes that this one has started, and that live. */
function children(): readonly number[] {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').map(Number);
  return pids.filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sync/runner.ts'));
}

/** Waits until so many of them live. */
async function untilChildren(count: number): Promise<readonly number[]> {
  for (;;) {
    const pids = children();
    if (pids.length === count) return pids;
    await wait(50);
  }
}

describe('createRunProcess', { skip: process.platform !== 'linux', timeout: 120_000 }, () => {
  const started = new AsyncDisposableStack();
  let way: FaultProxy;
  let synced: SyncedSite;
  before(async () => {
    const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(3) }));
    way = started.use(await startFaultProxy(wordpress.url));
    synced = started.use(await createSyncedSite({ SITE_URL: way.url }));
    Object.assign(process.env, synced.environment);
  });
  after(() => started.disposeAsync());

  /** The runs of a sync that stays, and what they tell. */
  function runsOf(signal = new AbortController().signal, idleMs = 60_000) {
    const told: RunEvent['type'][] = [];
    const found: string[] = [];
    const runs = createRunProcess({
      signal,
      report: ({ type }) => told.push(type),
      onFound: ({ apiRoot }) => found.push(apiRoot),
      postpone: () => {},
      idleMs,
    });
    return { runs, told, found };
  }

  it('makes runs in one process, which is gone when none follows for a while; a short run finds the site all the same', async () => {
    const { runs, told, found } = runsOf(undefined, 1000);
    await using _runs = runs;
    assert.deepEqual(await runs.sync(CHANGES), { code: 'done' });
    const [first] = children();
    assert.deepEqual([told.at(0), told.at(-1)], ['started', 'finished']);
    assert.deepEqual(found, [`${way.url}/wp-json/`]);
    assert.equal((await runs.sync(CHANGES)).code, 'done');
    assert.deepEqual(children(), [first]);
    await untilChildren(0);

    way.seen.length = 0;
    const short = { why: 'a test', types: new Map(), pages: [{ id: 11, type: 'pages' }] };
    assert.equal((await runs.sync({ full: false, short })).code, 'done');
    const [second] = children();
    assert.ok(second !== undefined && second !== first);
    assert.ok(
      way.seen.every(({ url }) => !url.startsWith('/wp-json/?')),
      'the REST API is known',
    );
  });

  it('fails the run whose process is killed, and makes the next one in another', async () => {
    const { runs } = runsOf();
    await using _runs = runs;
    way.setFaults(() => ({ kind: 'stall' }));
    const run = runs.sync(CHANGES);
    const [first = 0] = await untilChildren(1);
    process.kill(first, 'SIGKILL');
    const ending = await run;
    assert.ok(ending.code === 'failed' && /it ended with SIGKILL/.test(ending.message), JSON.stringify(ending));
    way.setFaults(undefined);
    assert.equal((await runs.sync(CHANGES)).code, 'done');
  });

  it('interrupts a run that waits for the site, and leaves no process behind', async () => {
    const stopping = new AbortController();
    const { runs, told } = runsOf(stopping.signal);
    way.setFaults(() => ({ kind: 'stall' }));
    const run = runs.sync(CHANGES);
    while (!told.includes('phase')) await wait(50);
    stopping.abort();
    const ending = await run;
    assert.equal(ending.code, 'interrupted');
    await runs[Symbol.asyncDispose]();
    assert.deepEqual(children(), []);
  });
});
