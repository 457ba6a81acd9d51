import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Fetched } from '../../../server/oauth/client-documents.ts';
import { authorize, formOf, newProof, openAuthorization, pressButton } from '../../helpers/authorization.ts';
import { movedClock } from '../../helpers/moved-clock.ts';
import { newClient, postForm, register, type Registered } from '../../helpers/oauth.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const CALLBACK = 'https://assistant.example/callback?kind=mcp';
const PUBLIC = {
  client_name: 'Asistente <b>"1"</b>',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  redirect_uris: [CALLBACK, 'http://127.0.0.1/callback', 'http://localhost:1234/cb', 'cursor://anysphere/callback'],
};
const DOCUMENT = 'https://assistant.example/client.json';

const documents = new Map<string, Partial<Fetched>>();
let fetched = 0;
const clock = movedClock();
let server: RunningServer;
let client: Registered;
let proof: ReturnType<typeof newProof>;
before(async () => {
  server = await runServer({
    sources: {
      ...clock.sources,
      fetchClientDocument: (url) => {
        fetched += 1;
        const document = documents.get(url.href);
        if (!document) return Promise.reject(new Error('unreachable'));
        return Promise.resolve({ status: 200, type: 'application/json', cacheControl: '', body: '', ...document });
      },
    },
  });
});
after(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  client = await newClient(server, PUBLIC);
  proof = newProof();
  documents.clear();
});

const request = (more: Readonly<Record<string, string | undefined>> = {}) => ({
  response_type: 'code',
  client_id: client.client_id,
  redirect_uri: CALLBACK,
  code_challenge: proof.challenge,
  code_challenge_method: 'S256',
  state: 'a b&c=ñ',
  ...more,
});

const exchange = (code: string, more: Readonly<Record<string, string>> = {}) =>
  postForm(server, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: client.client_id,
    redirect_uri: CALLBACK,
    code_verifier: proof.verifier,
    ...more,
  });
const refresh = (token: string, more: Readonly<Record<string, string>> = {}) =>
  postForm(server, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: client.client_id,
    ...more,
  });
const newCode = async (more: Readonly<Record<string, string | undefined>> = {}) =>
  (await authorize(server, request(more))).searchParams.get('code') ?? '';
const errorOf = async (answer: Response) => [answer.status, (await jsonOf(answer)).error] as const;
const statusWith = async (token: string) =>
  (await server.get('/quota', { headers: { Authorization: `Bearer ${token}` } })).status;

describe('GET /oauth/authorize', () => {
  it('is one page with one button, without cookies, scripts and frames', async () => {
    const answer = await openAuthorization(server, request());
    const html = await answer.text();
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.equal(answer.headers.get('x-frame-options'), 'DENY');
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    const policy = answer.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.match(policy, /form-action 'self' https:\/\/assistant\.example;/);
    assert.equal(html.match(/<button/g)?.length, 1);
    assert.ok(!/<script/i.test(html));
    assert.ok(html.includes('Asistente &lt;b&gt;&quot;1&quot;&lt;/b&gt;'));
    assert.ok(html.includes('assistant.example'));
    assert.match(html, /<html lang="es">/);
    assert.match(html, />Conectar</);
    assert.equal(formOf(html).get('state'), 'a b&c=ñ');
  });

  it('is in the language of the site', async () => {
    await using english = await runServer({ content: false });
    const own = await newClient(english, PUBLIC);
    const html = await (await openAuthorization(english, request({ client_id: own.client_id }))).text();
    assert.match(html, /<html lang="en">/);
    assert.match(html, />Connect</);
  });

  it('never redirects to an address that is not the client’s', async () => {
    for (const more of [
      { client_id: 'cli_unknown' },
      { client_id: undefined },
      { redirect_uri: undefined },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${CALLBACK}&x=1` },
      { redirect_uri: `${CALLBACK}#x` },
      { redirect_uri: CALLBACK.toUpperCase() },
      { redirect_uri: 'https://assistant.example/callback/../callback?kind=mcp' },
      { redirect_uri: 'http://127.0.0.1.evil.example/callback' },
      { redirect_uri: 'http://127.0.0.1:80@evil.example/callback' },
      { redirect_uri: 'http://localhost/callback' },
      { redirect_uri: 'http://127.0.0.1:8/other' },
      { redirect_uri: 'https://127.0.0.1/callback' },
      { redirect_uri: 'cursor://evil/callback' },
      { redirect_uri: 'javascript:alert(1)' },
    ]) {
      const page = await openAuthorization(server, request(more));
      assert.deepEqual([page.status, page.headers.get('location')], [400, null], JSON.stringify(more));
      assert.match(await page.text(), /No se puede conectar/);
      const answer = await openAuthorization(server, request(more), { Accept: 'application/json' });
      assert.deepEqual(await errorOf(answer), [400, 'invalid_request']);
    }
  });

  it('takes every port of a loopback address, and a scheme of the client’s own', async () => {
    for (const redirect_uri of [
      'http://127.0.0.1:49152/callback',
      'http://127.0.0.1/callback',
      'http://localhost:9/cb',
      'cursor://anysphere/callback',
    ]) {
      const answer = await authorize(server, request({ redirect_uri }));
      assert.ok(answer.href.startsWith(`${redirect_uri}?code=cqa_`), answer.href);
    }
  });

  it('sends other faults to the client, with its state and the issuer', async () => {
    for (const [more, error] of [
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ response_type: undefined }, 'unsupported_response_type'],
      [{ response_mode: 'form_post' }, 'invalid_request'],
      [{ code_challenge: undefined }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: undefined }, 'invalid_request'],
      [{ code_challenge: 'short' }, 'invalid_request'],
      [{ resource: 'https://evil.example' }, 'invalid_target'],
    ] as const) {
      const answer = await openAuthorization(server, request(more));
      assert.equal(answer.status, 303);
      const location = new URL(answer.headers.get('location') ?? '');
      assert.ok(location.href.startsWith(`${CALLBACK}&error=${error}&`), location.href);
      assert.equal(location.searchParams.get('state'), 'a b&c=ñ');
      assert.equal(location.searchParams.get('iss'), 'https://casa.example');
    }
  });

  it('refuses a repeated parameter', async () => {
    const { url } = server;
    const answer = await fetch(`${url}/oauth/authorize?client_id=${client.client_id}&client_id=x`, {
      redirect: 'manual',
    });
    assert.deepEqual(await errorOf(answer), [400, 'invalid_request']);
  });
});

describe('POST /oauth/authorize', () => {
  it('redirects with a code, the state and the issuer', async () => {
    const location = await authorize(server, request());
    assert.ok(location.href.startsWith(`${CALLBACK}&code=cqa_`));
    assert.deepEqual([...location.searchParams.keys()], ['kind', 'code', 'state', 'iss']);
    assert.equal(location.searchParams.get('state'), 'a b&c=ñ');
    assert.equal(location.searchParams.get('iss'), 'https://casa.example');
  });

  it('refuses a form of another site', async () => {
    const html = await (await openAuthorization(server, request())).text();
    for (const site of ['cross-site', 'same-site']) {
      const location = new URL(
        (await pressButton(server, html, { 'Sec-Fetch-Site': site })).headers.get('location') ?? '',
      );
      assert.equal(location.searchParams.get('error'), 'invalid_request');
      assert.equal(location.searchParams.get('code'), null);
    }
  });

  it('admits sixty an hour from one address', async () => {
    const html = await (await openAuthorization(server, request())).text();
    const press = () => pressButton(server, html, { 'X-Forwarded-For': '203.0.113.60' });
    for (let n = 0; n < 60; n++) assert.equal((await press()).status, 303);
    assert.equal((await press()).status, 429);
  });
});

describe('the authorization code grant', () => {
  it('gives a token of the quota of the client, for the resource that was asked for', async () => {
    const code = await newCode({ resource: 'https://casa.example/mcp', scope: 'openid content:read' });
    const answer = await exchange(code, { resource: 'https://casa.example/mcp' });
    const body = await jsonOf(answer);
    assert.equal(answer.status, 200);
    assert.deepEqual(
      [body.token_type, body.expires_in, body.scope, Object.keys(body).length],
      ['Bearer', 3600, 'content:read', 5],
    );
    assert.match(body.access_token, /^cqt_[\w-]{43}$/);
    const { aud, active } = await jsonOf(
      await postForm(server, '/oauth/introspect', { token: body.access_token, client_id: client.client_id }),
    );
    assert.deepEqual([aud, active], ['https://casa.example/mcp', true]);
    assert.equal(await statusWith(body.access_token), 401);
  });

  it('gives a token for the MCP endpoint of ChatGPT alone', async () => {
    const resource = 'https://casa.example/mcp/knowledge';
    const { access_token: token } = await jsonOf(await exchange(await newCode({ resource }), { resource }));
    const list = async (path: string) =>
      await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', Authorization: `Bearer ${token}` },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    assert.equal((await list('/mcp/knowledge')).status, 200);
    const refused = await list('/mcp');
    assert.equal(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /oauth-protected-resource\/mcp"/);
  });

  it('binds a code to its client, redirect URI and challenge', async () => {
    const code = await newCode();
    const other = await newClient(server, PUBLIC);
    for (const more of [
      { client_id: other.client_id },
      { redirect_uri: 'http://127.0.0.1/callback' },
      { redirect_uri: '' },
      { code_verifier: newProof().verifier },
      { code: `${code}x` },
      { code: code.replace('cqa_', 'cqr_') },
    ]) {
      assert.deepEqual(await errorOf(await exchange(code, more)), [400, 'invalid_grant'], JSON.stringify(more));
    }
    assert.equal((await exchange(code)).status, 200);
  });

  it('lets the request leave the redirect URI to a registration with one', async () => {
    client = await newClient(server, { ...PUBLIC, redirect_uris: [CALLBACK] });
    const code = await newCode({ redirect_uri: undefined });
    assert.equal((await exchange(code, { redirect_uri: '' })).status, 200);
  });

  it('is over after sixty seconds', async () => {
    const [one, other] = [await newCode(), await newCode()];
    clock.advance(59);
    assert.equal((await exchange(one)).status, 200);
    clock.advance(1);
    assert.deepEqual(await errorOf(await exchange(other)), [400, 'invalid_grant']);
  });

  it('takes a code once, and takes its tokens back when it comes again', async () => {
    const code = await newCode();
    const { access_token: token, refresh_token: next } = await jsonOf(await exchange(code));
    assert.equal(await statusWith(token), 200);
    assert.deepEqual(await errorOf(await exchange(code)), [400, 'invalid_grant']);
    assert.equal(await statusWith(token), 401);
    assert.deepEqual(await errorOf(await refresh(next)), [400, 'invalid_grant']);
  });

  it('does not use a code up for a request that is wrong otherwise', async () => {
    const code = await newCode({ resource: 'https://casa.example/mcp' });
    const wrong = await exchange(code, { resource: 'https://casa.example' });
    assert.deepEqual(await errorOf(wrong), [400, 'invalid_target']);
    assert.equal((await exchange(code)).status, 200);
  });

  it('gives one of many requests at once the tokens, and none in the end', async () => {
    const code = await newCode();
    const answers = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1);
    for (const answer of answers) {
      if (answer.status === 200) assert.equal(await statusWith((await jsonOf(answer)).access_token), 401);
    }
  });

  it('needs the secret of a confidential client', async () => {
    client = await newClient(server, { ...PUBLIC, token_endpoint_auth_method: 'client_secret_post' });
    const code = await newCode();
    assert.deepEqual(await errorOf(await exchange(code)), [401, 'invalid_client']);
    assert.equal((await exchange(code, { client_secret: client.client_secret })).status, 200);
  });

  it('gives a public client no client credentials', async () => {
    const answer = await postForm(server, '/oauth/token', {
      grant_type: 'client_credentials',
      client_id: client.client_id,
    });
    assert.deepEqual(await errorOf(answer), [400, 'unauthorized_client']);
  });

  it('counts the token requests of a public client for each address', async () => {
    const ask = (from: string) =>
      postForm(
        server,
        '/oauth/token',
        { grant_type: 'authorization_code', client_id: client.client_id },
        { headers: { 'X-Forwarded-For': from } },
      );
    for (let n = 0; n < 30; n++) assert.equal((await ask('203.0.113.70')).status, 400);
    assert.equal((await ask('203.0.113.70')).status, 429);
    assert.equal((await ask('203.0.113.71')).status, 400);
  });
});

describe('refresh tokens', () => {
  const first = async () => await jsonOf(await exchange(await newCode()));

  it('rotate, and may ask for less', async () => {
    let { refresh_token: token } = await first();
    for (let n = 0; n < 4; n++) {
      clock.advance(3500);
      const answer = await refresh(token, n === 2 ? { scope: 'quota:read' } : {});
      const body = await jsonOf(answer);
      assert.equal(answer.status, 200);
      assert.equal(body.scope, n === 2 ? 'quota:read' : 'content:read quota:read');
      assert.notEqual(body.refresh_token, token);
      assert.equal(await statusWith(body.access_token), 200);
      token = body.refresh_token;
    }
  });

  it('revoke the whole grant when one is used twice', async () => {
    const { refresh_token: stolen } = await first();
    const { access_token: token, refresh_token: current } = await jsonOf(await refresh(stolen));
    assert.equal(await statusWith(token), 200);
    assert.deepEqual(await errorOf(await refresh(stolen)), [400, 'invalid_grant']);
    assert.equal(await statusWith(token), 401);
    assert.deepEqual(await errorOf(await refresh(current)), [400, 'invalid_grant']);
  });

  it('are bound to their client and end after ninety days', async () => {
    const { refresh_token: token } = await first();
    const other = await newClient(server, PUBLIC);
    assert.deepEqual(await errorOf(await refresh(token, { client_id: other.client_id })), [400, 'invalid_grant']);
    clock.advance(90 * 86_400);
    assert.deepEqual(await errorOf(await refresh(token)), [400, 'invalid_grant']);
  });

  it('are introspected and revoked with their grant', async () => {
    const { access_token: token, refresh_token: next } = await first();
    const active = async () =>
      (await jsonOf(await postForm(server, '/oauth/introspect', { token: next, client_id: client.client_id }))).active;
    assert.equal(await active(), true);
    assert.equal((await postForm(server, '/oauth/revoke', { token: next, client_id: client.client_id })).status, 200);
    assert.equal(await active(), false);
    assert.equal(await statusWith(token), 401);
    assert.deepEqual(await errorOf(await refresh(next)), [400, 'invalid_grant']);
  });
});

describe('client metadata documents', () => {
  const describeAs = (more: object = {}, fetchedAs: Partial<Fetched> = {}) => {
    const metadata = { ...PUBLIC, client_id: DOCUMENT, redirect_uris: [CALLBACK], ...more };
    documents.set(DOCUMENT, { body: JSON.stringify(metadata), ...fetchedAs });
    client = { client_id: DOCUMENT, client_secret: '' };
  };
  beforeEach(() => clock.advance(86_400));

  it('stand for a registration, and share the quota of their address', async () => {
    describeAs({ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://assistant.example/jwks' });
    const tokens: string[] = [];
    for (let n = 0; n < 2; n++) tokens.push((await jsonOf(await exchange(await newCode()))).access_token);
    const quotas = [];
    for (const token of tokens) {
      quotas.push(await jsonOf(await server.get('/quota', { headers: { Authorization: `Bearer ${token}` } })));
    }
    assert.deepEqual(
      quotas.map((quota) => [quota.client_id, quota.limit, quota.used]),
      [
        [DOCUMENT, 600, 1],
        [DOCUMENT, 600, 2],
      ],
    );
  });

  it('are cached', async () => {
    describeAs({}, { cacheControl: 'max-age=600' });
    const earlier = fetched;
    for (let n = 0; n < 3; n++) await newCode();
    assert.equal(fetched, earlier + 1);
    clock.advance(600);
    await newCode();
    assert.equal(fetched, earlier + 2);
  });

  it('are refused when they are not about their address, are no JSON, are missing, or name no redirect', async () => {
    for (const [more, fetchedAs] of [
      [{ client_id: `${DOCUMENT}?` }, {}],
      [{ redirect_uris: [] }, {}],
      [{ redirect_uris: ['http://assistant.example/cb'] }, {}],
      [{}, { status: 404 }],
      [{}, { status: 301 }],
      [{}, { type: 'text/html' }],
      [{}, { body: '{' }],
      [{}, { body: 'null' }],
    ] as const) {
      clock.advance(86_400);
      describeAs(more, fetchedAs);
      const answer = await openAuthorization(server, request(), { Accept: 'application/json' });
      assert.deepEqual(await errorOf(answer), [400, 'invalid_request']);
    }
  });

  it('are looked for only at an https address in its normal form', async () => {
    const earlier = fetched;
    for (const client_id of [
      'http://assistant.example/client.json',
      'https://assistant.example',
      'https://assistant.example/a/../client.json',
      'https://user@assistant.example/client.json',
      'https://assistant.example/client.json#x',
      'HTTPS://assistant.example/client.json',
    ]) {
      assert.equal((await openAuthorization(server, request({ client_id }))).status, 400);
    }
    assert.equal(fetched, earlier);
  });

  it('are fetched thirty times a minute for one address', async () => {
    const earlier = fetched;
    const ask = (n: number) =>
      openAuthorization(server, request({ client_id: `https://a${n}.example/c` }), {
        'X-Forwarded-For': '203.0.113.80',
      });
    for (let n = 0; n < 30; n++) assert.equal((await ask(n)).status, 400);
    assert.equal((await ask(30)).status, 429);
    assert.equal(fetched, earlier + 30);
  });
});

describe('registration for the authorization code', () => {
  it('keeps exact redirect URIs, and refuses those that no client can own', async () => {
    for (const uri of [
      'http://assistant.example/cb',
      'https://assistant.example/cb#x',
      'https://user:pw@assistant.example/cb',
      'javascript://x/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ms-msdt:/id',
      'https://assistant.example/ñ',
    ]) {
      assert.deepEqual(
        await errorOf(await register(server, { redirect_uris: [uri] })),
        [400, 'invalid_redirect_uri'],
        uri,
      );
    }
  });

  it('answers with the grants that it gave', async () => {
    const of = async (metadata: object) => {
      const body = await jsonOf(await register(server, metadata));
      return [body.grant_types, body.response_types, body.token_endpoint_auth_method];
    };
    const all = ['authorization_code', 'refresh_token', 'client_credentials'];
    const { redirect_uris } = PUBLIC;
    assert.deepEqual(await of(PUBLIC), [['authorization_code', 'refresh_token'], ['code'], 'none']);
    assert.deepEqual(await of({ redirect_uris }), [all, ['code'], 'client_secret_basic']);
    assert.deepEqual(await of({ redirect_uris, grant_types: ['client_credentials'] }), [
      ['client_credentials'],
      [],
      'client_secret_basic',
    ]);
    assert.deepEqual(await of({}), [['client_credentials'], [], 'client_secret_basic']);
  });
});
