import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createOpenSites } from '../../../server/sites/open-sites.ts';
import { CrowdError } from '../../../server/sites/opening-turns.ts';
import { createLog } from '../../../shared/log.ts';

/** Open sites, and what became of each: `opened 1` is the first that was opened. */
function trackedSites(openingAtOnce = 2, waitMs = 60_000) {
  const events: string[] = [];
  let count = 0;
  type Tracked = AsyncDisposable & { readonly number: number; readonly bytes: () => number };
  const sites = createOpenSites<Tracked>({
    memory: 1000,
    most: 10,
    idleMs: 60_000,
    openingAtOnce,
    waitMs,
    monotonicNow: () => 0,
    log: createLog({ name: 'test', level: 'silent' }),
  });
  async function openSite() {
    count += 1;
    const number = count;
    events.push(`opened ${number}`);
    await nextTurn();
    return { number, bytes: () => 1, [Symbol.asyncDispose]: async () => void events.push(`closed ${number}`) };
  }
  return { sites, events, open: (name: string, caller = 'somebody') => sites.open({ name, open: openSite }, caller) };
}

describe('createOpenSites', () => {
  it('has nobody wait longer than is allowed, and opens the site all the same', async () => {
    const { sites } = trackedSites(1, 1);
    await using _sites = sites;
    const opening = Promise.withResolvers<{ number: number; bytes: () => number } & AsyncDisposable>();
    await assert.rejects(sites.open({ name: 'lento', open: () => opening.promise }, 'somebody'), CrowdError);
    opening.resolve({ number: 9, bytes: () => 1, [Symbol.asyncDispose]: () => Promise.resolve() });
    await nextTurn();
    const taken = sites.take('lento');
    assert.equal(taken?.opened.number, 9);
    taken?.release();
  });

  it('opens a site once for all who ask at once', async () => {
    const { sites, events, open } = trackedSites();
    await using _sites = sites;
    const taken = await Promise.all([open('uno'), open('uno')]);
    assert.deepEqual(
      taken.map(({ opened }) => opened.number),
      [1, 1],
    );
    for (const { release } of taken) release();
    assert.deepEqual(events, ['opened 1']);
  });

  it('has nobody wait for one who is still answered by a site that is to be closed', async () => {
    const { sites, events, open } = trackedSites();
    await using _sites = sites;
    const slow = await open('uno');
    sites.close('uno');
    const next = await open('uno');
    assert.equal(next.opened.number, 2);
    assert.deepEqual(events, ['opened 1', 'opened 2']);
    slow.release();
    await nextTurn();
    assert.deepEqual(events, ['opened 1', 'opened 2', 'closed 1']);
    next.release();
  });

  it('closes all at the end, and opens none any more that waited for its turn', async () => {
    const { sites, events, open } = trackedSites(1);
    const first = open('uno').then(({ release }) => release());
    const second = assert.rejects(open('dos'), /has ended/);
    // The first is opening.
    await nextTurn();
    await sites[Symbol.asyncDispose]();
    await Promise.all([first, second]);
    assert.deepEqual(events, ['opened 1', 'closed 1']);
  });
});
