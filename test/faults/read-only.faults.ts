import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { identified, register } from '../helpers/oauth.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';
import { createSyncedSite } from '../helpers/synced-site.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';
import { sessionOn } from './session-on.ts';

/** A site that was read once, and then changed. */
async function changedSite() {
  await using stack = new AsyncDisposableStack();
  const wordpress = stack.use(await startTinyWordPress({ pages: tinyPages(5) }));
  const synced = stack.use(await createSyncedSite({ SITE_URL: wordpress.url }));
  const sync = sessionOn(synced.dir, wordpress.url);
  assert.equal((await sync()).code, 'done');
  wordpress.site.pages.push(...tinyPages(6).slice(5));
  const moved = stack.move();
  return { synced, sync, dir: synced.dir, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

/** Mounts a directory over itself so that nobody, not even root, can write there. */
function mountReadOnly(dir: string) {
  execFileSync('mount', ['--bind', dir, dir]);
  execFileSync('mount', ['-o', 'remount,ro,bind', dir]);
  return { [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', dir]) };
}

/** Makes a directory unwritable for a while, for users to whom modes mean something. */
function withoutWriting(dir: string) {
  chmodSync(dir, 0o500);
  return { [Symbol.dispose]: () => chmodSync(dir, 0o700) };
}

/** Runs sync as an ordinary process: root's, but without the right to pass over modes. */
function syncWithoutPrivileges(environment: Readonly<Record<string, string>>) {
  const node = [process.execPath, join(import.meta.dirname, '../../sync/main.ts')];
  try {
    const bounds = '-dac_override,-dac_read_search,-fowner';
    const env = { PATH: process.env['PATH'], ...environment };
    return { code: 0, output: execFileSync('setpriv', ['--bounding-set', bounds, ...node], { env, encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { code: status, output: stdout + stderr };
  }
}

describe('sync over a data directory that cannot be written', () => {
  it('ends with 4, names the directory, and leaves everything as it is', async () => {
    await using site = await changedSite();
    {
      using _locked = withoutWriting(site.dir);
      const { code, output } = syncWithoutPrivileges(site.synced.environment);
      assert.equal(code, 4, output);
      assert.match(output, new RegExp(`DATA_DIR: got ${site.dir}, wants a directory that can be written`));
    }
    assert.equal(await site.synced.proveIndex(), 5);
    assert.equal((await site.sync()).code, 'done');
    assert.equal(await site.synced.proveIndex(), 6);
  });

  it('ends with 4 on a read-only file system, where a dry run still tells what would change', async () => {
    await using site = await changedSite();
    {
      using _mounted = mountReadOnly(site.dir);
      const { code, message } = await site.sync();
      assert.equal(code, 'configuration');
      assert.match(message, new RegExp(`DATA_DIR: got ${site.dir}, wants a directory that can be written`));
      assert.equal((await site.sync({ dryRun: true })).summary?.new, 1);
    }
    assert.equal(await site.synced.proveIndex(), 5);
    assert.equal((await site.sync()).code, 'done');
  });

  it('ends with 4 when only the index cannot be written', async () => {
    await using site = await changedSite();
    {
      using _mounted = mountReadOnly(join(site.dir, 'index'));
      const { code, message } = await site.sync();
      assert.equal(code, 'configuration', message);
      assert.match(message, /wants a directory that can be written/);
    }
    assert.equal(await site.synced.proveIndex(), 5);
    assert.equal((await site.sync()).code, 'done');
    assert.equal(await site.synced.proveIndex(), 6);
  });
});

describe('a server over a data directory that cannot be written', () => {
  it('serves, registers nobody, and takes no valid token for an invalid one', async () => {
    await using site = await changedSite();
    const { headers } = await (async () => {
      await using before = await runServer({ dataDir: site.dir, content: false });
      return await identified(before);
    })();
    const mounted = mountReadOnly(site.dir);
    await using server = await runServer({ dataDir: site.dir, content: false });
    try {
      assert.equal((await server.get('/read_page?url=/pagina-11')).status, 200);
      const refused = await register(server);
      assert.deepEqual([refused.status, (await jsonOf(refused)).error], [500, 'server_error']);
      assert.ok(refused.headers.get('retry-after'));
      const answer = await server.get('/quota', { headers });
      assert.ok([200, 500].includes(answer.status), String(answer.status));
    } finally {
      mounted[Symbol.dispose]();
    }
    assert.equal((await server.get('/quota', { headers })).status, 200);
    assert.equal((await register(server)).status, 201);
  });
});
