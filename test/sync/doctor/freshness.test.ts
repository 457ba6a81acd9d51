import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { judgeFreshness, measureRefresh } from '../../../sync/doctor/installation.ts';
import { followRefreshRequests } from '../../../sync/service/refresh-orders.ts';
import type { WatchOrder } from '../../../sync/service/run-queue.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const NOTE = { every_seconds: 15, configured_seconds: 15, last_at: '2026-11-21T11:59:50Z' };

const judge = (more: Partial<Parameters<typeof judgeFreshness>[0]> = {}) =>
  judgeFreshness({ configured: 15, probes: NOTE, runs: [], schedule: '*/10 * * * *', now: NOW, ...more });

describe('judgeFreshness', () => {
  it('adds what the short runs took to the interval of the probes', () => {
    const runs = [1.2, 3.4].map((seconds, id) => ({
      id,
      mode: 'short',
      startedAt: '2026-11-21T11:00:00.000Z',
      finishedAt: new Date(Date.parse('2026-11-21T11:00:00Z') + seconds * 1000).toISOString(),
      outcome: 'done',
      summary: {},
    }));
    const { level, message } = judge({ runs });
    assert.deepEqual(
      [level, message],
      [
        'ok',
        'A change is published within 19 s: 15 s between two probes, and 4 s for the slowest of the last 2 short runs',
      ],
    );
  });

  it('says why the probes are slow', () => {
    const { level, message } = judge({ probes: { ...NOTE, every_seconds: 600, why: 'Varnish answers' } });
    assert.deepEqual([level, /within 600 s.*Varnish answers/.test(message)], ['note', true]);
  });

  it('says that nobody probes, and that probes are switched off', () => {
    assert.match(judge({ probes: undefined }).message, /^No process probes the site/);
    assert.match(judge({ probes: { ...NOTE, last_at: '2026-11-21T08:00:00Z' } }).message, /the last one 4 h ago$/);
    assert.match(judge({ configured: 0 }).message, /probes are disabled/);
  });
});

describe('measureRefresh', () => {
  const page = { id: 12, type: 'pages' };

  it('has sync look at a page, and says how long that took', async () => {
    await using place = await temporaryDir('refresh-');
    const ended = new AbortController();
    const orders: WatchOrder[] = [];
    const ask = async (order: WatchOrder) => {
      orders.push(order);
      return 'done' as const;
    };
    const { signal } = ended;
    const following = followRefreshRequests({ dataDir: place.dir, queue: { request: ask }, report: () => {}, signal });
    const { level, message } = await measureRefresh({ dataDir: place.dir, page });
    ended.abort();
    await following;
    assert.deepEqual([level, orders.map(({ short }) => short?.pages)], ['ok', [[page]]]);
    assert.match(message, /is read, and published if it changed, in \d+\.\d s$/);
  });

  it('says that nobody took the request, and takes it back', async () => {
    await using place = await temporaryDir('refresh-');
    assert.equal((await measureRefresh({ dataDir: place.dir, page, patience: 1 })).level, 'note');
    assert.deepEqual(await readdir(join(place.dir, 'refresh')), []);
  });
});
