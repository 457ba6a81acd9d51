import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../../../sync/service/run-process.ts';
import { createSiteRuns, type SiteRuns } from '../../../sync/service/site-runs.ts';
import { startFaultProxy, type FaultProxy } from '../../helpers/fault-proxy.ts';
import { createSyncedSite, type SyncedSite } from '../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';
import { children, followedSite, untilChildren } from './run-children.ts';

const CHANGES = { full: false } as const;

/** Performs each run in a slot, like the queue of its site; `undefined` without a slot. */
const slotted = (runs: SiteRuns) => async (run: Run) => {
  const release = await runs.takeSlot(run);
  return release && (await runs.make(run).finally(release));
};

describe('createSiteRuns', { skip: process.platform !== 'linux', timeout: 190_000 }, () => {
  const started = new AsyncDisposableStack();
  const sites: { proxy: FaultProxy; synced: SyncedSite }[] = [];
  before(async () => {
    const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(2) }));
    for (const _ of ['one', 'two']) {
      const proxy = started.use(await startFaultProxy(wordpress.url));
      sites.push({ proxy, synced: started.use(await createSyncedSite({ SITE_URL: proxy.url })) });
    }
  });
  beforeEach(() => sites.forEach(({ proxy }) => proxy.setFaults(undefined)));
  after(() => started.disposeAsync());

  const at = (place: number) => {
    const site = sites[place];
    assert.ok(site);
    return site;
  };

  it('gives a site a process of its own that wants one, until it is forgotten', async () => {
    await using runs = createSiteRuns();
    const own = followedSite(slotted(runs), at(0).synced, { hasOwnWorker: true });
    const other = followedSite(slotted(runs), at(1).synced);
    assert.deepEqual(await Promise.all([own.sync(CHANGES), other.sync(CHANGES)]), [{ code: 'done' }, { code: 'done' }]);
    assert.equal(children().length, 2);
    await runs.forget(at(0).synced.dir);
    assert.equal(children().length, 1);
  });

  it('gives a large site one too, for while its index is built nothing else of the process goes on', async () => {
    await using runs = createSiteRuns();
    const large = followedSite(slotted(runs), at(0).synced, { extent: { readsAll: false, isLarge: true } });
    const other = followedSite(slotted(runs), at(1).synced, { extent: { readsAll: false, isLarge: false } });
    const both = [large.sync(CHANGES), other.sync(CHANGES)];
    assert.equal((await untilChildren(2)).length, 2);
    for (const ending of await Promise.all(both)) assert.equal(ending?.code, 'done');
  });

  it('suspects nobody when the process could not start', async () => {
    await using runs = createSiteRuns();
    const both = [followedSite(slotted(runs), at(0).synced), followedSite(slotted(runs), at(1).synced)];
    const failed = both.map(({ sync }) => sync(CHANGES));
    await kill(await untilChildren(1));
    for (const ending of await Promise.all(failed)) assert.equal(ending?.code, 'failed');
    for (const ending of await Promise.all(both.map(({ sync }) => sync(CHANGES)))) assert.equal(ending?.code, 'done');
    assert.equal(children().length, 1);
  });

  it('begins no run of a site that is to be watched otherwise', async () => {
    await using runs = createSiteRuns();
    const { sync } = followedSite(slotted(runs), at(0).synced, { leaving: AbortSignal.abort() });
    assert.equal(await sync(CHANGES), undefined);
  });

  it('finds the site whose runs end their process, keeps it apart until one is done, and has its neighbours share one again', async () => {
    await using runs = createSiteRuns();
    const hostile = followedSite(slotted(runs), at(0).synced);
    const neighbour = followedSite(slotted(runs), at(1).synced);
    for (const { proxy } of sites) proxy.setFaults({ kind: 'stall' });
    const both = [hostile.sync(CHANGES), neighbour.sync(CHANGES)];
    while (!hostile.has('phase') || !neighbour.has('phase')) await wait(10);
    await kill(children());
    for (const ending of await Promise.all(both)) assert.equal(ending?.code, 'failed');

    at(1).proxy.setFaults(undefined);
    assert.equal((await neighbour.sync(CHANGES))?.code, 'done');
    await untilChildren(0);
    hostile.events.length = 0;
    const again = hostile.sync(CHANGES);
    while (!hostile.has('phase')) await wait(10);
    await kill(await untilChildren(1));
    assert.equal((await again)?.code, 'failed');
    assert.ok(hostile.has('warning') && !neighbour.has('warning'));

    at(0).proxy.setFaults(undefined);
    assert.equal((await neighbour.sync(CHANGES))?.code, 'done');
    const first = hostile.sync(CHANGES);
    await untilChildren(2);
    assert.equal((await first)?.code, 'done');
    await untilChildren(1);
    assert.equal((await hostile.sync(CHANGES))?.code, 'done');
    assert.equal(children().length, 1);
  });
});

async function kill(pids: readonly number[]): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGKILL');
}
