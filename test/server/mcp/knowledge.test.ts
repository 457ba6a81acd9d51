import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { compiled } from '../../helpers/json-schema.ts';
import { fetchInContract } from '../../helpers/contract.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { identified } from '../../helpers/oauth.ts';
import { jsonOf } from '../../helpers/running-server.ts';
import { page, SAMPLE_PAGES } from '../../helpers/sample-index.ts';

const LONG = Array.from({ length: 400 }, (_, n) => `Párrafo ${n} de una página larga.`).join('\n\n');

let server: LocalServer;
before(async () => {
  server = await runLocalServer({
    env: { READ_PAGE_MAX_CHARS: '1000', MCP_ORIGINS: 'https://app.example' },
    content: {
      pages: [
        ...SAMPLE_PAGES,
        page(9, '/madrid/garantia', 'Garantía en Madrid', LONG),
        page(10, '/sevilla/garantia', 'Garantía en Sevilla', 'Un año.'),
      ],
    },
  });
});
after(() => server[Symbol.asyncDispose]());

const MODES = { legacy: 'legacy', auto: 'auto', pinned: { pin: '2026-07-28' } } as const;

async function connect(mode: keyof typeof MODES) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: MODES[mode] } });
  const url = new URL(`${server.publicUrl}/mcp/knowledge`);
  await client.connect(new StreamableHTTPClientTransport(url, { fetch: fetchInContract }));
  return client;
}

async function post(body: object, headers: Record<string, string> = {}) {
  return await fetchInContract(`${server.publicUrl}/mcp/knowledge`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });
}

const search = (query: string) => ({ method: 'tools/call', params: { name: 'search', arguments: { query } } });

for (const mode of Object.keys(MODES) as (keyof typeof MODES)[]) {
  describe(`/mcp/knowledge, asked by the official MCP client in ${mode} mode`, () => {
    it('has three read-only tools: two of a text, and the changes', async () => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name, inputSchema, annotations }) => [name, inputSchema.required, annotations?.readOnlyHint]),
        [
          ['search', ['query'], true],
          ['fetch', ['id'], true],
          ['get_changes', undefined, true],
        ],
      );
      assert.match(client.getInstructions() ?? '', /search.*fetch/);
      await client.close();
    });

    it('finds pages by id, title and url, and fetches each by its id, whole', async () => {
      const client = await connect(mode);
      const { tools } = await client.listTools();
      const call = async (name: string, given: object): Promise<any> => {
        const result: any = await client.callTool({ name, arguments: { ...given } });
        assert.ok(!result.isError, JSON.stringify(result));
        assert.equal(result.content.length, 1);
        assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
        const { outputSchema } = tools.find((tool) => tool.name === name) ?? {};
        const validate = compiled(outputSchema as object);
        assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
        return result.structuredContent;
      };
      const { results } = await call('search', { query: 'garantía en Madrid' });
      assert.deepEqual(results[0], {
        id: 'https://casa.example/madrid/garantia/',
        title: 'Garantía en Madrid',
        url: 'https://casa.example/madrid/garantia/',
      });
      assert.deepEqual(await call('fetch', { id: results[0].id }), {
        ...results[0],
        text: LONG,
        metadata: { modified: '2026-03-01T09:30:00Z', language: 'es', city: 'madrid' },
      });
      const { metadata } = await call('fetch', { id: '/contacto' });
      assert.deepEqual(metadata, { modified: '2026-03-01T09:30:00Z', language: 'es' });
      const { hint, ...nothing } = await call('search', { query: 'xyzzy' });
      assert.deepEqual(nothing, { results: [], unmatched: ['xyzzy'] });
      assert.match(hint, /Prueba con menos palabras o con otras: un servicio, un problema, un lugar\.$/);
      assert.deepEqual((await call('search', { query: 'garantía xyzzy' })).unmatched, ['xyzzy']);
      assert.ok((await call('search', { query: `fontaneros ${'que vengan pronto '.repeat(40)}` })).results.length > 0);
      await client.close();
    });

    it('says in a refusal how to fix the call', async () => {
      const client = await connect(mode);
      const refused = async (name: string, given: object) => {
        const result: any = await client.callTool({ name, arguments: { ...given } });
        assert.equal(result.isError, true);
        return result.content[0].text as string;
      };
      assert.match(await refused('search', { query: '' }), /query must be text of 2 to 1000 characters/);
      assert.match(
        await refused('search', { text: 'agua' }),
        /There is no parameter text; the parameters are: query\./,
      );
      assert.match(await refused('fetch', { id: '/nada' }), /There is no such page/);
      assert.match(
        await refused('fetch', { id: 'garantia' }),
        /^Invalid parameter\(s\): id\. id must be a full address here.*madrid\/garantia\/ , .*sevilla\/garantia\//,
      );
      assert.match(await refused('fetch', { id: 'https://otra.example/' }), /not a page of this site/);
      await assert.rejects(
        client.callTool({ name: 'search_pages', arguments: {} }),
        /The tools are: search, fetch, get_changes/,
      );
      await client.close();
    });
  });
}

describe('POST /mcp/knowledge', () => {
  it('counts calls of tools in the same quota as the API, and nothing else', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.60' };
    const first = await post(search('fugas'), headers);
    assert.equal(first.headers.get('ratelimit'), '"anonimo";r=59;t=60');
    assert.equal((await post({ method: 'tools/list' }, headers)).headers.get('ratelimit'), null);
    const read = await fetch(`${server.api}/get_company_info`, { headers });
    assert.equal(read.headers.get('ratelimit-remaining'), '58');
    const { headers: authorization } = await identified(server);
    assert.equal((await post(search('fugas'), authorization)).headers.get('ratelimit-limit'), '600');
  });

  it('takes a token for the MCP server, and refuses an invalid token with a challenge', async () => {
    const { headers } = await identified(server, { resource: `${server.publicUrl}/mcp` });
    assert.equal((await post(search('fugas'), headers)).status, 200);
    const refused = await post({ method: 'tools/list' }, { Authorization: 'Bearer nobody' });
    assert.equal(refused.status, 401);
    const metadata = `${server.publicUrl}/.well-known/oauth-protected-resource/mcp/knowledge`;
    assert.ok(refused.headers.get('www-authenticate')?.includes(`resource_metadata="${metadata}"`));
  });

  it('has the policy of /mcp for origins, methods and versions', async () => {
    assert.equal((await post({ method: 'ping' }, { Origin: 'https://evil.example' })).status, 403);
    const allowed = await post({ method: 'ping' }, { Origin: 'https://app.example' });
    assert.equal(allowed.headers.get('access-control-allow-origin'), 'https://app.example');
    assert.equal(allowed.headers.get('api-version'), '1');
    assert.equal((await fetch(`${server.publicUrl}/mcp/knowledge`)).status, 405);
    await using leaving = await runLocalServer({ env: { API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-07-02' } });
    const { headers } = await fetch(`${leaving.publicUrl}/mcp/knowledge`, { method: 'POST' });
    assert.equal(headers.get('sunset'), 'Fri, 02 Jul 2027 00:00:00 GMT');
  });

  it('has a submission to the directory of ChatGPT, with test cases that its tools answer', async () => {
    const { app_info, tools, test_cases, negative_test_cases } = await jsonOf(
      await fetch(`${server.url}/mcp/chatgpt-app-submission.json`),
    );
    assert.ok([app_info.display_name, app_info.subtitle].every((text) => text.length >= 1 && text.length <= 30));
    const listed = await jsonOf(await post({ jsonrpc: '2.0', id: 1, method: 'tools/list' }));
    assert.deepEqual(
      Object.entries<any>(tools).map(([name, { annotations }]) => [name, annotations]),
      listed.result.tools.map(({ name, annotations: { readOnlyHint, openWorldHint, destructiveHint } }: any) => [
        name,
        { readOnlyHint, openWorldHint, destructiveHint },
      ]),
    );
    assert.deepEqual([test_cases.length, negative_test_cases.length], [5, 3]);
    assert.ok(negative_test_cases.every((test: any) => test.tools_triggered === null));
    for (const { tools_triggered } of test_cases) {
      for (const name of tools_triggered.split(', ')) assert.ok(name in tools, name);
    }
    const [, title] = /“(.+)”/.exec(test_cases[0].user_prompt) ?? [];
    const [, address] = /contain (\S+);/.exec(test_cases[0].expected_output) ?? [];
    const call = (name: string, given: object) =>
      post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }).then(jsonOf);
    const { result: found } = await call('search', { query: title });
    assert.ok(found.structuredContent.results.some(({ url }: any) => url === address));
    assert.equal((await call('fetch', { id: address })).result.structuredContent.title, title);
  });

  it('is named in agents.md, the server card and the contract, while /mcp keeps its four tools', async () => {
    const address = `${server.publicUrl}/mcp/knowledge`;
    const agents = await (await fetch(`${server.url}/agents.md`)).text();
    assert.ok(agents.includes(`\`POST ${address}\``));
    const card = await jsonOf(await fetch(`${server.url}/mcp/server-card`));
    assert.deepEqual(card._meta['localhost/knowledge'], {
      type: 'streamable-http',
      url: address,
      tools: [{ name: 'search' }, { name: 'fetch' }, { name: 'get_changes' }],
    });
    assert.equal(card.tools.length, 4);
    const contract = await jsonOf(await fetch(`${server.url}/openapi.json`));
    assert.equal(contract.paths['/mcp/knowledge'].post.operationId, 'mcp_knowledge');
  });
});
