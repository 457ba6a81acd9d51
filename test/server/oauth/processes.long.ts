import assert from 'node:assert/strict';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openWritable } from '../../../db/sqlite.ts';
import { identified, newClient, newToken, postForm, register } from '../../helpers/oauth.ts';
import { runProgram } from '../../helpers/program.ts';
import { API, jsonOf, runServer } from '../../helpers/running-server.ts';
import { temporaryDataDir } from '../../helpers/sample-index.ts';

const GRANT = { grant_type: 'client_credentials' };

/** The server as a process of its own. */
async function startProcess(dataDir: string) {
  const env = { DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'https://casa.example', TRUST_PROXY: '127.0.0.1' };
  const program = runProgram('server/main.ts', env);
  const [, url = ''] = await program.printed(/"url":"([^"]+)"/);
  return { ...program, url };
}

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

describe('two servers on one DATA_DIR', () => {
  it('share clients, tokens, revocations and limits while both serve and one is replaced', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    await using old = await startProcess(data.dir);
    await using next = await startProcess(data.dir);
    const both = [old, next] as const;

    const clients = await Promise.all(Array.from({ length: 60 }, (_, n) => newClient(both[n % 2 ? 0 : 1])));
    assert.equal(new Set(clients.map(({ client_id }) => client_id)).size, 60);
    const tokens = await Promise.all(clients.map((client, n) => newToken(both[n % 2 ? 1 : 0], client)));
    for (const [n, token] of tokens.entries()) {
      assert.equal((await fetch(`${both[n % 2 ? 0 : 1].url}${API}/quota`, bearer(token))).status, 200);
    }

    const [client, token] = [clients[0] ?? assert.fail(), tokens[0] ?? assert.fail()];
    await postForm(old, '/oauth/revoke', { token }, { client });
    assert.equal((await fetch(`${next.url}${API}/quota`, bearer(token))).status, 401);

    const registered = await Promise.all(
      Array.from({ length: 40 }, (_, n) => register(both[n % 2 ? 0 : 1], {}, '192.0.2.5')),
    );
    assert.equal(registered.filter(({ status }) => status === 201).length, 5);
    // One whose minute begins here, however long all that took.
    const eager = await newClient(old);
    const asked = await Promise.all(
      Array.from({ length: 80 }, (_, n) => postForm(both[n % 2 ? 0 : 1], '/oauth/token', GRANT, { client: eager })),
    );
    assert.equal(asked.filter(({ status }) => status === 200).length, 30);
    assert.equal(asked.filter(({ status }) => status === 429).length, 50);

    old.child.kill('SIGTERM');
    const latest = newClient(next);
    assert.equal((await old.ended).code, 0);
    const { client_secret } = await latest;
    assert.match(client_secret, /^cqs_/);
    for (const one of clients.slice(1)) assert.match(await newToken(next, one), /^cqt_/);

    const db = openWritable(join(data.dir, 'state.db'));
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(db.pragma('foreign_key_check'), []);
    db.close();
  });

  it('forget no client, token or registration when the only one is killed and started again', async () => {
    await using data = await temporaryDataDir();
    await data.publish();
    const client = await (async () => {
      await using killed = await startProcess(data.dir);
      for (let n = 0; n < 5; n++) await register(killed, {}, '192.0.2.6');
      return await identified(killed);
    })();
    await using again = await startProcess(data.dir);
    assert.equal((await fetch(`${again.url}${API}/quota`, bearer(client.token))).status, 200);
    assert.equal((await register(again, {}, '192.0.2.6')).status, 429);
  });
});

describe('while the state cannot be reached', () => {
  it('reads without a token go on, and all else is asked to come back', async () => {
    const lines: string[] = [];
    await using data = await temporaryDataDir();
    await data.publish();
    const file = join(data.dir, 'state.db');
    await mkdir(file);
    await using server = await runServer({ dataDir: data.dir, logTo: { write: (line) => lines.push(line) } });
    assert.match(lines.join(''), /server\.state\.unreachable/);
    const anonymous = await server.get('/get_company_info');
    assert.deepEqual([anonymous.status, anonymous.headers.get('ratelimit-remaining')], [200, '59']);

    const ready = await fetch(`${server.url}/readyz`);
    assert.deepEqual([ready.status, (await jsonOf(ready)).state], [503, 'unreachable']);
    assert.equal((await fetch(`${server.url}/livez`)).status, 200);

    const withToken = await server.get('/get_company_info', bearer('cqt_x'));
    assert.deepEqual([withToken.status, (await jsonOf(withToken)).code], [500, 'service_not_ready']);
    assert.equal(withToken.headers.get('retry-after'), '5');
    const registration = await register(server);
    assert.deepEqual([registration.status, (await jsonOf(registration)).error], [500, 'server_error']);
    assert.equal(registration.headers.get('retry-after'), '5');
    assert.ok(lines.some((line) => /http\.request\.failed/.test(line) && /is a folder, not a file/.test(line)));

    await rmdir(file);
    assert.equal((await register(server)).status, 201);
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
  });
});
