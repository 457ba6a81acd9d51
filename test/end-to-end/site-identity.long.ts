import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';

/** A data directory into which a site was read. */
async function ownedDirectory() {
  await using started = new AsyncDisposableStack();
  const wordpress = started.use(await startTinyWordPress({ pages: tinyPages(4) }));
  const synced = started.use(await createSyncedSite({ SITE_URL: wordpress.url }));
  assert.equal((await synced.sync()).code, 0);
  const { SITE_URL: url, ...unnamed } = { ...synced.environment, SITE_URL: wordpress.url };
  const running = started.move();
  return { wordpress, synced, url, unnamed, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

describe('a data directory of a site', { timeout: 300_000 }, () => {
  it('is read and served as that site by programs that are given no SITE_URL', async () => {
    await using owned = await ownedDirectory();
    const { unnamed, synced, wordpress } = owned;
    const before = readFileSync(join(synced.dir, 'index', 'current.json'), 'utf8');
    const again = await runProgram('sync/main.ts', unnamed).ended;
    assert.equal(again.code, 0, again.stdout + again.stderr);
    assert.equal(readFileSync(join(synced.dir, 'index', 'current.json'), 'utf8'), before);

    await using service = runProgram('server/start.ts', { ...unnamed, PORT: '0', LOG_LEVEL: 'info' });
    const [, address = ''] = await service.printed(/"url":"(http:[^"]+)"/);
    await service.printed(/"msg":"sync.finished"/);
    const answer = await fetch(`${address}/wp-json/agentes/v1/get_company_info`);
    const company = (await answer.json()) as { readonly website: string };
    assert.equal(new URL(company.website).host, new URL(wordpress.url).host);
    service.child.kill('SIGTERM');
    await service.ended;
  });

  it('is refused to every program that names another site, with both addresses and exit code 4', async () => {
    await using owned = await ownedDirectory();
    await using other = await startTinyWordPress({ pages: tinyPages(3) });
    const env = { ...owned.unnamed, SITE_URL: other.url, PORT: '0' };
    const before = readFileSync(join(owned.synced.dir, 'index', 'current.json'), 'utf8');
    for (const program of ['sync/main.ts', 'server/main.ts', 'server/start.ts', 'sync/doctor.ts']) {
      const { code, stderr } = await runProgram(program, env).ended;
      assert.equal(code, 4, program);
      assert.match(
        stderr,
        new RegExp(`${owned.url.replace('http://', '')}.*${other.url.replace('http://', '')}`),
        program,
      );
    }
    assert.equal(readFileSync(join(owned.synced.dir, 'index', 'current.json'), 'utf8'), before);

    const backup = join(owned.synced.dir, '..', 'backup');
    assert.equal((await runProgram('sync/backup.ts', owned.unnamed, [backup]).ended).code, 0);
    await using elsewhere = await createSyncedSite({ SITE_URL: other.url });
    assert.equal((await elsewhere.sync()).code, 0);
    const restored = await runProgram('sync/restore.ts', { DATA_DIR: elsewhere.dir }, [backup]).ended;
    assert.equal(restored.code, 4, restored.stderr);
    assert.match(restored.stderr, /backup of/);
  });

  it('goes with its site to a new address by --move-site, and keeps former addresses', async () => {
    await using owned = await ownedDirectory();
    const { synced, wordpress } = owned;
    const [page] = wordpress.site.pages;
    assert.ok(page);
    wordpress.site.pages[0] = { ...page, slug: 'nueva', modified_gmt: '2026-06-01T00:00:00' };
    assert.equal((await synced.sync()).code, 0);
    await using moved = await startTinyWordPress({ pages: wordpress.site.pages });
    const env = { ...owned.unnamed, SITE_URL: moved.url };
    assert.equal((await runProgram('sync/main.ts', env).ended).code, 4);
    const move = await runProgram('sync/main.ts', env, ['--move-site']).ended;
    assert.equal(move.code, 0, move.stdout + move.stderr);
    assert.equal((await synced.page(`/${page.slug}`))?.id, page.id);
    assert.equal((await runProgram('sync/main.ts', env).ended).code, 0);
    assert.equal((await runProgram('sync/main.ts', { ...owned.unnamed, SITE_URL: owned.url }).ended).code, 4);
  });
});

describe('the demo', { timeout: 120_000 }, () => {
  it('is read into a directory that is given and empty, and again where it was', async () => {
    await using synced = await createSyncedSite({});
    assert.equal((await synced.sync()).code, 0);
    assert.ok(existsSync(join(synced.dir, 'site.json')));
    assert.equal((await synced.sync()).code, 0);
  });
});
