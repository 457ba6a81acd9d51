import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { parseItem, parseList } from 'structured-headers';
import { movedClock } from '../../helpers/moved-clock.ts';
import { identified, newClient, newToken } from '../../helpers/oauth.ts';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const clock = movedClock();
let server: RunningServer;
before(async () => {
  server = await runServer({ sources: clock.sources });
});
after(() => server[Symbol.asyncDispose]());
// Every quota is full again.
beforeEach(() => clock.advance(120));

const CONTENT = '/search_pages?query=agua';

const call = (path: string, from: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${server.url}${API}${path}`, { method, headers: { 'X-Forwarded-For': from, ...headers } });

/** The quota in the headers of an answer, once they agree with each other. */
function quotaOf({ headers }: Response) {
  const [policy] = parseList(headers.get('ratelimit-policy') ?? '');
  const [state] = parseList(headers.get('ratelimit') ?? '');
  assert.ok(policy && state);
  const [q, w] = [policy[1].get('q'), policy[1].get('w')];
  const [r, t] = [state[1].get('r'), state[1].get('t')];
  assert.equal(policy[0], state[0]);
  assert.equal(typeof policy[0], 'string');
  for (const number of [q, w, r, t]) assert.ok(Number.isInteger(number));
  assert.ok(Number(r) >= 0 && Number(r) <= Number(q));
  assert.ok(Number(t) > 0 && Number(t) <= Number(w));
  assert.deepEqual(
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`)),
    [q, r, t].map(String),
  );
  assert.equal(headers.get('api-version'), '1');
  return { policy: policy[0], limit: q, window: w, remaining: r, reset: t };
}

describe('the anonymous quota', () => {
  it('is 60 requests in 60 seconds from the first one, and says so in every answer', async () => {
    const first = quotaOf(await call(CONTENT, '192.0.2.1'));
    assert.deepEqual(first, { policy: 'anonimo', limit: 60, window: 60, remaining: 59, reset: 60 });
    clock.advance(18.5);
    for (let n = 58; n >= 0; n--) assert.equal(quotaOf(await call(CONTENT, '192.0.2.1')).remaining, n);
    const refused = await call(CONTENT, '192.0.2.1');
    assert.equal(refused.status, 429);
    assert.deepEqual(quotaOf(refused), { policy: 'anonimo', limit: 60, window: 60, remaining: 0, reset: 42 });
    assert.equal(refused.headers.get('retry-after'), '42');
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal(refused.headers.get('www-authenticate'), null);
    clock.advance(41.4);
    assert.equal((await call(CONTENT, '192.0.2.1')).status, 429);
    clock.advance(0.1);
    assert.deepEqual(quotaOf(await call(CONTENT, '192.0.2.1')), { ...first });
  });

  it('names to an agent the two calls that raise it', async () => {
    for (let n = 0; n < 60; n++) await call(CONTENT, '192.0.2.1');
    const { code, data } = await jsonOf(await call(CONTENT, '192.0.2.1'));
    assert.equal(code, 'rest_too_many_requests');
    assert.deepEqual([data.status, data.retry_after], [429, 60]);
    assert.match(
      data.hint,
      /POST https:\/\/casa\.example\/oauth\/register.*POST https:\/\/casa\.example\/oauth\/token/,
    );
    assert.match(data.hint, /600 requests per minute/);
  });

  it('counts 400, 404, 304, 406 and HEAD, but not 401, 403, 405 and OPTIONS', async () => {
    const etag = (await call(CONTENT, '192.0.2.1')).headers.get('etag') ?? '';
    const counted = [
      [await call('/search_pages', '192.0.2.1'), 400],
      [await call('/read_page?url=/nada', '192.0.2.1'), 404],
      [await call(CONTENT, '192.0.2.1', { 'If-None-Match': etag }), 304],
      [await call(CONTENT, '192.0.2.1', { Accept: 'text/html' }), 406],
      [await call(CONTENT, '192.0.2.1', {}, 'HEAD'), 200],
      [await call(`${CONTENT}&access_token=x`, '192.0.2.1'), 400],
    ] as const;
    for (const [index, [answer, status]] of counted.entries()) {
      assert.equal(answer.status, status);
      assert.equal(quotaOf(answer).remaining, 58 - index);
    }
    const { client } = await identified(server);
    const narrow = await newToken(server, client, { scope: 'content:read' });
    const uncounted = [
      [await call(CONTENT, '192.0.2.1', { Authorization: 'Bearer x' }), 401],
      [await call('/quota', '192.0.2.1', { Authorization: `Bearer ${narrow}` }), 403],
      [await call(CONTENT, '192.0.2.1', {}, 'DELETE'), 405],
      [await call(CONTENT, '192.0.2.1', {}, 'OPTIONS'), 204],
      [await call('/nada', '192.0.2.1'), 404],
    ] as const;
    for (const [answer, status] of uncounted) {
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('ratelimit'), null);
    }
    assert.equal(quotaOf(await call('', '192.0.2.1')).remaining, 53);
    assert.equal(quotaOf(await call(CONTENT, '192.0.2.1')).remaining, 52);
  });

  it('is one for all content operations, and one for each address', async () => {
    for (const path of [CONTENT, '/read_page?url=/', '/get_company_info']) await call(path, '192.0.2.1');
    assert.equal(quotaOf(await call(CONTENT, '192.0.2.1')).remaining, 56);
    assert.equal(quotaOf(await call(CONTENT, '192.0.2.2')).remaining, 59);
    assert.equal(quotaOf(await call(CONTENT, '2001:db8::1')).remaining, 59);
    assert.equal(quotaOf(await call(CONTENT, '2001:db8::2')).remaining, 58);
  });

  it('admits exactly 60 of 500 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 500 }, () => call(CONTENT, '192.0.2.1')));
    const admitted = answers.filter(({ status }) => status === 200);
    assert.equal(admitted.length, 60);
    assert.equal(answers.filter(({ status }) => status === 429).length, 440);
    const left = admitted.map((answer) => quotaOf(answer).remaining).toSorted((a, b) => Number(a) - Number(b));
    assert.deepEqual(
      left,
      Array.from({ length: 60 }, (_, n) => n),
    );
  });

  it('admits 500 requests at once from as many addresses', async () => {
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => call(CONTENT, `198.51.${n >> 8}.${n & 255}`)),
    );
    assert.ok(answers.every((answer) => answer.status === 200 && quotaOf(answer).remaining === 59));
  });
});

describe('the identified quota', () => {
  it('is 600 requests in 60 seconds for a client, from wherever and with whichever of its tokens', async () => {
    const { client, headers } = await identified(server);
    const first = quotaOf(await call(CONTENT, '192.0.2.1', headers));
    assert.deepEqual(first, { policy: 'identificado', limit: 600, window: 60, remaining: 599, reset: 60 });
    const other = { Authorization: `Bearer ${await newToken(server, client)}` };
    assert.equal(quotaOf(await call(CONTENT, '192.0.2.2', other)).remaining, 598);
    assert.equal(quotaOf(await call(CONTENT, '192.0.2.1')).remaining, 59);
  });

  it('counts 500 requests at once exactly, and refuses the 601st', async () => {
    const { headers } = await identified(server);
    const many = (n: number) => Promise.all(Array.from({ length: n }, () => call(CONTENT, '192.0.2.1', headers)));
    assert.ok((await many(500)).every(({ status }) => status === 200));
    assert.equal((await many(101)).filter(({ status }) => status === 429).length, 1);
    const refused = await call('/quota', '192.0.2.1', headers);
    assert.equal(refused.status, 429);
    assert.equal(quotaOf(refused).policy, 'identificado');
    assert.doesNotMatch((await jsonOf(refused)).data.hint, /register/);
    clock.advance(60);
    assert.equal((await call(CONTENT, '192.0.2.1', headers)).status, 200);
  });

  it('needs content:read to read, and any token to ask after itself', async () => {
    const token = await newToken(server, await newClient(server), { scope: 'quota:read' });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await call(CONTENT, '192.0.2.1', headers);
    assert.equal(answer.status, 200);
    assert.deepEqual([quotaOf(answer).policy, quotaOf(answer).remaining], ['anonimo', 59]);
    const quota = await call('/quota', '192.0.2.1', headers);
    const { policy, limit, used } = await jsonOf(quota);
    assert.deepEqual([quotaOf(quota).policy, policy, limit, used], ['identificado', 'identificado', 600, 1]);
    for (let n = 0; n < 59; n++) await call(CONTENT, '192.0.2.1', headers);
    const refused = await call(CONTENT, '192.0.2.1', headers);
    assert.match((await jsonOf(refused)).data.hint, /scope=content:read quota:read at https:/);
  });
});

describe('GET {base_url}/quota', () => {
  it('counts itself, and agrees with its headers and with /agent/identity', async () => {
    const { client, headers } = await identified(server);
    for (let n = 0; n < 4; n++) await call(CONTENT, '192.0.2.1', headers);
    clock.advance(12.2);
    const answer = await call('/quota', '192.0.2.1', headers);
    const quota = await jsonOf(answer);
    assert.deepEqual(quota, {
      client_id: client.client_id,
      scope: 'content:read quota:read',
      policy: 'identificado',
      limit: 600,
      window_seconds: 60,
      used: 5,
      remaining: 595,
      reset_seconds: 48,
    });
    const { policy, limit, window, remaining, reset } = quotaOf(answer);
    assert.deepEqual(
      [policy, limit, window, remaining, reset],
      [quota.policy, quota.limit, quota.window_seconds, quota.remaining, quota.reset_seconds],
    );
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(answer.headers.get('etag'), null);
    const identity = await fetch(`${server.url}/agent/identity`, { headers });
    assert.deepEqual((await jsonOf(identity)).quota, quota);
    assert.deepEqual(quotaOf(identity), quotaOf(answer));
  });

  it('wants a token: 401 with the calls that get one, and a challenge that names no error', async () => {
    const answer = await call('/quota', '192.0.2.1');
    const body = await jsonOf(answer);
    assert.deepEqual([answer.status, body.code], [401, 'rest_not_logged_in']);
    assert.match(body.data.hint, /https:\/\/casa\.example\/oauth\/register.*https:\/\/casa\.example\/oauth\/token/);
    assert.equal(
      answer.headers.get('www-authenticate'),
      'Bearer realm="agentes", resource_metadata="https://casa.example/.well-known/oauth-protected-resource/wp-json/agentes/v1", scope="content:read quota:read"',
    );
  });

  it('wants the scope quota:read: 403 that says so', async () => {
    const token = await newToken(server, await newClient(server), { scope: 'content:read' });
    const answer = await call('/quota', '192.0.2.1', { Authorization: `Bearer ${token}` });
    const body = await jsonOf(answer);
    assert.deepEqual([answer.status, body.code], [403, 'rest_forbidden']);
    assert.equal(body.data.required_scope, 'content:read quota:read');
    assert.match(body.data.hint, /https:\/\/casa\.example\/oauth\/token .* scope=content:read quota:read/);
    assert.match(
      answer.headers.get('www-authenticate') ?? '',
      /^Bearer realm="agentes", error="insufficient_scope", resource_metadata=".*", scope="content:read quota:read"$/,
    );
  });
});

describe('a version that is being withdrawn', () => {
  const ENV = { API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-07-02T00:00:00Z' };

  it('says so in every answer of v1, whatever its status', async () => {
    await using leaving = await runServer({ env: ENV });
    const answers = [
      await leaving.get(''),
      await leaving.get(CONTENT),
      await leaving.get('/search_pages'),
      await leaving.get('/quota'),
      await leaving.get('/nada'),
      await leaving.get(CONTENT, { method: 'PUT' }),
      await leaving.get(CONTENT, { method: 'OPTIONS' }),
      await fetch(`${leaving.url}/agent/identity`),
      await fetch(`${leaving.url}/mcp`, { method: 'POST', body: '{}' }),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 400, 401, 404, 405, 204, 401, 415],
    );
    for (const { headers } of answers) {
      assert.equal(headers.get('deprecation'), '@1798761600');
      assert.deepEqual(parseItem(headers.get('deprecation') ?? '')[0], new Date('2027-01-01'));
      assert.equal(headers.get('sunset'), 'Fri, 02 Jul 2027 00:00:00 GMT');
      assert.match(headers.get('link') ?? '', /<https:\/\/casa\.example\/auth\.md#versiones>; rel="deprecation"$/);
      assert.equal(headers.get('api-version'), '1');
    }
    const elsewhere = await fetch(`${leaving.url}/livez`);
    assert.equal(elsewhere.headers.get('deprecation'), null);
  });

  it('links to the page that the operator names', async () => {
    const url = 'https://casa.example/novedades/';
    await using leaving = await runServer({ env: { ...ENV, API_DEPRECATION_URL: url } });
    assert.ok((await leaving.get('')).headers.get('link')?.endsWith(`, <${url}>; rel="deprecation"`));
  });

  it('is not v1 today', async () => {
    const { headers } = await call(CONTENT, '192.0.2.1');
    for (const name of ['deprecation', 'sunset', 'link']) assert.equal(headers.get(name), null);
  });
});
