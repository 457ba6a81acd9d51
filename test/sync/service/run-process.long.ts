import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { OutcomeCode } from '../../../sync/outcome.ts';
import { createRunProcess, type RunProcess } from '../../../sync/service/run-process.ts';
import { SyncError } from '../../../sync/run/sync-error.ts';
import { startFaultProxy, type FaultProxy } from '../../helpers/fault-proxy.ts';
import { createSyncedSite, type SyncedSite } from '../../helpers/synced-site.ts';
import { children, followedSite, untilChildren } from './run-children.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

const CHANGES = { full: false } as const;

/** A site whose runs are made in that process. */
const siteOf = (runs: RunProcess, synced: SyncedSite, signal?: AbortSignal) =>
  followedSite(async (run) => (await runs.make(run)).ending, synced, { ...(signal && { signal }) });

describe('createRunProcess', { skip: process.platform !== 'linux', timeout: 190_000 }, () => {
  const started = new AsyncDisposableStack();
  let proxy: FaultProxy;
  let synced: SyncedSite;
  let other: { readonly proxy: FaultProxy; readonly synced: SyncedSite };
  async function startSite() {
    const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(3) }));
    const faults = started.use(await startFaultProxy(wordpress.url));
    return { proxy: faults, synced: started.use(await createSyncedSite({ SITE_URL: faults.url })) };
  }
  before(async () => {
    ({ proxy, synced } = await startSite());
    other = await startSite();
  });
  beforeEach(() => proxy.setFaults(undefined));
  after(() => started.disposeAsync());

  it('makes runs in one process, which is gone when none follows for a while; a short run finds the site all the same', async () => {
    await using runs = createRunProcess({ idleMs: 1000 });
    const { sync, events, found } = siteOf(runs, synced);
    assert.deepEqual(await sync(CHANGES), { code: 'done' });
    const [first] = children();
    assert.deepEqual([events.at(0)?.type, events.at(-1)?.type], ['started', 'finished']);
    assert.deepEqual(found, [`${proxy.url}/wp-json/`]);
    assert.equal((await sync(CHANGES)).code, 'done');
    assert.deepEqual(children(), [first]);
    await untilChildren(0);

    proxy.seen.length = 0;
    const short = { why: 'a test', types: new Map(), pages: [{ id: 11, type: 'pages' }] };
    assert.equal((await sync({ full: false, short })).code, 'done');
    const [second] = children();
    assert.ok(second !== undefined && second !== first);
    assert.ok(
      proxy.seen.every(({ url }) => !url.startsWith('/wp-json/?')),
      'the REST API is known',
    );
  });

  it('makes the runs of several sites at once, each by its own settings', async () => {
    await using runs = createRunProcess();
    const sites = [siteOf(runs, synced), siteOf(runs, other.synced)];
    const endings = await Promise.all(sites.map(({ sync }) => sync(CHANGES)));
    assert.deepEqual(endings, [{ code: 'done' }, { code: 'done' }]);
    assert.equal(children().length, 1);
    assert.deepEqual(
      sites.map(({ found }) => found),
      [[`${proxy.url}/wp-json/`], [`${other.proxy.url}/wp-json/`]],
    );
    assert.equal(await other.synced.proveIndex(), 3);
  });

  it('takes settings that have changed for the next run', async () => {
    await using runs = createRunProcess();
    assert.equal((await siteOf(runs, synced).sync(CHANGES)).code, 'done');
    const environment = { ...synced.environment, SYNC_TYPES: 'pages,libros' };
    const { sync, has } = siteOf(runs, { ...synced, environment });
    assert.equal((await sync(CHANGES)).code, 'done');
    assert.ok(has('warning'), 'the site has no such type');
  });

  it('fails the runs whose process is killed, and makes the next one in another', async () => {
    await using runs = createRunProcess();
    proxy.setFaults(() => ({ kind: 'stall' }));
    const { sync } = siteOf(runs, synced);
    const run = sync(CHANGES);
    const [first = 0] = await untilChildren(1);
    process.kill(first, 'SIGKILL');
    const ending = await run;
    assert.ok(ending.code === 'failed' && /it ended with SIGKILL/.test(ending.message), JSON.stringify(ending));
    proxy.setFaults(undefined);
    assert.equal((await sync(CHANGES)).code, 'done');
  });

  it('interrupts a run that waits for its site, and no other', async () => {
    const stopping = new AbortController();
    await using runs = createRunProcess();
    const stalled = siteOf(runs, synced, stopping.signal);
    const neighbour = siteOf(runs, other.synced);
    proxy.setFaults(() => ({ kind: 'stall' }));
    const run = stalled.sync(CHANGES);
    const beside: Promise<OutcomeCode> = neighbour.sync({ full: true }).then(({ code }) => code);
    while (!stalled.has('phase') || !neighbour.has('phase')) await wait(10);
    stopping.abort(new Error('The site was paused'));
    assert.deepEqual(await run, { code: 'interrupted', message: 'The site was paused' });
    assert.equal(await beside, 'done');
    await runs[Symbol.asyncDispose]();
    assert.deepEqual(children(), []);
  });

  it('waits for a run that does not end while others are at work in its process, and ends the process when none is', async () => {
    const [stopping, ending] = [new AbortController(), new AbortController()];
    await using runs = createRunProcess({ endWithinMs: 300 });
    const stuck = siteOf(runs, synced, stopping.signal);
    const neighbour = siteOf(runs, other.synced, ending.signal);
    proxy.setFaults(() => ({ kind: 'stall' }));
    other.proxy.setFaults(() => ({ kind: 'stall' }));
    const both = [stuck.sync(CHANGES), neighbour.sync(CHANGES)];
    while (!stuck.has('phase') || !neighbour.has('phase')) await wait(10);
    const [pid = 0] = children();
    process.kill(pid, 'SIGSTOP');
    stopping.abort(new SyncError('interrupted', 'The site was paused'));
    while (!stuck.has('warning')) await wait(10);
    await wait(700);
    assert.deepEqual(children(), [pid]);
    ending.abort(new SyncError('interrupted', 'The end'));
    for (const { code } of await Promise.all(both)) assert.equal(code, 'interrupted');
    other.proxy.setFaults(undefined);
  });
});
