import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { newClient, postForm, register } from '../helpers/oauth.ts';
import { API, jsonOf, runServer, type RunningServer } from '../helpers/running-server.ts';

// The server runs in this very process: what it pollutes is polluted here.
const natives = [Object.prototype, Array.prototype, Function.prototype, String.prototype, Map.prototype] as const;
const untouched = natives.map((one) => Reflect.ownKeys(one).length);

let server: RunningServer;
before(async () => {
  server = await runServer();
});
after(() => server[Symbol.asyncDispose]());
afterEach(() => {
  assert.deepEqual(
    natives.map((one) => Reflect.ownKeys(one).length),
    untouched,
  );
  assert.equal('polluted' in {}, false);
});

const KEYS = [
  '__proto__',
  'constructor',
  'constructor.prototype',
  'prototype',
  '__defineGetter__',
  'toString',
  'hasOwnProperty',
];

/** JSON text whose `__proto__` is a member like any other. */
const json = (text: string) =>
  text.replaceAll('PROTO', '"__proto__":{"polluted":true,"scope":"quota:read","query":"fugas"}');

describe('prototype pollution', () => {
  it('through a query string is no argument, whatever its brackets', async () => {
    const plain = await jsonOf(await server.get('/search_pages?query=fugas'));
    for (const key of KEYS) {
      for (const pair of [
        `${key}=x`,
        `${key}[polluted]=true`,
        `${key}.polluted=true`,
        `query.${key}=x`,
        `a[${key}][polluted]=true`,
      ]) {
        const answer = await server.get(`/search_pages?query=fugas&${pair}`);
        assert.deepEqual([answer.status, await jsonOf(answer)], [200, plain], pair);
      }
      const within = await server.get(`/search_pages?query[${key}]=fugas`);
      assert.equal(within.status, 400);
      const section = await server.get(`/get_company_info?section=${key}`);
      assert.deepEqual([section.status, (await jsonOf(section)).code], [400, 'rest_invalid_param']);
      assert.equal((await server.get(`/read_page?url=${key}`)).status, 404);
      assert.equal((await server.get(`/search_pages?query=${encodeURIComponent(key)}`)).status, 200);
    }
  });

  it('through a registration sets nothing', async () => {
    for (const body of [
      '{PROTO}',
      '{"client_name":"x",PROTO}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"contacts":[],"x":{PROTO}}',
    ]) {
      const answer = await register(server, json(body));
      assert.equal(answer.status, 201, body);
      assert.equal((await jsonOf(answer)).scope, 'content:read quota:read');
    }
    for (const body of [
      '{"scope":{PROTO}}',
      '{"contacts":{PROTO,"length":1}}',
      '{"grant_types":{PROTO}}',
      '[{PROTO}]',
      '"__proto__"',
    ]) {
      const answer = await register(server, json(body));
      assert.deepEqual([answer.status, (await jsonOf(answer)).error], [400, 'invalid_client_metadata'], body);
    }
  });

  it('through a form is no parameter', async () => {
    const client = await newClient(server);
    for (const key of KEYS) {
      const form = `grant_type=client_credentials&${key}=x&${key}[scope]=openid&${key}.scope=openid`;
      const answer = await postForm(server, '/oauth/token', form, { client });
      assert.deepEqual([answer.status, (await jsonOf(answer)).scope], [200, 'content:read quota:read'], key);
      const refused = await postForm(server, '/oauth/token', { grant_type: key }, { client });
      assert.deepEqual([refused.status, (await jsonOf(refused)).error], [400, 'unsupported_grant_type']);
      const nobody = { client_id: key, client_secret: key };
      assert.equal((await postForm(server, '/oauth/token', form, { client: nobody })).status, 401);
    }
  });

  it('through an MCP message reaches no tool', async () => {
    const post = async (params: string, method = 'tools/call', more = '') =>
      await fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.18.7.7' },
        body: json(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}${more}}`),
      });
    const own = await jsonOf(await post('{"name":"search_pages","arguments":{PROTO}}'));
    assert.equal(own.result.isError, true);
    const beside = await post('{"name":"search_pages","arguments":{}}', 'tools/call', ',PROTO');
    assert.equal((await jsonOf(beside)).error.code, -32600);
    for (const key of KEYS) {
      const unknown = await jsonOf(await post(`{"name":"${key}","arguments":{PROTO},PROTO}`));
      assert.equal(unknown.error.code, -32602, key);
      assert.equal((await jsonOf(await post('{PROTO}', key))).error.code, -32601, key);
      const argument = await jsonOf(await post(`{"name":"search_pages","arguments":{"query":"fugas","${key}":"x"}}`));
      assert.ok(argument.error ?? (argument.result.isError === true || argument.result.structuredContent.total > 0));
    }
  });

  it('through the names of paths and headers finds nothing', async () => {
    for (const key of KEYS) {
      for (const path of [
        `/${key}`,
        `${API}/${key}`,
        `/api/assets/${key}/x.js`,
        `/oauth/${key}`,
        `/.well-known/${key}`,
      ]) {
        assert.equal((await fetch(server.url + path, { headers: { [key]: 'x' } })).status, 404, path);
      }
    }
  });
});
