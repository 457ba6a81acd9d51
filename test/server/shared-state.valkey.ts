import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { identified, newClient, newToken, postForm, register } from '../helpers/oauth.ts';
import { startMachine } from '../helpers/machine.ts';
import { runProgram } from '../helpers/program.ts';
import { API, jsonOf } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { freePort, startValkey } from '../helpers/valkey-server.ts';

const GRANT = { grant_type: 'client_credentials' };

const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });
const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });

/** Asks both machines in turn, all at once; answers how many got each status. */
async function flood(urls: readonly [string, string], requests: number, init: RequestInit) {
  const answers = await Promise.all(
    Array.from({ length: requests }, (_, n) => fetch(`${urls[n % 2 ? 0 : 1]}${API}/get_company_info`, init)),
  );
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  const statuses = answers.map(({ status }) => status);
  return { ok: statuses.filter((one) => one === 200).length, refused: statuses.filter((one) => one === 429).length };
}

async function untilReady(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200) await nextTurn();
}

describe('two servers with one STATE_URL', () => {
  it('admit together what one alone would, of each caller', async () => {
    await using store = await startValkey();
    await using one = await startMachine(store.url);
    await using two = await startMachine(store.url);
    const urls = [one.url, two.url] as const;
    assert.deepEqual(await flood(urls, 300, from('192.0.2.7')), { ok: 60, refused: 240 });
    assert.deepEqual(await flood(urls, 40, from('192.0.2.8')), { ok: 40, refused: 0 });
    const { token } = await identified(one);
    assert.deepEqual(await flood(urls, 800, bearer(token)), { ok: 600, refused: 200 });
    const quota = await jsonOf(await fetch(`${two.url}/agent/identity`, bearer(token)));
    assert.deepEqual([quota.quota.used, quota.quota.remaining], [600, 0]);

    const registered = await Promise.all(
      Array.from({ length: 20 }, (_, n) => register(n % 2 ? one : two, {}, '192.0.2.9')),
    );
    assert.equal(registered.filter(({ status }) => status === 201).length, 5);
  });

  it('share clients, tokens and revocations at once, and keep nothing on their disks', async () => {
    await using store = await startValkey();
    await using one = await startMachine(store.url);
    await using two = await startMachine(store.url);
    const clients = await Promise.all(Array.from({ length: 40 }, (_, n) => newClient(n % 2 ? one : two)));
    const tokens = await Promise.all(clients.map((client, n) => newToken(n % 2 ? two : one, client)));
    for (const [n, token] of tokens.entries()) {
      assert.equal((await fetch(`${(n % 2 ? one : two).url}${API}/quota`, bearer(token))).status, 200);
    }
    const [client, token] = [clients[0] ?? assert.fail(), tokens[0] ?? assert.fail()];
    await postForm(one, '/oauth/revoke', { token }, { client });
    assert.equal((await fetch(`${two.url}${API}/quota`, bearer(token))).status, 401);

    const status = await runProgram('sync/status.ts', two.env).ended;
    assert.match(status.stdout, /^Clients +40 \(40 new in the last day\), live tokens 39$/m);
    const id = clients[1]?.client_id ?? '';
    const shown = JSON.parse((await runProgram('server/clients.ts', one.env, ['show', id, '--json']).ended).stdout);
    assert.deepEqual([shown.client_id, shown.live_tokens], [id, 1]);
    const revoked = await runProgram('server/clients.ts', two.env, ['revoke', id]).ended;
    assert.deepEqual([revoked.code, existsSync(join(two.dataDir, 'state.db'))], [0, false]);
    assert.equal((await fetch(`${one.url}${API}/quota`, bearer(tokens[1] ?? ''))).status, 401);
    const again = await postForm(two, '/oauth/token', GRANT, { client: clients[1] ?? assert.fail() });
    assert.equal(again.status, 401);

    const kept = String(await store.ask('EVAL', DUMP, '0'));
    assert.ok(kept.includes(client.client_id));
    const secrets = [...tokens, ...clients.map(({ client_secret }) => client_secret)];
    for (const secret of secrets) assert.ok(!`${kept}${one.output()}${two.output()}`.includes(secret));
  });

  it('go on without it for readers without a token, and lose no client when it is killed and started again', async () => {
    await using store = await startValkey(['--appendonly', 'yes', '--appendfsync', 'always']);
    await using one = await startMachine(store.url);
    await using two = await startMachine(store.url);
    const clients = await Promise.all(Array.from({ length: 20 }, () => newClient(one)));
    const token = await newToken(two, clients[0] ?? assert.fail());
    const read = (url: string, init: RequestInit) => fetch(`${url}${API}/get_company_info`, init);
    assert.equal((await read(one.url, from('192.0.2.7'))).headers.get('ratelimit-remaining'), '59');

    await store.kill();
    for (const { url } of [one, two]) {
      const withToken = await read(url, bearer(token));
      assert.deepEqual([withToken.status, withToken.headers.get('retry-after')], [500, '5']);
      assert.equal((await jsonOf(withToken)).code, 'service_not_ready');
      const anonymous = await read(url, from('192.0.2.7'));
      assert.deepEqual([anonymous.status, anonymous.headers.get('ratelimit-remaining')], [200, '59']);
      const ready = await fetch(`${url}/readyz`);
      assert.deepEqual([ready.status, (await jsonOf(ready)).state], [503, 'unreachable']);
      assert.equal((await register({ url })).status, 500);
    }
    await one.printed(/server\.quota\.local/);
    assert.equal(one.output().match(/server\.quota\.local/g)?.length, 1);

    await store.restart();
    await Promise.all([untilReady(one.url), untilReady(two.url)]);
    assert.equal((await read(one.url, bearer(token))).status, 200);
    assert.equal((await read(two.url, from('192.0.2.7'))).headers.get('ratelimit-remaining'), '58');
    for (const client of clients) assert.match(await newToken(two, client), /^cqt_/);
  });

  it('start while it is away, and use it when it comes', async () => {
    await using store = await startValkey(['--requirepass', 'h1dden'], ':h1dden@');
    await store.kill();
    await using one = await startMachine(store.url);
    assert.match(one.output(), /server\.state\.unreachable/);
    assert.equal((await fetch(`${one.url}${API}/get_company_info`)).status, 200);
    const { code, stderr } = await runProgram('server/clients.ts', one.env).ended;
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^clients: The state of the service cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\n$/,
    );
    await store.restart();
    await untilReady(one.url);
    assert.equal((await register(one)).status, 201);

    await using intruder = await startMachine(store.url.replace('h1dden', 'h1ddem'));
    assert.equal((await register(intruder)).status, 500);
    await intruder.printed(/WRONGPASS/);
    assert.doesNotMatch(one.output() + intruder.output(), /h1dde/);
  });
});

describe('a store behind TLS', () => {
  it('is believed only with a certificate of a known authority', async () => {
    await using data = await temporaryDataDir();
    const [key, certificate] = [join(data.dir, 'key.pem'), join(data.dir, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
    const files = ['-keyout', key, '-out', certificate];
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-noenc', ...files, ...subject], {
      stdio: 'ignore',
    });
    const port = await freePort();
    const tls = ['--tls-port', port, '--tls-cert-file', certificate, '--tls-key-file', key, '--tls-auth-clients', 'no'];
    await using _store = await startValkey(tls);
    const env = { DATA_DIR: data.dir, STATE_URL: `rediss://localhost:${port}` };
    const trusted = await runProgram('server/clients.ts', { ...env, NODE_EXTRA_CA_CERTS: certificate }).ended;
    assert.deepEqual([trusted.code, trusted.stdout], [0, '0 clients\n']);
    const strange = await runProgram('server/clients.ts', env).ended;
    assert.deepEqual([strange.code, strange.stdout], [1, '']);
    assert.match(strange.stderr, /cannot be reached: self-signed certificate/);
  });
});

describe('npm run doctor', () => {
  it('asks the store of STATE_URL instead of looking for state.db', async () => {
    await using store = await startValkey();
    await using data = await temporaryDataDir();
    await data.publish();
    const env = { DATA_DIR: data.dir, STATE_URL: store.url };
    const { stdout } = await runProgram('sync/doctor.ts', env).ended;
    assert.match(stdout, /The store of STATE_URL answers and knows 0 client\(s\)/);
    assert.doesNotMatch(stdout, /state\.db|No state yet/);
    await store.kill();
    const away = await runProgram('sync/doctor.ts', env).ended;
    assert.equal(away.code, 1);
    assert.match(away.stdout, /cannot be reached: connect ECONNREFUSED/);
  });
});

const DUMP = `
  local all = {}
  for _, key in ipairs(redis.call('KEYS', '*')) do
    table.insert(all, key)
    local kind = redis.call('TYPE', key).ok
    if kind == 'string' then table.insert(all, redis.call('GET', key))
    elseif kind == 'hash' then table.insert(all, table.concat(redis.call('HGETALL', key), ' '))
    elseif kind == 'list' then table.insert(all, table.concat(redis.call('LRANGE', key, 0, -1), ' '))
    else table.insert(all, table.concat(redis.call('ZRANGE', key, 0, -1), ' ')) end
  end
  return table.concat(all, ' ')
`;
