import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runProgram } from '../helpers/program.ts';
import { startTinyWordPress, tinyPages } from '../sync/wordpress/tiny-wordpress.ts';

describe('DATA_DIR under a umask that hides nothing', () => {
  const stack = new AsyncDisposableStack();
  let dataDir: string;
  let environment: Record<string, string>;
  /** Every file and directory that was ever seen there, with the widest mode that it was seen with. */
  const seen = new Map<string, number>();

  before(async () => {
    const root = await mkdtemp(join(tmpdir(), 'permissions-'));
    stack.defer(() => rm(root, { recursive: true, force: true }));
    const wordpress = stack.use(await startTinyWordPress({ pages: tinyPages(400) }));
    dataDir = join(root, 'data');
    environment = { DATA_DIR: dataDir, SITE_URL: wordpress.url, SYNC_REQUESTS_PER_SECOND: '0' };
    // Programs inherit it.
    const umask = process.umask(0);
    stack.defer(() => void process.umask(umask));
    const timer = setInterval(look, 2);
    stack.defer(() => clearInterval(timer));
  });
  after(() => stack.disposeAsync());

  function look(): void {
    for (const path of [dataDir, ...entriesOf(dataDir)]) {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode;
      const name = relative(dataDir, path);
      if (mode !== undefined) seen.set(name, (seen.get(name) ?? 0) | mode);
    }
  }

  async function sync(): Promise<void> {
    await using program = runProgram('sync/main.ts', environment);
    assert.equal((await program.ended).code, 0, program.output());
  }

  it('holds only what its owner alone may read, at every moment of a sync and of a server', async () => {
    await sync();
    await using server = runProgram('server/main.ts', { ...environment, PORT: '0' });
    const [, url] = await server.printed(/"url":"(http:[^"]+)"/);
    const client = await fetch(`${url}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"client_name":"Permisos"}',
    });
    assert.equal(client.status, 201, await client.text());
    await sync();
    look();

    const files = [...seen].filter(([, mode]) => (mode & 0o170_000) === 0o100_000);
    const directories = [...seen].filter(([, mode]) => (mode & 0o170_000) === 0o040_000);
    const wrong = (entries: typeof files, wanted: number) => entries.filter(([, mode]) => (mode & 0o777) !== wanted);
    assert.deepEqual(wrong(files, 0o600), []);
    assert.deepEqual(wrong(directories, 0o700), []);
    assert.deepEqual(directories.map(([name]) => name).toSorted(), ['', 'index']);
    const names = new Set(files.map(([name]) => name));
    for (const name of [
      'mirror.db',
      'mirror.db-wal',
      'state.db',
      'state.db-wal',
      'state.db-shm',
      'index/current.json',
    ]) {
      assert.ok(names.has(name), `${name} was seen, among ${[...names].join(', ')}`);
    }
  });
});

function entriesOf(dir: string): string[] {
  try {
    return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name));
  } catch {
    // Not made yet, or changed while it was read.
    return [];
  }
}
