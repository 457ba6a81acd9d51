import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { movedClock } from '../../helpers/moved-clock.ts';
import { basic, newClient, newToken, postForm, type Registered } from '../../helpers/oauth.ts';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const GRANT = { grant_type: 'client_credentials' };
const DAY = 86_400;

const clock = movedClock();
let server: RunningServer;
let client: Registered;
before(async () => {
  server = await runServer({ sources: clock.sources });
});
after(() => server[Symbol.asyncDispose]());

/** Asks for a token as a fresh client, and checks the refusal. */
async function refused(
  form: Parameters<typeof postForm>[2],
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
) {
  client = await newClient(server);
  const answer = await postForm(server, '/oauth/token', form, { client, headers });
  const body = await jsonOf(answer);
  assert.deepEqual([answer.status, body.error], [status, error]);
  assert.match(body.error_description, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
  assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('pragma')], ['no-store', 'no-cache']);
  assert.equal(answer.headers.has('www-authenticate'), status === 401);
  return body;
}

describe('POST /oauth/token', () => {
  it('issues an opaque bearer token for an hour', async () => {
    const answer = await postForm(server, '/oauth/token', GRANT, { client: await newClient(server) });
    assert.equal(answer.status, 200);
    assert.deepEqual([answer.headers.get('cache-control'), answer.headers.get('pragma')], ['no-store', 'no-cache']);
    const body = await jsonOf(answer);
    assert.match(body.access_token, /^cqt_[\w-]{43}$/);
    assert.deepEqual(body, {
      access_token: body.access_token,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'content:read quota:read',
    });
  });

  it('tolerates a charset in the content type', async () => {
    const headers = { 'Content-Type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' };
    const answer = await postForm(server, '/oauth/token', GRANT, { client: await newClient(server), headers });
    assert.equal(answer.status, 200);
  });

  it('grants the scope that was asked for, and all of the client for none', async () => {
    const of = async (form: Record<string, string>) =>
      (await jsonOf(await postForm(server, '/oauth/token', { ...GRANT, ...form }, { client: await newClient(server) })))
        .scope;
    assert.equal(await of({ scope: 'quota:read' }), 'quota:read');
    assert.equal(await of({ scope: 'quota:read content:read' }), 'content:read quota:read');
    assert.equal(await of({ scope: '' }), 'content:read quota:read');
  });

  it('is not for GET', async () => {
    const answer = await fetch(`${server.url}/oauth/token?grant_type=client_credentials`);
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'POST, OPTIONS');
    assert.equal((await jsonOf(answer)).error, 'invalid_request');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  });

  it('answers a preflight, so that agents in browsers can ask', async () => {
    const answer = await fetch(`${server.url}/oauth/token`, { method: 'OPTIONS' });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-methods'), 'POST, OPTIONS');
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  });

  it('refuses a JSON body', async () => {
    const json = { 'Content-Type': 'application/json' };
    const body = await refused(JSON.stringify(GRANT), 400, 'invalid_request', json);
    assert.match(body.error_description, /content type/);
  });

  it('refuses credentials in the address', async () => {
    const { client_id, client_secret } = await newClient(server);
    for (const query of [`client_id=${client_id}`, `client_secret=${client_secret}`, 'grant_type=x', 'token=x']) {
      const answer = await postForm(server, `/oauth/token?${query}`, { ...GRANT, client_id, client_secret });
      const body = await jsonOf(answer);
      assert.deepEqual([answer.status, body.error], [400, 'invalid_request']);
      assert.match(body.error_description, /never in the URL/);
    }
  });

  it('refuses a repeated parameter', async () => {
    for (const form of [
      'grant_type=client_credentials&grant_type=client_credentials',
      'grant_type=client_credentials&x=1&x=2',
    ]) {
      assert.match((await refused(form, 400, 'invalid_request')).error_description, /more than once/);
    }
  });

  it('refuses a missing or empty grant_type', async () => {
    await refused('', 400, 'invalid_request');
    await refused('grant_type=', 400, 'invalid_request');
  });

  it('refuses other grants', async () => {
    for (const grant_type of ['password', 'implicit', 'Client_Credentials']) {
      await refused({ grant_type }, 400, 'unsupported_grant_type');
    }
  });

  it('refuses an unknown, unregistered or unreadable scope', async () => {
    for (const scope of ['admin', 'content:read admin', 'content:read  quota:read', 'contenido:leér', 'a"b']) {
      await refused({ ...GRANT, scope }, 400, 'invalid_scope');
    }
    const narrow = await newClient(server, { scope: 'quota:read' });
    const answer = await postForm(server, '/oauth/token', { ...GRANT, scope: 'content:read' }, { client: narrow });
    assert.equal((await jsonOf(answer)).error, 'invalid_scope');
  });

  it('refuses a resource that is not of this server', async () => {
    for (const resource of ['https://otra.example', 'https://casa.example/otra', 'mcp', 'https://casa.example#x']) {
      await refused({ ...GRANT, resource }, 400, 'invalid_target');
    }
    await refused('grant_type=client_credentials&resource=https://casa.example&resource=x', 400, 'invalid_target');
  });

  it('refuses broken percent-encoding and a body of more than 16 KiB', async () => {
    await refused('grant_type=%zz', 400, 'invalid_request');
    await refused({ ...GRANT, note: 'a'.repeat(17_000) }, 413, 'invalid_request');
  });

  it('describes every refusal in printable ASCII, whatever it was sent', async () => {
    const hostile = '"\\é\u0000\r\nñ<script>';
    for (const name of ['grant_type', 'scope', 'resource', 'client_id', 'client_secret']) {
      const form: Record<string, string> = { ...GRANT, [name]: hostile };
      const answer = await postForm(server, '/oauth/token', form, { client: await newClient(server) });
      const body = await jsonOf(answer);
      assert.ok(answer.status >= 400, name);
      assert.match(body.error_description, /^[\x20-\x21\x23-\x5B\x5D-\x7E]+$/);
    }
  });

  it('admits thirty requests a minute for one client', async () => {
    const busy = await newClient(server);
    const first = await postForm(server, '/oauth/token', GRANT, { client: busy });
    assert.deepEqual(
      ['ratelimit-policy', 'ratelimit', 'ratelimit-limit'].map((name) => first.headers.get(name)),
      ['"identificado";q=30;w=60', '"identificado";r=29;t=60', '30'],
    );
    for (let n = 1; n < 30; n++) await newToken(server, busy);
    clock.advance(20);
    const answer = await postForm(server, '/oauth/token', GRANT, { client: busy });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '40');
    assert.equal(answer.headers.get('ratelimit'), '"identificado";r=0;t=40');
    assert.equal((await jsonOf(answer)).error, 'temporarily_unavailable');
    await newToken(server, await newClient(server));
    clock.advance(40);
    await newToken(server, busy);
  });

  it('keeps the fifty newest tokens of a client', async () => {
    const many = await newClient(server);
    const tokens: string[] = [];
    for (let n = 0; n < 52; n++) {
      if (n === 30) clock.advance(60);
      tokens.push(await newToken(server, many));
    }
    const status = async (token = '') =>
      (await server.get('/get_company_info', { headers: { Authorization: `Bearer ${token}` } })).status;
    assert.deepEqual(await Promise.all([1, 2, 51].map((n) => status(tokens[n]))), [401, 200, 200]);
  });
});

describe('an access token', () => {
  const quota = async (token: string) =>
    (await fetch(`${server.url}${API}/quota`, { headers: { Authorization: `Bearer ${token}` } })).status;

  it('lasts 3600 seconds', async () => {
    const token = await newToken(server, await newClient(server));
    clock.advance(3599);
    assert.equal(await quota(token), 200);
    clock.advance(1);
    assert.equal(await quota(token), 401);
  });
});

describe('a registered client', () => {
  const ask = async (one: Registered) => (await postForm(server, '/oauth/token', GRANT, { client: one })).status;

  it('is recycled 180 days after its last token request', async () => {
    const used = await newClient(server);
    clock.advance(179 * DAY);
    assert.equal(await ask(used), 200);
    clock.advance(180 * DAY - 1);
    assert.equal(await ask(used), 200);
    clock.advance(180 * DAY);
    const answer = await postForm(server, '/oauth/token', GRANT, { client: used });
    assert.deepEqual([answer.status, (await jsonOf(answer)).error], [401, 'invalid_client']);
  });

  it('is recycled 180 days after registration when it never asked for a token', async () => {
    const idle = await newClient(server);
    clock.advance(180 * DAY);
    assert.equal(await ask(idle), 401);
  });

  it('is not kept by requests that fail', async () => {
    const failing = await newClient(server);
    clock.advance(90 * DAY);
    const refusal = await postForm(server, '/oauth/token', { grant_type: 'password' }, { client: failing });
    assert.equal(refusal.status, 400);
    clock.advance(90 * DAY);
    assert.equal(await ask(failing), 401);
  });
});

describe('client authentication', () => {
  const ask = async (form: Record<string, string>, authorization?: string) => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const answer = await postForm(
      server,
      '/oauth/token',
      { ...GRANT, ...form },
      { headers: { ...headers, 'X-Forwarded-For': from() } },
    );
    return { status: answer.status, error: (await jsonOf(answer)).error as string | undefined, answer };
  };
  let addresses = 0;
  const from = () => `203.0.113.${(addresses += 1)}`;

  it('takes Basic raw and percent-encoded', async () => {
    const { client_id, client_secret } = await newClient(server);
    const encode = (text: string) =>
      text.replaceAll(/[-_]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    assert.equal((await ask({}, basic(client_id, client_secret))).status, 200);
    assert.equal((await ask({}, basic(encode(client_id), encode(client_secret)))).status, 200);
    assert.equal((await ask({}, basic(client_id, client_secret).replace('Basic', 'bAsIc'))).status, 200);
  });

  it('takes the credentials in the body, whatever method was registered', async () => {
    for (const method of ['client_secret_basic', 'client_secret_post']) {
      const { client_id, client_secret } = await newClient(server, { token_endpoint_auth_method: method });
      assert.equal((await ask({ client_id, client_secret })).status, 200);
      assert.equal((await ask({}, basic(client_id, client_secret))).status, 200);
    }
  });

  it('refuses Basic together with a secret in the body', async () => {
    const { client_id, client_secret } = await newClient(server);
    assert.equal((await ask({ client_secret }, basic(client_id, client_secret))).error, 'invalid_request');
  });

  it('takes a client_id in the body beside Basic when it is the same, and refuses another', async () => {
    const { client_id, client_secret } = await newClient(server);
    assert.equal((await ask({ client_id }, basic(client_id, client_secret))).status, 200);
    const other = await ask({ client_id: 'cli_other' }, basic(client_id, client_secret));
    assert.deepEqual([other.status, other.error], [400, 'invalid_request']);
  });

  it('answers 401 with a challenge and one message, whatever is wrong', async () => {
    const { client_id, client_secret } = await newClient(server);
    const messages = new Set<string>();
    for (const authorization of [
      basic(client_id, 'cqs_wrong'),
      basic('cli_unknown', client_secret),
      basic(client_id, `${client_secret}:x`),
      basic(client_id, '%zz'),
      basic(client_id, ''),
      'Basic !!!',
      'Basic',
      'Basic bm9jb2xvbg==',
      `Bearer ${client_secret}`,
      '',
    ]) {
      const answer = await postForm(server, '/oauth/token', GRANT, {
        headers: { Authorization: authorization, 'X-Forwarded-For': from() },
      });
      const body = await jsonOf(answer);
      assert.deepEqual([answer.status, body.error], [401, 'invalid_client'], authorization);
      assert.match(
        body.error_description,
        /send client_id and client_secret by HTTP Basic.*POST \/oauth\/register gives them$/,
      );
      assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="oauth", charset="UTF-8"');
      messages.add(body.error_description);
    }
    for (const form of [{}, { client_id }, { client_secret }, { client_id, client_secret: 'x' }]) {
      const { status, error } = await ask(form);
      assert.deepEqual([status, error], [401, 'invalid_client']);
    }
    assert.equal(messages.size, 1);
  });

  it('admits thirty failures a minute from one address, and does not lock out those who succeed', async () => {
    const known = await newClient(server);
    const headers = { 'X-Forwarded-For': '192.0.2.77' };
    const wrong = { ...known, client_secret: 'cqs_wrong' };
    const fail = (path: string) => postForm(server, path, { ...GRANT, token: 'x' }, { client: wrong, headers });
    for (let n = 0; n < 10; n++) {
      for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect']) {
        assert.equal((await fail(path)).status, 401);
      }
    }
    const throttled = await fail('/oauth/token');
    assert.deepEqual([throttled.status, (await jsonOf(throttled)).error], [429, 'temporarily_unavailable']);
    assert.ok(Number(throttled.headers.get('retry-after')) > 0);
    assert.equal(throttled.headers.get('www-authenticate'), null);
    assert.equal((await postForm(server, '/oauth/token', GRANT, { client: known, headers })).status, 200);
  });
});
