import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startFaultProxy, type Seen } from '../helpers/fault-proxy.ts';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

/** Dates that never come while a test runs. */
const NEVER = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *' };

const isProbe = ({ headers }: Seen) => headers['user-agent']?.endsWith('(sync; probe)') === true;

describe('npm run sync -- --watch between two dates of its schedule', () => {
  it('publishes what a probe finds, tells the site that it is one, and tells operators its pace', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(3) });
    await using proxy = await startFaultProxy(wordpress.url);
    await using synced = await createSyncedSite({ SITE_URL: proxy.url, SYNC_PROBE_SECONDS: '1', ...NEVER });
    await using worker = synced.start('--watch');
    await worker.printed(/"generation":1,/);
    const [page] = wordpress.site.pages;
    assert.ok(page);
    wordpress.site.pages[0] = { ...page, content: '<p>Otro.</p>', modified_gmt: '2026-03-02T09:00:00' };
    await worker.printed(/"generation":2,/);
    assert.equal((await synced.page('/pagina-11'))?.markdown, 'Otro.');
    const probes = proxy.seen.filter(isProbe);
    assert.ok(probes.length > 0);
    assert.ok(probes.every(({ url }) => url.includes('per_page=1&orderby=modified&order=desc')));
    const { stdout } = await runProgram('sync/status.ts', { ...synced.environment }).ended;
    assert.match(stdout, /^Probes +every \d+ s, the last one \d+ s ago/m);
    assert.match(stdout, /short {4}succeeded/);
  });
});
