import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { DEFAULT_OPERATIONS, mcpOperations } from '../../../shared/operations.ts';
import { parse as parseYaml } from 'yaml';
import { compiled } from '../../helpers/json-schema.ts';
import { newClient, newToken, register } from '../../helpers/oauth.ts';
import { runLocalServer, type LocalServer } from '../../helpers/local-server.ts';
import { jsonOf } from '../../helpers/running-server.ts';
import { page, SAMPLE_PAGES, sampleContent } from '../../helpers/sample-index.ts';

let server: LocalServer;
before(async () => {
  server = await runLocalServer();
});
after(() => server[Symbol.asyncDispose]());

const DOCUMENTS: Readonly<Record<string, string>> = {
  '/agents.md': 'text/markdown; charset=utf-8',
  '/auth.md': 'text/markdown; charset=utf-8',
  '/llms.txt': 'text/plain; charset=utf-8',
  '/.well-known/agent-skills/index.json': 'application/json',
  '/.well-known/agent-skills/consulta-contenido/SKILL.md': 'text/markdown; charset=utf-8',
  '/.well-known/mcp/server-card.json': 'application/json',
  '/mcp/server-card': 'application/mcp-server-card+json',
  '/mcp/server.json': 'application/json',
  '/mcp/chatgpt-app-submission.json': 'application/json',
  '/.well-known/ard.json': 'application/json',
  '/.well-known/ai-catalog.json': 'application/ai-catalog+json',
  '/.well-known/api-catalog': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  '/.well-known/oauth-authorization-server': 'application/json',
  '/openapi.json': 'application/vnd.oai.openapi+json;version=3.1',
};

const textOf = async (path: string) => await (await fetch(`${server.url}${path}`)).text();

describe('the documents for agents', () => {
  it('are typed, cacheable for an hour, conditional, and open to every origin', async () => {
    for (const [path, type] of Object.entries(DOCUMENTS)) {
      const { status, headers } = await fetch(`${server.url}${path}`);
      assert.equal(status, 200, path);
      assert.equal(headers.get('content-type'), type);
      assert.equal(headers.get('cache-control'), 'public, max-age=3600');
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('api-version'), '1');
      const again = await fetch(`${server.url}${path}`, { headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      assert.equal(again.status, 304);
    }
  });

  it('are read by the parser of their format', async () => {
    for (const [path, type] of Object.entries(DOCUMENTS)) {
      const text = await textOf(path);
      if (type.includes('json')) assert.equal(typeof JSON.parse(text), 'object', path);
      else for (const [, code = ''] of text.matchAll(/^```json\n(.*?)\n```$/gms)) JSON.parse(code);
    }
  });

  it('say that v1 is being withdrawn, since when and until when, and nothing while it is not', async () => {
    const NOTICE = /2027-01-01.*2027-07-02.*auth\.md#versiones/;
    await using leaving = await runLocalServer({
      env: { API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-07-02T00:00:00Z' },
    });
    for (const path of ['/agents.md', '/auth.md', '/openapi.json']) {
      assert.match(await (await fetch(`${leaving.url}${path}`)).text(), NOTICE, path);
      assert.doesNotMatch(await textOf(path), NOTICE, path);
    }
    const contract = await jsonOf(await fetch(`${leaving.url}/openapi.json`));
    for (const [path, { get, post }] of Object.entries<any>(contract.paths)) {
      assert.equal((get ?? post).deprecated, path.startsWith('/oauth/') ? undefined : true, path);
    }
    assert.match(contract.info.description, /^\*\*`v1` se retira:\*\* /);
  });

  it('name only addresses that are there', async () => {
    const found = new Set<string>();
    for (const path of Object.keys(DOCUMENTS)) {
      for (const [url] of (await textOf(path)).matchAll(/http:\/\/localhost:\d+[^\s"'`)<>,\\|]*/g)) {
        found.add(url.replace(/[.:;…]+$/, '').replace(/#.*$/, ''));
      }
    }
    assert.ok(found.size > 20);
    for (const url of found) {
      // The origin itself is the site's.
      if (url.endsWith('?url=') || url === server.publicUrl) continue;
      const answers = [await fetch(url, { headers: { 'X-Forwarded-For': '198.51.100.1' } })];
      if (answers[0]?.status === 405) answers.push(await fetch(url, { method: 'POST' }));
      const status = answers.at(-1)?.status ?? 0;
      assert.ok(status < 500 && ![404, 405].includes(status), `${url}: ${status}`);
    }
  });

  it('answer before there is an index, without examples', async () => {
    await using empty = await runLocalServer({ content: false });
    for (const path of Object.keys(DOCUMENTS)) {
      assert.equal((await fetch(`${empty.url}${path}`)).status, 200, path);
    }
  });
});

/** A site in English. */
const ENGLISH = {
  site: { name: 'Home', description: '', home: 'https://casa.example', language: 'en', hosts: ['casa.example'] },
};

describe('the texts that models read at every call', () => {
  it('are short: 3.5 characters are a token of o200k_base here, in JSON 4', async () => {
    await using english = await runLocalServer({ content: ENGLISH });
    for (const { url } of [server, english]) {
      const lengthOf = async (path: string, init?: RequestInit) =>
        (await (await fetch(`${url}${path}`, init)).text()).length;
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(list) };
      const lengths = {
        agents: await lengthOf('/agents.md'),
        auth: await lengthOf('/auth.md'),
        tools: await lengthOf('/mcp', init),
      };
      const isShort = lengths.agents <= 1800 * 3.5 && lengths.auth <= 900 * 3.7 && lengths.tools <= 2000 * 4;
      assert.ok(isShort, JSON.stringify(lengths));
    }
  });
});

describe('GET /agents.md', () => {
  it('has a call of each operation, and each is answered', async () => {
    const text = await textOf('/agents.md');
    const token = await newToken(server, await newClient(server));
    const calls = [...text.matchAll(/^curl '(http[^']+agentes[^']+)'(.*)\n```/gm)];
    assert.equal(calls.length, Object.keys(mcpOperations(DEFAULT_OPERATIONS)).length);
    for (const [, url = '', flags = ''] of calls) {
      const headers = flags.includes('Authorization') ? { Authorization: `Bearer ${token}` } : undefined;
      const answer = await fetch(url, headers && { headers });
      assert.equal(answer.status, 200, url);
      assert.notEqual((await jsonOf(answer)).total, 0);
    }
  });

  it('has an MCP call that works', async () => {
    const [, url = '', body = ''] = /curl '([^']+)' .* -d '([^']+)'/.exec(await textOf('/agents.md')) ?? [];
    const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    const { result } = await jsonOf(answer);
    assert.ok(result.structuredContent.total > 0);
  });
});

describe('GET /auth.md', () => {
  it('shows what its own registration is answered, in either language', async () => {
    await using english = await runLocalServer({ content: ENGLISH });
    for (const one of [server, english]) {
      const text = await (await fetch(`${one.url}/auth.md`)).text();
      const [, sent = '', shown = ''] = /-d '(\{.*?\})'\n```\n\n[^`]+\n\n```json\n(.*?)\n```/s.exec(text) ?? [];
      const got = await jsonOf(await register(one, sent));
      for (const [name, value] of Object.entries<string>(JSON.parse(shown))) {
        // A secret of the sample has its beginning only.
        const [beginning = ''] = value.split('…');
        assert.equal(value.endsWith('…') ? got[name].slice(0, beginning.length) : got[name], beginning, name);
      }
    }
  });
});

describe('GET /llms.txt', () => {
  it('has title, summary, and links to the service and to the pages of the site', async () => {
    const text = await textOf('/llms.txt');
    assert.match(text, /^# Casa a punto\n\n> Mantenimiento del hogar\. /);
    assert.match(text, /\[agents\.md\]\(http:\/\/localhost:\d+\/agents\.md\)/);
    assert.match(text, /## Páginas principales\n\n- \[Contacto\]\(https:\/\/casa\.example\/contacto\/\)/);
    assert.match(text, /## Servicios\n\n- \[Fontanería\]\(https:\/\/casa\.example\/fontaneria\/\)/);
    assert.match(text, /## Ciudades\n\n- \[Madrid\]/);
  });

  it('follows the index, and takes no markup from it', async () => {
    await using own = await runLocalServer();
    const title = '](https://evil.example) [<script>';
    await own.data.publish({
      pages: [...SAMPLE_PAGES, page(99, '/nueva', title, 'Texto.')],
      company: {
        brand: 'X',
        website: 'https://casa.example',
        services: [{ name: title, url: 'https://casa.example/)' }],
      },
    });
    let text = '';
    while (!text.includes('evil')) {
      await wait(20);
      text = await (await fetch(`${own.url}/llms.txt`)).text();
    }
    assert.ok(text.includes('- [\\](https\\://evil.example) \\[\\<script\\>](https://casa.example/%29)'));
  });
});

describe('the MCP server card', () => {
  it('is valid by the published schema, at both addresses, and agrees with the server', async () => {
    const schemaFile = join(import.meta.dirname, '../../fixtures/mcp/server-card.schema.json');
    const validate = compiled(JSON.parse(readFileSync(schemaFile, 'utf8')) as object);
    const card = await jsonOf(await fetch(`${server.url}/.well-known/mcp/server-card.json`));
    const valid: boolean = validate(card);
    assert.ok(valid, JSON.stringify(validate.errors));
    assert.deepEqual(await jsonOf(await fetch(`${server.url}/mcp/server-card`)), card);
    const hello = await fetch(`${server.publicUrl}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INITIALIZE }),
    });
    const { serverInfo, capabilities } = (await jsonOf(hello)).result;
    assert.equal(serverInfo.name, card.serverInfo.name);
    assert.equal(serverInfo.version, card.version);
    assert.deepEqual(capabilities, card.capabilities);
  });

  it('carries the CORS fields that its extension wants on every answer', async () => {
    for (const path of ['/.well-known/mcp/server-card.json', '/mcp/server-card']) {
      const { headers } = await fetch(`${server.url}${path}`);
      assert.equal(headers.get('access-control-allow-methods'), 'GET');
      assert.equal(headers.get('access-control-allow-headers'), 'Content-Type, If-None-Match');
      assert.equal(headers.get('access-control-allow-origin'), '*');
    }
  });
});

const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };

describe('GET /mcp/server.json', () => {
  it('is what the MCP registry takes: a remote server in the name space of its host', async () => {
    const long = 'Casa '.repeat(30);
    await using own = await runLocalServer({
      env: { PUBLIC_URL: 'https://www.casa.example' },
      content: { site: { ...sampleContent().site, name: long } },
    });
    const entry = await jsonOf(await fetch(`${own.url}/mcp/server.json`));
    const { title, description, version, ...rest } = entry;
    assert.deepEqual(rest, {
      $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
      name: 'example.casa.www/contenido',
      websiteUrl: 'https://www.casa.example',
      remotes: [{ type: 'streamable-http', url: 'https://www.casa.example/mcp' }],
    });
    assert.match(version, /^\d+\.\d+\.\d+/);
    for (const text of [title, description]) assert.ok(text.length > 0 && text.length <= 100, text);
    assert.ok(title.startsWith('Casa Casa'));
  });

  it('has the name and version of the server card', async () => {
    const card = await jsonOf(await fetch(`${server.url}/mcp/server-card`));
    const entry = await jsonOf(await fetch(`${server.url}/mcp/server.json`));
    assert.deepEqual([entry.name, entry.version, entry.title], [card.name, card.version, 'Casa a punto']);
  });
});

describe('the skill', () => {
  it('is listed with the digest of its bytes', async () => {
    const { skills } = await jsonOf(await fetch(`${server.url}/.well-known/agent-skills/index.json`));
    const text = await textOf(skills[0].url as string);
    assert.equal(skills[0].digest, `sha256:${hash('sha256', text)}`);
    const [, frontMatter = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
    const { name, description } = skills[0];
    assert.deepEqual(parseYaml(frontMatter), { name, description });
  });
});
