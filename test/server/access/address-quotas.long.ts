import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { identified } from '../../helpers/oauth.ts';
import { API, runServer, type RunningServer } from '../../helpers/running-server.ts';

const LIMIT = 90;

const quota = (addresses: readonly string[], limit = LIMIT) => ({ name: 'Asistente', addresses, limit });

const call = (server: RunningServer, forwarded?: string) =>
  fetch(`${server.url}${API}/get_company_info`, {
    headers: forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded },
  });

const limitOf = async (server: RunningServer, forwarded?: string) =>
  Number((await call(server, forwarded)).headers.get('ratelimit-limit'));

/** The limit of a connection from an address of this machine. */
async function limitFrom(server: RunningServer, localAddress: string, headers: Record<string, string> = {}) {
  const asked = request(`${server.url}${API}/get_company_info`, { localAddress, headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return Number(answer.headers['ratelimit-limit']);
}

describe('address blocks with a larger quota', () => {
  let server: RunningServer;
  before(async () => {
    const addressQuotas = [
      quota(['203.0.113.0/24', '2001:db8:1::/48', '127.0.0.0/8']),
      quota(['203.0.113.128/25'], 700),
      quota(['198.51.100.20']),
    ];
    server = await runServer({ content: { addressQuotas } });
  });
  after(() => server[Symbol.asyncDispose]());

  it('give each of their addresses so many requests without a token, and everybody else 60', async () => {
    for (const [from, limit] of [
      ['203.0.113.7', LIMIT],
      ['192.0.2.7', 60],
    ] as const) {
      for (let n = 0; n < limit; n += 1) {
        const { status, headers } = await call(server, from);
        assert.deepEqual([status, headers.get('ratelimit-policy')], [200, `"anonimo";q=${limit};w=60`]);
      }
      const refused = await call(server, from);
      assert.equal(refused.status, 429);
      assert.match(await refused.text(), new RegExp(`quota of ${limit} requests per minute`));
    }
    assert.equal((await call(server, '203.0.113.8')).headers.get('ratelimit-remaining'), String(LIMIT - 1));
  });

  it('hold to the bit, for single addresses and for IPv6, and the largest holds where they overlap', async () => {
    const limits = {
      '203.0.112.255': 60,
      '203.0.113.0': LIMIT,
      '203.0.113.127': LIMIT,
      '203.0.113.128': 700,
      '203.0.114.0': 60,
      '198.51.100.20': LIMIT,
      '198.51.100.21': 60,
      '::ffff:198.51.100.20': LIMIT,
      '2001:db8:1:ffff::9': LIMIT,
      '2001:db8:2::9': 60,
    };
    for (const [from, limit] of Object.entries(limits)) assert.equal(await limitOf(server, from), limit, from);
  });

  it('count the many addresses of an IPv6 network as one', async () => {
    for (let n = 1; n <= LIMIT; n += 1) await call(server, `2001:db8:1:7::${n.toString(16)}`);
    assert.equal((await call(server, '2001:db8:1:7::ffff')).status, 429);
  });

  it('are given neither by what is written left of the proxy’s own entry, nor to who comes through the proxy', async () => {
    assert.equal(await limitOf(server, '203.0.113.7, 192.0.2.30'), 60);
    assert.equal(await limitOf(server, '127.0.0.1, 192.0.2.30'), 60);
    assert.equal(await limitOf(server, '192.0.2.30, 127.0.0.1'), 60);
    assert.equal(await limitOf(server), LIMIT);
  });

  it('raise the quota of MCP too, and not that of a token', async () => {
    const search = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_company_info', arguments: {} } };
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '203.0.113.140' },
      body: JSON.stringify(search),
    });
    assert.equal(answer.headers.get('ratelimit-policy'), '"anonimo";q=700;w=60');
    const { headers } = await identified(server);
    const own = await fetch(`${server.url}${API}/get_company_info`, {
      headers: { ...headers, 'X-Forwarded-For': '203.0.113.140' },
    });
    assert.equal(own.headers.get('ratelimit-policy'), '"identificado";q=600;w=60');
  });
});

describe('an address block without a proxy', () => {
  it('is known by the connection, whatever its headers say', async () => {
    const addressQuotas = [quota(['127.0.0.2', '203.0.113.0/24'])];
    await using server = await runServer({ env: { TRUST_PROXY: '' }, content: { addressQuotas } });
    assert.equal(await limitFrom(server, '127.0.0.2'), LIMIT);
    assert.equal(await limitFrom(server, '127.0.0.3'), 60);
    for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'True-Client-IP', 'CF-Connecting-IP']) {
      for (const claim of ['127.0.0.2', '203.0.113.7']) {
        const value = name === 'Forwarded' ? `for=${claim}` : claim;
        assert.equal(await limitFrom(server, '127.0.0.3', { [name]: value }), 60, `${name}: ${value}`);
      }
    }
  });

  it('holds from the generation on that brings it, and none is there by default', async () => {
    await using server = await runServer();
    assert.equal(await limitOf(server, '203.0.113.7'), 60);
    await server.data.publish({ addressQuotas: [quota(['203.0.113.0/24'])] });
    const until = Date.now() + 10_000;
    while ((await limitOf(server, '203.0.113.7')) !== LIMIT) assert.ok(Date.now() < until);
  });
});
