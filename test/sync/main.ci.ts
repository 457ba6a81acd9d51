import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';

describe('npm run sync of the demo site', () => {
  let synced: SyncedSite;
  before(async () => {
    synced = await createSyncedSite({});
  });
  after(() => synced?.[Symbol.asyncDispose]());

  it('reads it without any setting, as JSON lines, for its owner alone', async () => {
    const { code, events, summary } = await synced.sync();
    assert.equal(code, 0);
    assert.ok((summary?.pages ?? 0) > 150);
    assert.equal(events[0]?.msg, 'sync.started');
    assert.equal(await synced.proveIndex(), summary?.pages);
    for (const name of ['mirror.db', 'index/index-1.db', 'index/current.json']) {
      assert.equal(statSync(join(synced.dir, name)).mode & 0o777, 0o600, name);
    }
    assert.equal(statSync(synced.dir).mode & 0o777, 0o700);
  });
});
