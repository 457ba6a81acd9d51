import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';

const ROOT = join(import.meta.dirname, '../..');
/** `nobody`: a user who owns nothing. */
const USER = 65_534;

/**
 * Runs a command as `nobody`, without any privilege, on a machine of which nothing can be written but the data directory.
 * The project stands at `app`, wherever it is: its own place may be closed to other users.
 */
const CONFINED = `
  set -e
  mount --make-rprivate /
  mount --bind "$ROOT" "$APP"
  mount --bind "$DATA_DIR" "$DATA_DIR"
  for place in "$APP" /dev/shm /; do mount -o remount,bind,ro "$place"; done
  cd "$APP"
  exec setpriv --reuid ${USER} --regid ${USER} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
    env -i PATH="$APP/node_modules/node/bin:/usr/bin:/bin" DATA_DIR="$DATA_DIR" PORT="$PORT" "$@"
`;

describe('the programs as an ordinary user, on a file system that is read-only but for DATA_DIR', () => {
  let base: string;
  let confined: { readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv };
  let url: string;

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'ordinary-user-'));
    await chmod(base, 0o711);
    const [app, dataDir] = [join(base, 'app'), join(base, 'data')];
    await mkdir(app);
    await mkdir(dataDir, 0o700);
    await chown(dataDir, USER, USER);
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    confined = {
      args: ['--mount', 'bash', '-c', CONFINED, 'confined'],
      env: { PATH: process.env['PATH'], ROOT, APP: app, DATA_DIR: dataDir, PORT: port },
    };
  });
  after(() => rm(base, { recursive: true, force: true }));

  const run = (...command: readonly string[]) =>
    execFileSync('unshare', [...confined.args, ...command], { env: confined.env, encoding: 'utf8', stdio: 'pipe' });

  it('cannot write anywhere else, nor become anybody else', () => {
    assert.match(run('id', '-u'), new RegExp(`^${USER}\\n$`));
    for (const place of ['/tmp', '/dev/shm', '/var/tmp', confined.env['APP'] ?? '']) {
      assert.throws(() => run('touch', join(place, 'left-behind')), /Read-only file system|Permission denied/, place);
    }
    assert.match(
      run('grep', '-E', '^(CapEff|CapBnd|NoNewPrivs)', '/proc/self/status'),
      /^CapEff:\s0+\nCapBnd:\s0+\nNoNewPrivs:\s1\n$/,
    );
  });

  it('read a site, and serve it', async () => {
    assert.match(run('node', 'sync/main.ts'), /"msg":"sync.published"/);
    assert.match(run('node', 'sync/status.ts'), /generation/i);

    const server = spawn('unshare', [...confined.args, 'node', 'server/main.ts'], { env: confined.env });
    try {
      server.stdout.setEncoding('utf8');
      for (let printed = ''; !printed.includes('server.listening');)
        printed += String(await once(server.stdout, 'data'));
      const answer = await fetch(`${url}/wp-json/agentes/v1/search_pages?query=fontanero`);
      assert.equal(answer.status, 200);
      assert.ok(((await answer.json()) as { total: number }).total > 0);
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"client_name":"Nadie"}' };
      assert.equal((await fetch(`${url}/oauth/register`, init)).status, 201);
    } finally {
      server.kill('SIGKILL');
      await once(server, 'close');
    }
    const dataDir = confined.env['DATA_DIR'] ?? '';
    for (const name of await readdir(dataDir)) assert.equal((await stat(join(dataDir, name))).uid, USER, name);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
