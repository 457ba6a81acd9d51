import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import { startFaultProxy, type FaultProxy } from '../helpers/fault-proxy.ts';
import { runProgram } from '../helpers/program.ts';
import { manySites } from './many-sites.ts';
import { startTinyWordPress, tinyPages } from './wordpress/tiny-wordpress.ts';

type Tiny = Awaited<ReturnType<typeof startTinyWordPress>>;

/** What the first page of a site says from now on. */
function write(wordpress: Tiny, text: string): void {
  const [page] = wordpress.site.pages;
  assert.ok(page);
  wordpress.site.pages[0] = { ...page, content: `<p>${text}</p>`, modified_gmt: '2026-03-02T09:00:00' };
}

/** A line of the log about a site. */
const line = (site: string, event: string, more = '') =>
  new RegExp(`"site":"${site}"(?=[^\\n]*${more})[^\\n]*"msg":"${event}"`);

/** Counts the requests over a proxy from now on; returns the highest number of concurrent requests. */
function countRequests({ server }: FaultProxy): () => number {
  let open = 0;
  let most = 0;
  server.on('request', (_, response) => {
    most = Math.max(most, ++open);
    response.once('close', () => (open -= 1));
  });
  return () => most;
}

describe('npm run sync -- --watch with SITES_DIR', { timeout: 190_000 }, () => {
  it('publishes each site in its folder, delivers it, and what WordPress tells of one', async () => {
    await using one = await startTinyWordPress({ pages: tinyPages(2) });
    await using two = await startTinyWordPress({ pages: tinyPages(3) });
    await using sites = await manySites();
    await sites.add('one', one.url, 'settings: { sync_on_publish: "true" }\n');
    await sites.add('two', two.url);
    await using worker = sites.start('--watch');
    await worker.printed(line('one', 'sync.delivered'));
    await worker.printed(line('two', 'sync.published'));
    write(one, 'Otro.');
    write(two, 'Callado.');
    await createRefreshRequests(sites.folderOf('one')).write('1', { posts: { pages: [11] }, site: [] });
    await worker.printed(line('one', 'sync.published', '"generation":2'));
    await worker.printed(line('one', 'sync.delivered', '"generation":2'));
    assert.equal(await sites.text('one', '/pagina-11'), 'Otro.');
    assert.notEqual(await sites.text('two', '/pagina-11'), 'Callado.');
    worker.child.kill('SIGTERM');
    assert.equal((await worker.ended).code, 0);
    assert.deepEqual(await readdir(join(sites.folderOf('one'), 'refresh')), []);
  });

  it('takes up a site that appears or changes; a faulty site is reported and harms no other site', async () => {
    await using one = await startTinyWordPress({ pages: tinyPages(2) });
    await using two = await startTinyWordPress({ pages: tinyPages(2) });
    await using sites = await manySites();
    await sites.add('faulty', 'ftp://example.com');
    await sites.add('one', one.url);
    await using worker = sites.start('--watch');
    await worker.printed(line('faulty', 'sync.site.faulty', 'ftp'));
    await worker.printed(line('one', 'sync.published'));
    await sites.add('two', two.url);
    await worker.printed(line('two', 'sync.published'));
    await sites.change('one', one.url, 'exclude: [/pagina-11]\n');
    await worker.printed(line('one', 'sync.published', '"generation":2'));
    assert.equal(await sites.text('one', '/pagina-11'), undefined);
    assert.notEqual(await sites.text('one', '/pagina-12'), undefined);
  });

  it('stays though it has no site to watch, leaves one alone that follows an index', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(2) });
    await using sites = await manySites();
    await sites.add('follows', wordpress.url, 'settings: { index_url: "https://index.example/one/" }\n');
    await sites.add('paused', wordpress.url, 'paused: true\n');
    await using worker = sites.start('--watch');
    await worker.printed(line('follows', 'sync.site.followed'));
    await worker.printed(line('paused', 'sync.site.paused'));
    await sites.change('paused', wordpress.url, '');
    await worker.printed(line('paused', 'sync.published'));
    assert.deepEqual(await readdir(sites.folderOf('follows')), ['site.yaml']);

    await using check = sites.start('--check');
    assert.equal((await check.ended).code, 0);
  });
});

describe('a site of SITES_DIR', { timeout: 190_000 }, () => {
  it('has its run at work ended when it is paused or removed, and no other site', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(2) });
    await using proxy = await startFaultProxy(wordpress.url, () => ({ kind: 'stall' }));
    await using sites = await manySites();
    for (const name of ['paused', 'removed']) await sites.add(name, proxy.url);
    await using worker = sites.start('--watch');
    for (const name of ['paused', 'removed']) await worker.printed(line(name, 'sync.phase'));
    await sites.change('paused', proxy.url, 'paused: true\n');
    await worker.printed(line('paused', 'sync.failed', 'interrupted'));
    await rename(sites.folderOf('removed'), join(sites.dir, '.removed'));
    await worker.printed(line('removed', 'sync.failed', 'interrupted'));
    assert.equal(existsSync(sites.folderOf('removed')), false);

    proxy.setFaults(undefined);
    await sites.change('paused', proxy.url, '');
    await worker.printed(line('paused', 'sync.published'));
    assert.notEqual(await sites.text('paused', '/pagina-11'), undefined);
  });

  it('is probed, and gets no two requests at a time', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(12) });
    await using proxy = await startFaultProxy(wordpress.url);
    const mostAtOnce = countRequests(proxy);
    await using sites = await manySites({ SYNC_PROBE_SECONDS: '1' });
    await sites.add('one', proxy.url);
    await using worker = sites.start('--watch', '--full');
    await worker.printed(line('one', 'sync.published'));
    write(wordpress, 'Otro.');
    await worker.printed(line('one', 'sync.published', '"generation":2'));
    assert.equal(await sites.text('one', '/pagina-11'), 'Otro.');
    assert.equal(mostAtOnce(), 1);
  });
});

describe('npm run sync with SITES_DIR', { timeout: 190_000 }, () => {
  it('sends one WordPress no two requests at a time, though two sites read it', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(12) });
    await using proxy = await startFaultProxy(wordpress.url);
    const mostAtOnce = countRequests(proxy);
    await using sites = await manySites();
    await sites.add('one', proxy.url);
    await sites.add('two', `${proxy.url}/`, 'public_url: https://two.example\n');
    await using once = sites.start();
    assert.equal((await once.ended).code, 0);
    assert.equal(mostAtOnce(), 1);
  });

  it('makes one run of every site that is not paused, and ends with the worst exit code', async () => {
    await using wordpress = await startTinyWordPress({ pages: tinyPages(2) });
    await using down = await startFaultProxy(wordpress.url, () => ({ kind: 'status', status: 404 }));
    await using sites = await manySites();
    await sites.add('one', wordpress.url);
    await sites.add('paused', wordpress.url, 'paused: true\n');
    await sites.add('two', down.url);
    await using once = sites.start();
    const { code, stdout } = await once.ended;
    assert.equal(code, 1);
    assert.match(stdout, line('one', 'sync.published'));
    assert.match(stdout, line('two', 'sync.failed', '"code":"site"'));
    assert.doesNotMatch(stdout, /"site":"paused"/);

    await using alone = sites.start('--site', 'one');
    assert.equal((await alone.ended).code, 0);
    await using forced = sites.start('--force');
    assert.match((await forced.ended).stderr, /--force: applies to a single site: add --site NAME/);
  });

  it('judges every site with --check', async () => {
    await using sites = await manySites();
    await sites.add('one', 'https://one.example');
    await using good = sites.start('--check');
    assert.equal((await good.ended).code, 0);
    await sites.add('two', 'https://two.example', 'brnd: Two\n');
    await writeFile(join(sites.folderOf('one'), 'site.yaml'), 'brand: One\n');
    await using bad = sites.start('--check');
    const { code, stderr } = await bad.ended;
    assert.equal(code, 4);
    assert.match(stderr, /one\/site\.yaml: site_url: got nothing/);
    assert.match(stderr, /two.*brnd/);
  });

  it('says in a sentence that SITES_DIR is not there', async () => {
    for (const args of [[], ['--check'], ['--site', 'one']]) {
      await using program = runProgram('sync/main.ts', { SITES_DIR: '/nowhere' }, args);
      const { code, stderr } = await program.ended;
      assert.equal(code, 4);
      assert.match(stderr, /^The configuration cannot be used:\n {2}SITES_DIR: got \/nowhere, .*\n$/);
    }
  });
});
