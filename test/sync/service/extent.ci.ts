import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inspectReading } from '../../../db/mirror/inspect.ts';
import { extentOf } from '../../../sync/service/extent.ts';
import { readCodeDigests } from '../../../sync/run/publish/code-digests.ts';
import type { SyncConfig } from '../../../sync/config.ts';
import { createSyncedSite } from '../../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

const CHANGES = { full: false } as const;
const FULL_SCHEDULE = '0 3 * * *';

describe('the extent of a run', () => {
  it('is known from the mirror', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    const config = { mirrorFile: `${synced.dir}/mirror.db`, fullSchedule: FULL_SCHEDULE } as SyncConfig;
    const now = new Date();
    const { converter } = readCodeDigests();
    assert.deepEqual(extentOf(config, { order: CHANGES, converter, now }), { readsAll: true, isLarge: false });
    await synced.sync();
    const { fullAt, ...known } = inspectReading(config.mirrorFile);
    assert.ok(fullAt && fullAt >= now);
    assert.deepEqual(known, { pages: 3, converter });
    assert.deepEqual(extentOf(config, { order: CHANGES, converter, now }), { readsAll: false, isLarge: false });
  });
});
