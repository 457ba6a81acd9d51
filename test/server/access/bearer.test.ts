import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parseRaw, sendRaw } from '../../helpers/raw-http.ts';
import { identified, newClient, newToken, postForm } from '../../helpers/oauth.ts';
import { API, jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';

const PUBLIC = ['/search_pages?query=agua', '/read_page?url=/', '/get_company_info'];
const METADATA = 'https://casa.example/.well-known/oauth-protected-resource';

let server: RunningServer;
let token: string;
before(async () => {
  server = await runServer();
  ({ token } = await identified(server));
});
after(() => server[Symbol.asyncDispose]());

async function invalidToken(answer: Response, what: string) {
  const body = await jsonOf(answer);
  assert.deepEqual([answer.status, body.code, body.data.status], [401, 'rest_invalid_token', 401], what);
  assert.equal(typeof body.data.hint, 'string');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  const challenge = answer.headers.get('www-authenticate') ?? '';
  assert.match(
    challenge,
    /^Bearer realm="agentes", error="invalid_token", error_description="[ !#-[\]-~]+", resource_/,
  );
  assert.ok(challenge.includes(`resource_metadata="${METADATA}/wp-json/agentes/v1"`));
  assert.equal(answer.headers.get('ratelimit'), null);
}

describe('a credential that is offered', () => {
  it('is never treated as anonymous: every operation answers 401 to a bad token', async () => {
    for (const path of [...PUBLIC, '/quota', '/read_page?url=/nada', '/search_pages']) {
      for (const bad of ['cqt_nothing', `${token}x`, token.slice(0, -1), 'a b', '"', token.toUpperCase()]) {
        await invalidToken(await server.get(path, { headers: { Authorization: `Bearer ${bad}` } }), `${path} ${bad}`);
      }
    }
  });

  it('is refused when it is empty, of another scheme, or a scheme without a token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Token abc', `DPoP ${token}`, token]) {
      const answer = await server.get('/get_company_info', { headers: { Authorization: authorization } });
      await invalidToken(answer, authorization);
    }
  });

  it('is refused when the header is doubled, even with the same valid token', async () => {
    const line = `Authorization: Bearer ${token}\r\n`;
    const request = (head: string) =>
      sendRaw(server.url, `GET ${API}/get_company_info HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${head}\r\n`);
    assert.equal(parseRaw(await request(line)).status, 200);
    assert.deepEqual(parseRaw(await request(line + line)).status, 401);
    assert.deepEqual(parseRaw(await request(`${line}authorization: x\r\n`)).status, 401);
  });

  it('may name its scheme in any case', async () => {
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      const answer = await server.get('/quota', { headers: { Authorization: `${scheme} ${token}` } });
      assert.equal(answer.status, 200, scheme);
    }
  });

  it('is not taken from the query, with or without a header', async () => {
    for (const path of ['/get_company_info?access_token=', '/search_pages?query=agua&access%5Ftoken=']) {
      const answer = await server.get(`${path}${token}`);
      const text = await answer.text();
      const body = JSON.parse(text);
      assert.deepEqual([answer.status, body.code], [400, 'rest_invalid_param']);
      assert.match(body.data.hint, /header/);
      assert.ok(!text.includes(token));
      assert.equal(answer.headers.get('www-authenticate'), null);
    }
    const quota = await server.get(`/quota?access_token=${token}`);
    assert.equal(quota.status, 401);
  });

  it('makes no difference to the content', async () => {
    for (const path of PUBLIC) {
      const anonymous = await server.get(path);
      const withToken = await server.get(path, { headers: { Authorization: `Bearer ${token}` } });
      assert.equal(await withToken.text(), await anonymous.text());
      assert.equal(withToken.headers.get('etag'), anonymous.headers.get('etag'));
      assert.equal(withToken.headers.get('www-authenticate'), null);
    }
  });
});

describe('the audience of a token', () => {
  const statuses = async (resource?: string) => {
    const audience = resource === undefined ? {} : { resource };
    const headers = { Authorization: `Bearer ${await newToken(server, await newClient(server), audience)}` };
    const identity = await fetch(`${server.url}/agent/identity`, { headers });
    const content = await server.get('/get_company_info', { headers });
    return [content.status, identity.status];
  };

  it('is the whole site when none is asked for', async () => {
    assert.deepEqual(await statuses(), [200, 200]);
    assert.deepEqual(await statuses('https://casa.example'), [200, 200]);
  });

  it('covers the addresses below a resource and no others', async () => {
    assert.deepEqual(await statuses('https://casa.example/wp-json/agentes/v1'), [200, 401]);
    assert.deepEqual(await statuses('https://casa.example/mcp'), [401, 401]);
  });

  it('may be several resources', async () => {
    const client = await newClient(server);
    const form =
      'grant_type=client_credentials&resource=https://casa.example/mcp&resource=https://casa.example/wp-json/agentes/v1';
    const { access_token } = await jsonOf(await postForm(server, '/oauth/token', form, { client }));
    const answer = await server.get('/quota', { headers: { Authorization: `Bearer ${access_token}` } });
    assert.equal(answer.status, 200);
  });
});
