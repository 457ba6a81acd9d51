import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import { startFaultProxy, type Seen } from '../helpers/fault-proxy.ts';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

/** Dates that never come while a test runs. */
const NEVER = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *' };

const isProbe = ({ headers }: Seen) => headers['user-agent']?.endsWith('(sync; probe)') === true;

describe('npm run sync -- --watch between two dates of its schedule', () => {
  it('says when the site slows its probes down, and why', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url);
    await using synced = await createSyncedSite({ SITE_URL: proxy.url, SYNC_PROBE_SECONDS: '1', ...NEVER });
    await using worker = synced.start('--watch');
    await worker.printed(/"generation":1,/);
    proxy.setFaults(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '600' } }));
    await worker.printed(/"everySeconds":600,"why":"The site answered 429[^"]*","msg":"sync.probes.paced"/);
    const { stdout } = await runProgram('sync/status.ts', { ...synced.environment }).ended;
    assert.match(stdout, /^Probes +every 600 s, .*, slowed: The site answered 429/m);
  });

  it('takes the requests to look at pages that the server leaves in DATA_DIR, and forgets them when it did', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url);
    await using synced = await createSyncedSite({ SITE_URL: proxy.url, SYNC_PROBE_SECONDS: '0', ...NEVER });
    await using worker = synced.start('--watch');
    await worker.printed(/"generation":1,/);
    const requests = createRefreshRequests(synced.dir);
    const [first, second] = wordpress.site.pages;
    assert.ok(first && second);
    wordpress.site.pages[0] = { ...first, content: '<p>Otro.</p>' };
    await requests.write('1', { posts: { pages: [11, 12] }, site: [] });
    await worker.printed(/"generation":2,/);
    assert.equal((await synced.page('/pagina-11'))?.markdown, 'Otro.');
    wordpress.site.pages.splice(1, 1);
    await requests.write('2', { posts: { pages: [12] }, site: [] });
    await worker.printed(/"generation":3,/);
    assert.equal(await synced.page('/pagina-12'), undefined);
    worker.child.kill('SIGTERM');
    assert.equal((await worker.ended).code, 0);
    assert.deepEqual(await readdir(join(synced.dir, 'refresh')), []);
    assert.equal(proxy.seen.filter(isProbe).length, 0, 'SYNC_PROBE_SECONDS=0');
  });

  it('publishes what WordPress tells during a full sweep before that ends', { timeout: 120_000 }, async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(12) });
    await using synced = await createSyncedSite({
      SITE_URL: wordpress.url,
      SYNC_PROBE_SECONDS: '0',
      SYNC_REQUESTS_PER_SECOND: '4',
      ...NEVER,
    });
    await using worker = synced.start('--watch');
    await worker.printed(/"generation":1,/);
    const requests = createRefreshRequests(synced.dir);
    const [first] = wordpress.site.pages;
    assert.ok(first);
    await requests.write('1', { posts: {}, site: ['everything'] });
    await worker.printed(/"phase":"read".*"phase":"read"/s);
    wordpress.site.pages[0] = { ...first, content: '<p>Otro.</p>' };
    await requests.write('2', { posts: { pages: [11] }, site: [] });
    await worker.printed(/"generation":2,/);
    assert.equal((await synced.page('/pagina-11'))?.markdown, 'Otro.');
    await worker.printed(/"mode":"short".*"sync\.finished".*"mode":"full".*"sync\.finished"/s);
  });

  it('takes a request again whose run did not end', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url);
    await using synced = await createSyncedSite({
      SITE_URL: proxy.url,
      SYNC_PROBE_SECONDS: '0',
      LOG_LEVEL: 'debug',
      ...NEVER,
    });
    await synced.sync();
    const [first] = wordpress.site.pages;
    assert.ok(first);
    wordpress.site.pages[0] = { ...first, content: '<p>Otro.</p>' };
    await createRefreshRequests(synced.dir).write('1', { posts: { pages: [11] }, site: [] });
    const asked = Promise.withResolvers<void>();
    proxy.setFaults(({ url }) => {
      if (!url.includes('include=11')) return undefined;
      asked.resolve();
      return { kind: 'stall' };
    });
    {
      await using worker = synced.start('--watch');
      await asked.promise;
      worker.child.kill('SIGKILL');
      await worker.ended;
    }
    proxy.setFaults(undefined);
    await using worker = synced.start('--watch');
    await worker.printed(/"generation":2,/);
    assert.equal((await synced.page('/pagina-11'))?.markdown, 'Otro.');
  });
});
