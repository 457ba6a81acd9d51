import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

/** Dates that never come while a test runs. */
const NEVER = { SYNC_SCHEDULE: '0 0 29 2 *', SYNC_FULL_SCHEDULE: '0 0 29 2 *' };

/** A site of which twenty pages are edited at once: more than a delta should have for long. */
async function startSite() {
  const wordpress = await startTinyWordPress({ pages: tinyPages(600) });
  const ids = Array.from({ length: 20 }, (_, at) => 100 + at);
  return {
    url: wordpress.url,
    ids,
    edit(): void {
      const { pages } = wordpress.site;
      for (const [at, page] of pages.entries()) {
        if (!ids.includes(page.id)) continue;
        pages[at] = { ...page, content: `<p>Otro ${page.id}.</p>`, modified_gmt: '2026-03-02T09:00:00' };
      }
    },
    [Symbol.asyncDispose]: () => wordpress[Symbol.asyncDispose](),
  };
}

describe('an edit after which the whole index is due', () => {
  it('is published and reported first, by a sync that stays', async () => {
    await using site = await startSite();
    await using synced = await createSyncedSite({ SITE_URL: site.url, SYNC_PROBE_SECONDS: '0', ...NEVER });
    await using worker = synced.start('--watch');
    await worker.printed(/"sync\.finished"/);
    // On a loaded machine, the first sync publishes parts.
    const first = (await synced.generation()) ?? 0;
    site.edit();
    await createRefreshRequests(synced.dir).write('1', { posts: { pages: site.ids }, site: [] });
    await worker.printed(
      new RegExp(`"sync\\.published".*"sync\\.refreshed".*"generation":${first + 2},.*"sync\\.renewed"`, 's'),
    );
    worker.child.kill('SIGTERM');
    const { code, stdout } = await worker.ended;
    assert.equal(code, 0);
    assert.equal(stdout.match(/"sync\.published"/g)?.length, first + 1);
    const { stdout: status } = await runProgram('sync/status.ts', { ...synced.environment }).ended;
    assert.match(status, /earlier generations: [1-9]/);
    assert.equal(status.match(/^.*\bsucceeded\b/gm)?.length, 2, status);
  });

  it('is delivered first by a sync that does not stay, and then the whole index', async () => {
    await using site = await startSite();
    await using synced = await createSyncedSite({ SITE_URL: site.url });
    await synced.sync();
    const first = (await synced.generation()) ?? 0;
    site.edit();
    await using delivering = await createSyncedSite({
      ...synced.environment,
      SYNC_ON_PUBLISH: `echo "$INDEX_FILES" >> ${join(synced.dir, 'delivered')}`,
    });
    await using second = delivering.start();
    const { code, stdout } = await second.ended;
    assert.equal(code, 0);
    assert.match(stdout, /"published":true.*"sync\.finished".*"sync\.delivered".*"sync\.renewed".*"sync\.delivered"/s);
    const lines = readFileSync(join(synced.dir, 'delivered'), 'utf8').trim().split('\n');
    assert.deepEqual(lines, [
      `index-${first}.db index-${first + 1}.db current.json`,
      `index-${first + 2}.db current.json`,
    ]);
    assert.equal(await synced.generation(), first + 2);
  });
});
