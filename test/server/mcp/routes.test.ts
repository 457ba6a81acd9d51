import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { MCP_CAPABILITIES } from '../../../server/service.ts';
import { fetchInContract } from '../../helpers/contract.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { newClient, newToken } from '../../helpers/oauth.ts';
import { parseRaw, sendRaw } from '../../helpers/raw-http.ts';

let server: RunningServer;
before(async () => {
  server = await runServer({ env: { PUBLIC_URL: 'http://localhost:8080', MCP_ORIGINS: 'https://app.example' } });
});
after(() => server[Symbol.asyncDispose]());

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const META = { [VERSION]: '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };
let calls = 0;

type Sent = { readonly headers?: Record<string, string>; readonly method?: string; readonly from?: string };

async function post(body: unknown, { headers = {}, method = 'POST', from }: Sent = {}) {
  calls += 1;
  return await fetchInContract(`${server.url}/mcp`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': from ?? `198.19.${calls >> 8}.${calls & 255}`,
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body) }),
  });
}

/** A request of the stateless revision, with the headers that belong to it. */
async function modern(method: string, params: Record<string, unknown> = {}, sent: Sent = {}) {
  return await post(
    { jsonrpc: '2.0', id: 7, method, params: { _meta: META, ...params } },
    {
      ...sent,
      headers: {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...(typeof params['name'] === 'string' && { 'Mcp-Name': params['name'] }),
        ...sent.headers,
      },
    },
  );
}

const legacy = async (method: string, params: Record<string, unknown> = {}, sent: Sent = {}) =>
  await post({ jsonrpc: '2.0', id: 7, method, params }, sent);

async function refused(answer: Response, status: number, code: number) {
  const body = await jsonOf(answer);
  assert.deepEqual([answer.status, body.error?.code], [status, code], JSON.stringify(body));
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
  return body;
}

const call = (name: string, given: Record<string, unknown> = {}) => ({ name, arguments: given });

describe('POST /mcp', () => {
  it('takes no other Host and no other Origin', async () => {
    const raw = (host: string) =>
      sendRaw(server.url, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    assert.equal(parseRaw(await raw('evil.example')).status, 421);
    assert.equal(parseRaw(await raw('localhost:9')).status, 415);
    await refused(await legacy('ping', {}, { headers: { Origin: 'https://evil.example' } }), 403, -32600);
    await refused(await legacy('ping', {}, { headers: { Origin: 'null' } }), 403, -32600);
    for (const origin of ['http://localhost:8080', 'https://app.example']) {
      const answer = await legacy('ping', {}, { headers: { Origin: origin } });
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('access-control-allow-origin'), origin);
      assert.equal(answer.headers.get('vary'), 'Origin');
    }
  });

  it('answers a preflight, and refuses every other method with 405', async () => {
    const preflight = await post('', { method: 'OPTIONS', headers: { Origin: 'https://app.example' } });
    assert.equal(preflight.status, 204);
    assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Mcp-Method/);
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const answer = await post('', { method });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.get('allow'), 'POST, OPTIONS');
      if (method !== 'HEAD') assert.match(await answer.text(), /uses GET, see https?:.*\/agents\.md"/);
    }
  });

  it('refuses what is not JSON, not one message, or too large', async () => {
    await refused(await legacy('ping', {}, { headers: { 'Content-Type': 'text/plain' } }), 415, -32600);
    await refused(await post('{'), 400, -32700);
    await refused(await post([{ jsonrpc: '2.0', id: 1, method: 'ping' }]), 400, -32600);
    await refused(await post([], { headers: { 'MCP-Protocol-Version': '2025-03-26' } }), 400, -32600);
    await refused(await post({ id: 1, method: 'ping' }), 400, -32600);
    for (const body of [{ jsonrpc: '2.0' }, { jsonrpc: '2.0', method: 5 }])
      await refused(await post(body), 400, -32600);
    const latin1 = new Blob([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ñ"}', 'latin1')]);
    await refused(await post(latin1), 400, -32600);
    for (const id of [null, 1.5, true]) {
      const body = await refused(await post({ jsonrpc: '2.0', id, method: 'ping' }), 400, -32600);
      assert.ok(!('id' in body));
    }
    assert.equal((await post(`"${'a'.repeat(65 * 1024)}"`)).status, 413);
  });

  it('acknowledges notifications and responses with 202 and nothing else', async () => {
    for (const body of [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', method: 'whatever' },
      { jsonrpc: '2.0', id: 1, result: {} },
    ]) {
      const answer = await post(body);
      assert.deepEqual([answer.status, await answer.text()], [202, '']);
    }
  });

  it('says what a parameter must be, however deep the value that came for it', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    const { result } = await jsonOf(
      await post(
        `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"search_pages","arguments":{"query":"agua","limit":${deep}}}}`,
      ),
    );
    assert.match(result.content[0].text, /limit must be a whole number from 1 to 25, not nested lists or objects/);
  });

  it('takes the blame for nothing that a client sends, and answers it by its id', async () => {
    const named = call('search_pages', { query: 'fugas' });
    for (const params of [
      { name: { toString: 1 } },
      { name: 7 },
      { name: 'search_pages', arguments: 7 },
      { ...named, _meta: 7 },
      { ...named, _meta: { progressToken: {} } },
    ]) {
      const { id, error } = await jsonOf(await legacy('tools/call', params));
      assert.equal(id, 7);
      assert.match(String(error.code), /^-3260[02]$/, JSON.stringify(params));
    }
    const both = await post({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: named, error: '' });
    assert.equal((await refused(both, 400, -32600)).id, 7);
    assert.equal((await refused(await legacy('initialize', { protocolVersion: 7 }), 200, -32602)).id, 7);
  });

  it('takes no arguments for none, and says in a sentence what is wrong with a call', async () => {
    const none = { name: 'get_company_info', arguments: null };
    for (const answer of [await legacy('tools/call', none), await modern('tools/call', none)]) {
      assert.equal((await jsonOf(answer)).result.structuredContent.brand, 'Casa a punto');
    }
    for (const [params, message] of [
      [{ name: 'search_pages', arguments: 'agua' }, 'arguments must be an object, with each argument by its name'],
      [{ name: 'search_pages', arguments: ['agua'] }, 'arguments must be an object, with each argument by its name'],
      [{ arguments: {} }, 'name must be the name of a tool'],
    ] as const) {
      assert.equal((await refused(await legacy('tools/call', params), 200, -32602)).error.message, message);
      assert.equal((await refused(await modern('tools/call', params), 400, -32602)).error.message, message);
    }
    await refused(await post({ jsonrpc: '2.0', id: 7, method: 'tools/call' }), 200, -32602);
  });

  it('answers JSON whatever Accept says, and gives no session', async () => {
    for (const accept of ['*/*', 'application/json', 'text/event-stream', '']) {
      for (const send of [modern, legacy]) {
        const answer = await send('tools/list', {}, { headers: { Accept: accept, 'Mcp-Session-Id': 'x' } });
        assert.equal(answer.status, 200, accept);
        assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
        assert.equal(answer.headers.get('mcp-session-id'), null);
      }
    }
  });
});

describe('POST /mcp of 2026-07-28', () => {
  it('discovers versions and capabilities', async () => {
    const { result } = await jsonOf(await modern('server/discover'));
    assert.deepEqual(result.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18']);
    assert.deepEqual(result.capabilities, MCP_CAPABILITIES);
    assert.deepEqual([result.resultType, result.ttlMs, result.cacheScope], ['complete', 3_600_000, 'public']);
    assert.equal(result._meta['io.modelcontextprotocol/serverInfo'].name, 'contenido');
  });

  it('wants headers and metadata that agree', async () => {
    await refused(await legacy('tools/list', { _meta: META }), 400, -32020);
    await refused(await modern('tools/list', {}, { headers: { 'MCP-Protocol-Version': '2025-11-25' } }), 400, -32020);
    await refused(await modern('tools/list', {}, { headers: { 'Mcp-Method': 'tools/call' } }), 400, -32020);
    await refused(await modern('tools/list', {}, { headers: { 'Mcp-Method': 'TOOLS/LIST' } }), 400, -32020);
    await refused(await modern('tools/call', call('read_page'), { headers: { 'Mcp-Name': 'get_quota' } }), 400, -32020);
    await refused(await modern('tools/list', { _meta: {} }), 400, -32602);
    await refused(await modern('tools/list', { _meta: { [VERSION]: '2026-07-28' } }), 400, -32602);
    const nameless = { ...META, 'io.modelcontextprotocol/clientInfo': { version: '1' } };
    const { error } = await refused(await modern('tools/list', { _meta: nameless }), 400, -32602);
    assert.equal(error.message, '_meta has an invalid value: io.modelcontextprotocol/clientInfo.name');
    const later = { [VERSION]: '2099-01-01', 'io.modelcontextprotocol/clientCapabilities': {} };
    const body = await refused(
      await modern('tools/list', { _meta: later }, { headers: { 'MCP-Protocol-Version': '2099-01-01' } }),
      400,
      -32022,
    );
    assert.equal(body.error.data.requested, '2099-01-01');
    assert.ok(body.error.data.supported.includes('2026-07-28'));
    assert.equal(body.id, 7);
  });

  it('decodes a name that is not ASCII', async () => {
    const name = 'búsqueda';
    const encoded = `=?base64?${Buffer.from(name).toString('base64')}?=`;
    await refused(await modern('tools/call', call(name), { headers: { 'Mcp-Name': encoded } }), 200, -32602);
  });

  it('knows nothing that was removed or is not offered', async () => {
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'subscriptions/listen', 'prompts/list']) {
      await refused(await modern(method), 404, -32601);
    }
    await refused(await modern('tools/list', { cursor: 'x' }), 400, -32602);
    await refused(await modern('tools/call', call('toString')), 200, -32602);
  });
});

describe('POST /mcp of the revisions with a handshake', () => {
  it('agrees on a version, and offers its own newest otherwise', async () => {
    const hello = async (protocolVersion: string) => {
      const clientInfo = { name: 'x', version: '1' };
      return (await jsonOf(await legacy('initialize', { protocolVersion, capabilities: {}, clientInfo }))).result;
    };
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      assert.equal((await hello(version)).protocolVersion, version);
    }
    const other = await hello('2024-01-01');
    assert.equal(other.protocolVersion, '2025-11-25');
    assert.deepEqual(other.capabilities, MCP_CAPABILITIES);
    assert.equal(other.serverInfo.name, 'contenido');
  });

  it('answers 200 to unknown methods, and 400 to unknown versions', async () => {
    await refused(await legacy('server/discover'), 200, -32601);
    await refused(await legacy('tools/list', { cursor: 'x' }), 200, -32602);
    await refused(await legacy('ping', {}, { headers: { 'MCP-Protocol-Version': '2020-01-01' } }), 400, -32600);
    assert.deepEqual(await jsonOf(await legacy('ping')), { jsonrpc: '2.0', id: 7, result: {} });
  });
});

describe('tokens and quotas over MCP', () => {
  it('refuses a bad token before it reads the body, whatever the method', async () => {
    for (const authorization of ['Bearer nope', 'Basic eA==', '']) {
      const answer = await post('{', { headers: { Authorization: authorization } });
      assert.equal(answer.status, 401, authorization);
      const challenge = answer.headers.get('www-authenticate') ?? '';
      assert.match(challenge, /error="invalid_token"/);
      assert.match(
        challenge,
        /resource_metadata="http:\/\/localhost:8080\/\.well-known\/oauth-protected-resource\/mcp"/,
      );
    }
  });

  it('challenges get_quota without a token, and without its scope', async () => {
    const anonymous = await modern('tools/call', call('get_quota'));
    const asked = await refused(anonymous, 401, -32600);
    assert.equal(asked.id, 7);
    assert.match(
      asked.error.message,
      /POST http:\/\/localhost:8080\/oauth\/register.*POST http:\/\/localhost:8080\/oauth\/token/,
    );
    assert.doesNotMatch(anonymous.headers.get('www-authenticate') ?? '', /error=/);
    assert.match(anonymous.headers.get('www-authenticate') ?? '', /scope="content:read quota:read"$/);
    const client = await newClient(server);
    const token = await newToken(server, client, { scope: 'content:read' });
    const poor = await modern('tools/call', call('get_quota'), { headers: { Authorization: `Bearer ${token}` } });
    await refused(poor, 403, -32600);
    assert.match(
      poor.headers.get('www-authenticate') ?? '',
      /error="insufficient_scope", .*scope="content:read quota:read"$/,
    );
  });

  it('spends the same quota as HTTP, has it in headers, and counts no listing', async () => {
    const from = '203.0.113.9';
    for (let n = 0; n < 5; n += 1) await modern('tools/list', {}, { from });
    const first = await modern('tools/call', call('get_company_info'), { from });
    assert.equal(first.headers.get('ratelimit-remaining'), '59');
    const over = await fetch(`${server.api}/get_company_info`, { headers: { 'X-Forwarded-For': from } });
    assert.equal(over.headers.get('ratelimit-remaining'), '58');
    for (let n = 0; n < 58; n += 1) await legacy('tools/call', call('get_company_info'), { from });
    const exhausted = await modern('tools/call', call('get_company_info'), { from });
    const body = await refused(exhausted, 429, -32603);
    const wait = Number(exhausted.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60);
    assert.deepEqual(body.error.data, { status: 429, retry_after_seconds: wait });
    assert.match(body.error.message, /Wait \d+ seconds?; or, for 600 requests per minute, register/);
    assert.equal((await modern('tools/list', {}, { from })).status, 200);
  });

  it('answers a tool error while there is no index', async () => {
    await using empty = await runServer({ content: false });
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call('get_company_info') };
    const answer = await fetch(`${empty.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { result } = await jsonOf(answer);
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /The index is not built yet/);
  });
});
