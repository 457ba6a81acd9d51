import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { movedClock } from '../../helpers/moved-clock.ts';
import { newToken, register, type Registered } from '../../helpers/oauth.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const clock = movedClock();
let server: RunningServer;
before(async () => {
  server = await runServer({ sources: clock.sources });
});
after(() => server[Symbol.asyncDispose]());

async function accepted(metadata: unknown) {
  const answer = await register(server, metadata);
  assert.equal(answer.status, 201);
  return await jsonOf(answer);
}

async function refused(metadata: unknown, error = 'invalid_client_metadata') {
  const answer = await register(server, metadata);
  const body = await jsonOf(answer);
  assert.deepEqual([answer.status, body.error], [400, error], JSON.stringify(metadata));
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.equal(answer.headers.get('www-authenticate'), null);
}

/** A client of a person's, such as command lines and editors have. */
const CODE_CLIENT = {
  client_name: 'Editor',
  redirect_uris: ['http://127.0.0.1:3334/callback'],
  grant_types: ['authorization_code', 'refresh_token'] as string[] | undefined,
  response_types: ['code'],
  token_endpoint_auth_method: 'none' as string | undefined,
  scope: 'mcp',
};

describe('POST /oauth/register', () => {
  it('makes a client of an empty object, with every member that clients look for', async () => {
    const answer = await register(server, {});
    assert.equal(answer.status, 201);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('pragma')], ['no-store', 'no-cache']);
    assert.equal(answer.headers.get('api-version'), '1');
    const body = await jsonOf(answer);
    assert.match(body.client_id, /^cli_[\w-]{22}$/);
    assert.match(body.client_secret, /^cqs_[\w-]{43}$/);
    assert.deepEqual(body, {
      client_id: body.client_id,
      client_secret: body.client_secret,
      client_id_issued_at: clock.now().getTime() / 1000,
      client_secret_expires_at: 0,
      grant_types: ['client_credentials'],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'content:read quota:read',
    });
  });

  it('keeps the metadata it knows and ignores the rest', async () => {
    const body = await accepted({
      client_name: '  Asistente de reformas  ',
      contacts: ['ops@example.com'],
      grant_types: ['authorization_code', 'client_credentials'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: ['https://example.com/callback'],
      logo_uri: 'https://example.com/logo.png',
      scope: 'quota:read admin',
    });
    assert.equal(body.client_name, 'Asistente de reformas');
    assert.deepEqual(body.contacts, ['ops@example.com']);
    const grants = ['authorization_code', 'refresh_token', 'client_credentials'];
    assert.deepEqual([body.grant_types, body.response_types], [grants, ['code']]);
    assert.equal(body.token_endpoint_auth_method, 'client_secret_post');
    assert.equal(body.scope, 'quota:read');
    assert.deepEqual(body.redirect_uris, ['https://example.com/callback']);
    assert.ok(!('logo_uri' in body));
  });

  it('refuses a name without 1 to 100 visible characters', async () => {
    for (const name of ['', '   ', 'a'.repeat(101), 'a\u0007b', 7]) await refused({ client_name: name });
    await accepted({ client_name: '🔧'.repeat(100) });
  });

  it('refuses contacts that are not up to five e-mail addresses', async () => {
    const six = Array.from({ length: 6 }, (_, n) => `a${n}@example.com`);
    for (const contacts of ['ops@example.com', six, ['nobody'], [1], [`${'a'.repeat(250)}@x.es`]])
      await refused({ contacts });
    await accepted({ contacts: Array.from({ length: 5 }, () => `${'a'.repeat(249)}@x.es`) });
  });

  it('gives the grant, authentication method and scopes it has instead of those it has not, and they work', async () => {
    for (const metadata of [
      { ...CODE_CLIENT, token_endpoint_auth_method: 'client_secret_post' },
      { ...CODE_CLIENT, token_endpoint_auth_method: undefined, scope: '' },
      { ...CODE_CLIENT, grant_types: undefined },
      { ...CODE_CLIENT, grant_types: [] },
      { ...CODE_CLIENT, grant_types: ['authorization_code', 'client_credentials'], scope: 'openid offline_access' },
    ]) {
      const client = await accepted(metadata);
      assert.deepEqual([client.grant_types[0], client.response_types], ['authorization_code', ['code']]);
      const { token_endpoint_auth_method: method = 'client_secret_basic' } = metadata;
      assert.equal(client.token_endpoint_auth_method, method);
      assert.equal(client.scope, 'content:read quota:read');
      assert.match(await newToken(server, client as Registered), /^cqt_/);
    }
  });

  it('refuses a public client that has only the code, and nowhere to send it', async () => {
    await refused({ ...CODE_CLIENT, redirect_uris: undefined }, 'invalid_redirect_uri');
    await refused({ ...CODE_CLIENT, redirect_uris: [] }, 'invalid_redirect_uri');
  });

  it('refuses authentication methods it does not have', async () => {
    for (const method of ['private_key_jwt', 'tls_client_auth', ''])
      await refused({ token_endpoint_auth_method: method });
    await refused({ scope: 7 });
  });

  it('refuses a redirect URI that is none', async () => {
    await refused({ redirect_uris: ['/callback'] }, 'invalid_redirect_uri');
  });

  it('refuses what is not a JSON object', async () => {
    for (const body of ['', 'hola', '[]', '"x"', 'null', '{']) await refused(body);
  });

  it('refuses a body that is not UTF-8', async () => {
    const answer = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '192.0.2.10' },
      body: Buffer.from('{"client_name":"Peña"}', 'latin1'),
    });
    assert.deepEqual([answer.status, (await jsonOf(answer)).error], [400, 'invalid_request']);
  });

  it('refuses a form, and a body of more than 8 KiB', async () => {
    const form = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '192.0.2.9' },
      body: new URLSearchParams({ client_name: 'x' }),
    });
    assert.deepEqual([form.status, (await jsonOf(form)).error], [400, 'invalid_client_metadata']);
    const large = await register(server, { client_name: 'x', note: 'a'.repeat(9000) });
    assert.equal(large.status, 413);
    assert.equal(typeof (await jsonOf(large)).error, 'string');
  });

  it('admits five an hour from one address, counting only those that succeed', async () => {
    const from = '203.0.113.5';
    for (let n = 0; n < 3; n++) assert.equal((await register(server, [], from)).status, 400);
    for (let n = 0; n < 5; n++) {
      const { status, headers } = await register(server, {}, from);
      assert.deepEqual([status, headers.get('ratelimit')], [201, `"anonimo";r=${4 - n};t=3600`]);
      assert.equal(headers.get('ratelimit-policy'), '"anonimo";q=5;w=3600');
    }
    clock.advance(600);
    const sixth = await register(server, {}, from);
    assert.equal(sixth.status, 429);
    assert.equal(sixth.headers.get('retry-after'), '3000');
    assert.equal((await jsonOf(sixth)).error, 'temporarily_unavailable');
    assert.equal(sixth.headers.get('ratelimit'), '"anonimo";r=0;t=3000');
    assert.equal((await register(server, {}, '203.0.113.6')).status, 201);
    clock.advance(2999);
    assert.equal((await register(server, {}, from)).status, 429);
    clock.advance(1);
    assert.equal((await register(server, {}, from)).status, 201);
  });

  it('admits thirty malformed attempts an hour from one address', async () => {
    const from = '203.0.113.7';
    for (let n = 0; n < 30; n++) assert.equal((await register(server, '{', from)).status, 400);
    const limited = await register(server, '{', from);
    assert.deepEqual([limited.status, limited.headers.get('ratelimit-limit')], [429, '30']);
    assert.equal((await register(server, {}, from)).status, 201);
  });

  it('counts an IPv6 household as one address', async () => {
    for (let n = 1; n <= 5; n++) assert.equal((await register(server, {}, `2001:db8:1:2::${n}`)).status, 201);
    assert.equal((await register(server, {}, '2001:db8:1:2:ffff::1')).status, 429);
    assert.equal((await register(server, {}, '2001:db8:1:3::1')).status, 201);
  });

  it('admits twenty an hour from an IPv6 /56, and sixty from a /48, however many networks they have', async () => {
    const admitted = async (networks: readonly string[]) => {
      const statuses: number[] = [];
      for (const network of networks) {
        for (let n = 1; n <= 5; n++) statuses.push((await register(server, {}, `${network}::${n}`)).status);
      }
      return statuses.filter((status) => status === 201).length;
    };
    const ofHome = (home: string) => ['00', '01', '02', '03', 'fe', 'ff'].map((last) => `2001:db8:9:${home}${last}`);
    assert.equal(await admitted(ofHome('a')), 20);
    assert.equal((await register(server, {}, '2001:db8:9:aaa::1')).headers.get('retry-after'), '3600');
    assert.equal(await admitted([...ofHome('b'), ...ofHome('c'), ...ofHome('d')]), 40);
    assert.equal((await register(server, {}, '2001:db8:8:a00::1')).status, 201);
  });

  it('does not count for the network what it refuses to one of its addresses', async () => {
    for (let n = 0; n < 30; n++) await register(server, {}, '2001:db8:7:a00::1');
    assert.equal((await register(server, {}, '2001:db8:7:a01::1')).status, 201);
  });

  it('is not for GET', async () => {
    const answer = await fetch(`${server.url}/oauth/register`);
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST, OPTIONS');
  });
});
