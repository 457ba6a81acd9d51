import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createLog } from '../../../shared/log.ts';
import { watchSites } from '../../../sync/service/watch-sites.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';

describe('watchSites', () => {
  it('watches a site again that comes back while its processes end, and reads every page of it only at the start', async () => {
    await using place = await temporaryDir('watch-sites-');
    const write = async (more = '') =>
      await writeFile(join(place.dir, 'one', 'site.yaml'), `site_url: https://one.invalid\n${more}`);
    await mkdir(join(place.dir, 'one'));
    await write();

    const ending = new AbortController();
    const taken: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
    let times = 0;
    const log = createLog(
      { name: 'sync', level: 'info' },
      { write: (line) => void (line.includes('sync.site.taken') && taken[times++]?.resolve()) },
    );
    let runs = 0;
    const full: boolean[] = [];
    await watchSites({
      dir: place.dir,
      environment: { SYNC_PROBE_SECONDS: '0' },
      startFull: true,
      runs: {
        takeSlot: async () => () => {},
        make: async ({ order }) => {
          runs += 1;
          full.push(order.full);
          if (runs === 1) await write('paused: true\n');
          else ending.abort();
          return { code: 'done' };
        },
        forget: async () => {
          if (ending.signal.aborted) return;
          await write();
          await taken[1]?.promise;
        },
        [Symbol.asyncDispose]: async () => {},
      },
      log,
      reporterOf: () => ({ event: () => {}, failed: () => {} }),
      metrics: undefined,
      signal: ending.signal,
    });
    assert.deepEqual(full, [true, false]);
  });
});
