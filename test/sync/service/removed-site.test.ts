import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readSettings } from '../../../shared/settings.ts';
import { readSite, siteEnvironment } from '../../../shared/sites/site.ts';
import { syncConfig } from '../../../sync/config.ts';
import { createRunResources, openSession } from '../../../sync/service/session.ts';
import { temporaryDir } from '../../faults/temporary-dir.ts';
import { startFaultProxy } from '../../helpers/fault-proxy.ts';
import { startTinyWordPress, tinyPages } from '../wordpress/tiny-wordpress.ts';

/** A site of SITES_DIR with a session on it, and something that happens once its pages are asked for. */
async function siteOfMany() {
  await using started = new AsyncDisposableStack();
  const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(2) }));
  const { dir } = started.use(await temporaryDir('removed-site-'));
  let happen: (() => void) | undefined;
  const proxy = started.use(
    await startFaultProxy(wordpress.url, ({ url }) => {
      if (!url.includes('/wp/v2/pages')) return undefined;
      happen?.();
      happen = undefined;
      return undefined;
    }),
  );
  const folder = join(dir, 'one');
  mkdirSync(folder);
  writeFileSync(join(folder, 'site.yaml'), `site_url: ${proxy.url}\nsettings:\n  sync_requests_per_second: 0\n`);
  const config = syncConfig(readSettings(siteEnvironment(readSite(dir, 'one', {}), {})));
  const resources = started.use(createRunResources());
  const { signal } = new AbortController();
  const session = started.use(await openSession({ config, signal, report: () => undefined }, resources));
  const running = started.move();
  return {
    dir,
    folder,
    run: () => session.sync({ full: false, force: false, dryRun: false }),
    whenRead: (act: () => void) => void (happen = act),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

describe('a site of many that is taken away', () => {
  it('does not come back by a run that begins', async () => {
    await using site = await siteOfMany();
    rmSync(site.folder, { recursive: true });
    assert.equal((await site.run()).code, 'interrupted');
    assert.ok(!existsSync(site.folder));
    mkdirSync(site.folder);
    assert.equal((await site.run()).code, 'interrupted');
    assert.deepEqual(readdirSync(site.folder), []);
  });

  it('does not come back by a run that is at work, and is read where it is put back', async () => {
    await using site = await siteOfMany();
    const aside = join(site.dir, '.aside');
    site.whenRead(() => renameSync(site.folder, aside));
    assert.equal((await site.run()).code, 'interrupted');
    assert.ok(!existsSync(site.folder));
    assert.ok(!existsSync(join(aside, 'index/current.json')));
    renameSync(aside, site.folder);
    assert.equal((await site.run()).code, 'done');
    assert.ok(existsSync(join(site.folder, 'index/current.json')));
  });

  it('does not come back by a run that is at work while all of it is deleted', async () => {
    await using site = await siteOfMany();
    site.whenRead(() => rmSync(site.folder, { recursive: true }));
    assert.equal((await site.run()).code, 'interrupted');
    assert.ok(!existsSync(site.folder));
  });
});
