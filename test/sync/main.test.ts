import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite, type SyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

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

  it('starts over when the owner names his own site after the demo', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
    const own = runProgram('sync/main.ts', { ...synced.environment, SITE_URL: wordpress.url });
    assert.equal((await own.ended).code, 0);
    assert.equal(await synced.proveIndex(), 4);
  });
});

describe('npm run sync', () => {
  it('refuses an option that it does not know, with exit code 4', async () => {
    for (const [args, fault] of [
      [['--dryrun'], /Unknown option '--dryrun'/],
      [['now'], /Unexpected argument 'now'/],
      [['--only'], /--only/],
      [['--watch', '--force'], /--watch: cannot go with/],
      [['--check', '--full'], /--check: goes with no other option/],
      [['--full', '--only', '/a'], /--full: cannot go with --only/],
    ] as const) {
      const { code, stdout, stderr } = await runProgram('sync/main.ts', {}, args).ended;
      assert.equal(code, 4);
      assert.match(stderr, fault);
      assert.equal(stdout, '');
    }
  });

  it('names every fault of the configuration, with exit code 4', async () => {
    const env = { SYNC_SCHEDULE: 'often', SYNC_FULL_SCHEDULE: '99 * * * *' };
    const { code, stderr } = await runProgram('sync/main.ts', env).ended;
    assert.equal(code, 4);
    assert.match(stderr, /SYNC_SCHEDULE: got "often", wants a cron expression/);
    assert.match(stderr, /SYNC_FULL_SCHEDULE: got "99 \* \* \* \*"/);
  });

  it('names a faulty site file and an unusable data directory, with exit code 4', async () => {
    await using synced = await createSyncedSite({});
    await mkdir(synced.dir, { recursive: true });
    await writeFile(join(synced.dir, 'site.yaml'), 'brnad: x\n');
    const faulty = await synced.sync();
    assert.deepEqual([faulty.code, /brnad/.test(faulty.stderr)], [4, true]);

    const file = join(synced.dir, 'site.yaml');
    const unusable = await runProgram('sync/main.ts', { DATA_DIR: join(file, 'data') }).ended;
    assert.equal(unusable.code, 4);
    assert.match(unusable.stderr, /^The configuration cannot be used:\n {2}DATA_DIR: got .*\n$/);
  });

  it('ends with 2 when much would go, and keeps the index', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(20) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await synced.sync();
    wordpress.site.pages.splice(0, 10);
    const { code, failure } = await synced.sync();
    assert.equal(code, 2);
    assert.match(failure, /10 of 20 pages would go.*--force/);
    assert.equal(await synced.proveIndex(), 20);
    assert.equal((await synced.sync('--force')).code, 0);
    assert.equal(await synced.proveIndex(), 10);
  });
});
