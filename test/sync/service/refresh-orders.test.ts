import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRefreshRequests } from '../../../shared/refresh-requests.ts';
import type { OutcomeCode } from '../../../sync/outcome.ts';
import { followRefreshRequests } from '../../../sync/service/refresh-orders.ts';
import type { WatchOrder } from '../../../sync/service/run-queue.ts';
import type { RunEvent } from '../../../sync/run/events.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';

describe('followRefreshRequests', () => {
  it('asks for the run that sees a change, and tells how long the change waited', async () => {
    await using place = await temporaryDir('refresh-');
    await createRefreshRequests(place.dir).write('one', { posts: { pages: [12] }, site: [] });
    const ended = new AbortController();
    const orders: WatchOrder[] = [];
    const events: RunEvent[] = [];
    await followRefreshRequests({
      dataDir: place.dir,
      queue: {
        request: async (order) => {
          orders.push(order);
          return 'done';
        },
      },
      report: (event) => {
        events.push(event);
        ended.abort();
      },
      signal: ended.signal,
    });
    assert.deepEqual(orders[0]?.short?.pages, [{ id: 12, type: 'pages' }]);
    const [event] = events;
    assert.ok(event?.type === 'refreshed' && event.seconds >= 0, JSON.stringify(events));
  });

  it('asks again for a run that another one held up, though nothing new is told', async () => {
    await using place = await temporaryDir('refresh-');
    await createRefreshRequests(place.dir).write('one', { posts: { pages: [12] }, site: [] });
    const ended = new AbortController();
    const outcomes: OutcomeCode[] = ['lease_held', 'site', 'done'];
    await followRefreshRequests({
      dataDir: place.dir,
      queue: { request: async () => outcomes.shift() },
      report: ({ type }) => {
        if (type === 'refreshed') ended.abort();
      },
      signal: ended.signal,
      // Longer than the time between two looks at the folder.
      retryMs: 1500,
    });
    assert.deepEqual(outcomes, []);
  });

  it('takes what comes while it looks, though it looks seldom', async () => {
    await using place = await temporaryDir('refresh-');
    const requests = createRefreshRequests(place.dir);
    const ended = new AbortController();
    const seen = new Set<number>();
    const following = followRefreshRequests({
      dataDir: place.dir,
      looksSeldom: true,
      queue: {
        request: async ({ short }) => {
          for (const { id } of short?.pages ?? []) seen.add(id);
          if (seen.size === 50) ended.abort();
          return 'done';
        },
      },
      report: () => {},
      signal: ended.signal,
    });
    for (let id = 1; id <= 50; id++) await requests.write(String(id), { posts: { pages: [id] }, site: [] });
    await following;
    assert.equal(seen.size, 50);
  });
});
