import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../../../shared/settings.ts';
import { syncConfig } from '../../../sync/config.ts';
import { createSiteRuns } from '../../../sync/service/site-runs.ts';
import type { Run } from '../../../sync/service/run-process.ts';
import { keepSite } from '../../../sync/service/keep-site.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';
import { SUMMARY } from '../../helpers/run-summary.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

describe('keepSite, while the whole index is built anew', () => {
  it('goes on probing, and publishes what a probe finds', { timeout: 60_000 }, async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    const { dir, ...temporary } = await temporaryDir('keep-site-');
    await using _ = temporary;
    const environment = {
      DATA_DIR: dir,
      SITE_URL: wordpress.url,
      SYNC_PROBE_SECONDS: '1',
      SYNC_SCHEDULE: '0 0 29 2 *',
      SYNC_FULL_SCHEDULE: '0 0 29 2 *',
      SYNC_REQUESTS_PER_SECOND: '0',
    };
    await using runs = createSiteRuns();
    const ending = new AbortController();
    const made: string[] = [];
    const found = Promise.withResolvers<void>();

    async function make(run: Run) {
      if (run.order.isRenewal) return await renew();
      const ended = await runs.make(run);
      made.push(run.order.short ? 'short' : 'changes');
      if (run.order.short) found.resolve();
      else run.site.report({ type: 'finished', summary: { ...SUMMARY, renewalDue: true } });
      return ended;
    }

    /** Takes as long as it takes a probe to find a change, and a run to publish that. */
    async function renew() {
      const [page] = wordpress.site.pages;
      assert.ok(page);
      wordpress.site.pages[0] = { ...page, content: '<p>Otro.</p>', modified_gmt: '2026-03-02T09:00:00' };
      await Promise.race([found.promise, sleep(15_000, undefined, { ref: false })]);
      made.push('renewal');
      ending.abort();
      return { code: 'done' } as const;
    }

    await keepSite({
      site: { name: '', config: syncConfig(readSettings(environment)), hasOwnWorker: false },
      environment,
      startFull: false,
      runs: { takeSlot: runs.takeSlot, make },
      reporter: { event: () => {}, failed: ({ message }) => assert.fail(message) },
      measures: undefined,
      leaving: ending.signal,
      signal: ending.signal,
    });
    assert.deepEqual(made, ['changes', 'short', 'renewal']);
  });
});
