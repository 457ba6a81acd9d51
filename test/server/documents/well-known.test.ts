import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runServer, type RunningServer } from '../../helpers/running-server.ts';

let server: RunningServer;
let folder: string;
before(async () => {
  server = await runServer();
  folder = join(server.data.dir, 'well-known');
  await mkdir(join(folder, 'inner'), { recursive: true });
});
after(() => server[Symbol.asyncDispose]());

const at = (name: string, init?: RequestInit) => fetch(`${server.url}/.well-known/${name}`, init);

describe('the folder well-known/ of DATA_DIR', () => {
  it('is served as it is, typed, and without a restart', async () => {
    for (const [name, text, type] of [
      ['mcp-registry-auth', 'v=MCPv1; k=ed25519; p=abc=\n', 'text/plain; charset=utf-8'],
      ['openai-apps-challenge', 'token', 'text/plain; charset=utf-8'],
      ['apple-app-site-association', ' {"applinks":{}}', 'application/json'],
      ['discord', '{not json', 'text/plain; charset=utf-8'],
      ['security.txt', 'Contact: mailto:a@casa.example\n', 'text/plain; charset=utf-8'],
      ['nostr.json', '{}', 'application/json'],
      ['key.bin', '\u0000', 'application/octet-stream'],
    ] as const) {
      assert.equal((await at(name)).status, 404, name);
      await writeFile(join(folder, name), text);
      const answer = await at(name);
      assert.deepEqual(
        [answer.status, await answer.text(), answer.headers.get('content-type')],
        [200, text, type],
        name,
      );
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    }
  });

  it('is revalidated, and a change shows at once', async () => {
    await writeFile(join(folder, 'changing'), 'one');
    const etag = (await at('changing')).headers.get('etag') ?? '';
    const condition = { headers: { 'If-None-Match': etag } };
    assert.equal((await at('changing', condition)).status, 304);
    assert.equal((await at('changing', { method: 'HEAD' })).headers.get('content-length'), '3');
    await writeFile(join(folder, 'changing'), 'two');
    assert.equal(await (await at('changing', condition)).text(), 'two');
  });

  it('takes the place of no document of the service', async () => {
    await writeFile(join(folder, 'api-catalog'), 'theirs');
    assert.match((await at('api-catalog')).headers.get('content-type') ?? '', /^application\/linkset\+json/);
  });

  it('may hold links to files of its own, as a mounted ConfigMap does', async () => {
    await writeFile(join(folder, 'inner/real'), 'inside');
    await symlink('inner/real', join(folder, 'linked'));
    assert.equal(await (await at('linked')).text(), 'inside');
  });

  it('gives away nothing else: links out of it, hidden files, folders, pipes, what is large', async () => {
    await writeFile(join(server.data.dir, 'well-known-secret'), 'secret');
    await symlink('../well-known-secret', join(folder, 'outside'));
    await symlink('/etc/passwd', join(folder, 'passwd'));
    await symlink('..', join(folder, 'parent'));
    await writeFile(join(folder, '.env'), 'secret');
    await writeFile(join(folder, 'large'), 'x'.repeat(256 * 1024 + 1));
    spawnSync('mkfifo', [join(folder, 'pipe')]);
    for (const name of [
      'outside',
      'passwd',
      'parent',
      'parent/state.db',
      '.env',
      'inner',
      'inner/real',
      'large',
      'pipe',
      '../state.db',
      '..%2fstate.db',
      '%2e%2e/state.db',
      '',
    ]) {
      assert.equal((await at(name)).status, 404, name);
    }
  });
});
