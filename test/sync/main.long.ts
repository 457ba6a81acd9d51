import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startFaultProxy } from '../helpers/fault-proxy.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

describe('npm run sync', () => {
  it('refuses an option that it does not know, with exit code 4', async () => {
    for (const [args, fault] of [
      [['--dryrun'], /Unknown option '--dryrun'/],
      [['now'], /Unexpected argument 'now'/],
      [['--only'], /--only/],
      [['--watch', '--force'], /--watch: cannot be combined with/],
      [['--check', '--full'], /--check: cannot be combined with other options/],
      [['--full', '--only', '/a'], /--full: cannot be combined with --only/],
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
});

describe('npm run sync, to the end', () => {
  it('writes nothing at all in a dry run', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    const first = await synced.sync('--dry-run');
    assert.deepEqual([first.code, first.summary?.published, existsSync(synced.dir)], [0, true, false]);
    await synced.sync();
    const state = () =>
      readdirSync(synced.dir, { recursive: true, encoding: 'utf8' })
        .toSorted()
        .map((name) => `${name} ${statSync(join(synced.dir, name)).mtimeMs}`);
    const untouched = state();
    const second = await synced.sync('--dry-run', '--full');
    assert.deepEqual([second.code, second.summary?.published], [0, false]);
    assert.deepEqual(state(), untouched);
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

  it('starts over when the owner names his own site after the demo', async () => {
    await using synced = await createSyncedSite({});
    assert.equal((await synced.sync()).code, 0);
    await using wordpress = await startTinyWordPress({ pages: tinyPages(4) });
    const own = runProgram('sync/main.ts', { ...synced.environment, SITE_URL: wordpress.url });
    assert.equal((await own.ended).code, 0);
    assert.equal(await synced.proveIndex(), 4);
  });

  it('ends with 2 when the site refuses visitors and sync at once, says so, and empties the index', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url);
    await using synced = await createSyncedSite({ SITE_URL: proxy.url });
    await synced.sync();
    proxy.setFaults(() => ({ kind: 'status', status: 403 }));
    const { code, failure } = await synced.sync();
    assert.equal(code, 2);
    assert.match(failure, /403/);
    assert.equal(await synced.proveIndex(), 0);
  });

  it('moves a mirror aside that is no database, says so, and reads the site anew', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await mkdir(synced.dir, { recursive: true });
    await writeFile(join(synced.dir, 'mirror.db'), 'not a database, but long enough to look like one'.repeat(100));
    const { code, events } = await synced.sync();
    assert.equal(code, 0);
    const warning = String(events.find(({ msg }) => msg === 'sync.warning')?.['warning']);
    assert.match(
      warning,
      /mirror\.db was damaged .* and is now .*mirror\.db\.damaged-\S+: sync reads every page again/,
    );
  });

  it('ends with 3 while another run is at work, and takes over from one that was killed', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url, ({ url }) =>
      url.includes('/wp/v2/') ? { kind: 'stall' } : undefined,
    );
    await using synced = await createSyncedSite({ SITE_URL: proxy.url });
    await using stuck = synced.start();
    await stuck.printed(/"phase":"census"/);
    const refused = await synced.sync();
    assert.deepEqual([refused.code, /Another run is active/.test(refused.failure)], [3, true]);
    stuck.child.kill('SIGKILL');
    await stuck.ended;
    proxy.setFaults(undefined);
    assert.equal((await synced.sync()).code, 0);
  });

  // The client would wait a minute for the answer.

  it('is done soon after SIGTERM, though the site is silent', { timeout: 40_000 }, async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url, ({ url }) =>
      url.includes('/wp/v2/') ? { kind: 'stall' } : undefined,
    );
    await using synced = await createSyncedSite({ SITE_URL: proxy.url });
    await using stuck = synced.start();
    await stuck.printed(/"phase":"census"/);
    stuck.child.kill('SIGTERM');
    const { code, stdout } = await stuck.ended;
    assert.equal(code, 1);
    assert.match(stdout, /Stopped by SIGTERM/);
  });

  it('stays with --watch though runs fail, and ends with 0 on SIGTERM', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url, () => ({ kind: 'status', status: 403 }));
    await using synced = await createSyncedSite({ SITE_URL: proxy.url, SYNC_SCHEDULE: '* * * * * *' });
    await using worker = synced.start('--watch');
    await worker.printed(/sync\.failed/);
    proxy.setFaults(undefined);
    await worker.printed(/"published":true/);
    worker.child.kill('SIGTERM');
    assert.equal((await worker.ended).code, 0);
    assert.equal(await synced.proveIndex(), 3);
  });

  it('goes back a generation on request', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using synced = await createSyncedSite({ SITE_URL: wordpress.url });
    await synced.sync();
    const [page] = wordpress.site.pages;
    assert.ok(page);
    wordpress.site.pages[0] = { ...page, content: '<p>Otro.</p>', modified_gmt: '2026-03-02T09:00:00' };
    await synced.sync();
    const rollback = (...args: string[]) => runProgram('sync/rollback.ts', synced.environment, args).ended;
    assert.deepEqual(
      [(await rollback('--help')).code, (await rollback('--hepl')).code, (await rollback('1')).code],
      [0, 4, 4],
    );
    assert.equal((await synced.page('/pagina-11'))?.markdown, 'Otro.');
    const { code, stdout } = await rollback();
    assert.equal(code, 0);
    assert.match(stdout, /Generation 1 .* is live again with 3 pages, instead of generation 2/);
    assert.notEqual((await synced.page('/pagina-11'))?.markdown, 'Otro.');
    assert.deepEqual((await readdir(join(synced.dir, 'index'))).length, 5);
  });
});
