import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { marked } from 'marked';
import type { IndexContent } from '../../../db/index/index-file.ts';
import { proseOfHtml, proseOfJson, proseOfMarkdown, stopWordsIn, wordsOf } from '../../helpers/prose.ts';
import { jsonOf, runServer, type RunningServer } from '../../helpers/running-server.ts';
import { page } from '../../helpers/sample-index.ts';

/** A site whose names are of no language. */
function nordlys(language: string): Partial<IndexContent> {
  const url = (path: string) => `https://casa.example${path}`;
  return {
    site: { name: 'Nordlys', description: '', home: url(''), language, hosts: ['casa.example'] },
    company: {
      brand: 'Nordlys',
      website: url(''),
      services: [{ name: 'Sauna', url: url('/sauna/') }],
      cities: [{ slug: 'porto', name: 'Porto', url: url('/porto/') }],
      pages: { contact: url('/nordlys/') },
    },
    cities: [{ slug: 'porto', name: 'Porto', aliases: [] }],
    pages: [
      page(1, '/nordlys', 'Nordlys', 'Nordlys.', { language }),
      page(2, '/sauna', 'Sauna', 'Sauna.', { language }),
      page(3, '/porto/sauna', 'Sauna Porto', 'Sauna Porto.', { language, city: 'porto', family: 'sauna' }),
    ],
    aliases: [],
  };
}

const MARKDOWN = [
  '/agents.md',
  '/auth.md',
  '/llms.txt',
  '/.well-known/agent-skills/consulta-contenido/SKILL.md',
] as const;
const JSON_DOCUMENTS = [
  '/openapi.json',
  '/.well-known/agent-skills/index.json',
  '/.well-known/mcp/server-card.json',
  '/mcp/server-card',
  '/.well-known/ard.json',
  '/.well-known/ai-catalog.json',
  '/.well-known/api-catalog',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-protected-resource/mcp/knowledge',
  '/.well-known/oauth-protected-resource/wp-json/agentes/v1',
  '/wp-json/agentes/v1',
  '/api/sandbox',
] as const;
const PAGES = ['/api/sandbox', '/api/docs'] as const;
const WITHDRAWAL = { API_DEPRECATION: '2027-01-01', API_SUNSET: '2027-07-02T00:00:00Z' };

let servers: Readonly<Record<'es' | 'en' | 'fr', RunningServer>>;
before(async () => {
  const serverIn = (language: string) => runServer({ content: nordlys(language), env: WITHDRAWAL });
  servers = { es: await serverIn('es-MX'), en: await serverIn('en-GB'), fr: await serverIn('fr') };
});
after(async () => {
  for (const server of Object.values(servers)) await server[Symbol.asyncDispose]();
});

async function textOf(server: RunningServer, path: string, accept = '*/*'): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, { headers: { Accept: accept } });
  assert.equal(answer.status, 200, path);
  return await answer.text();
}

async function mcp({ url }: RunningServer, path: string, method: string): Promise<unknown> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: method === 'initialize' ? params : {} }),
  });
  return (await jsonOf(answer)).result;
}

/** The texts that people read of every document of a server, by its address. */
async function documentsOf(server: RunningServer): Promise<Map<string, readonly string[]>> {
  const documents = new Map<string, readonly string[]>();
  for (const path of MARKDOWN) documents.set(path, proseOfMarkdown(await textOf(server, path)));
  for (const path of JSON_DOCUMENTS) documents.set(path, proseOfJson(JSON.parse(await textOf(server, path))));
  for (const path of PAGES) documents.set(`${path} (page)`, proseOfHtml(await textOf(server, path, 'text/html')));
  for (const path of ['/mcp', '/mcp/knowledge']) {
    for (const method of ['initialize', 'tools/list']) {
      documents.set(`${path} ${method}`, proseOfJson(await mcp(server, path, method)));
    }
  }
  return documents;
}

/** The English words by which programs find the sections of auth.md. */
const SECTION = /^(.*) \((?:Discover|Pick a method|Register|Claim|Use the credential|MCP clients|Errors|Revocation)\)$/;

/** A parameter with the name of an English stop word. */
const PARAMETER = 'since';

/** Link to the pages in Spanish. */
const SPANISH = 'Español';

/** The texts in which there are words of the other language, and long ones without a word of their own. */
async function strayTexts(server: RunningServer, own: 'es' | 'en', other: 'es' | 'en'): Promise<readonly string[]> {
  const stray: string[] = [];
  for (const [path, texts] of await documentsOf(server)) {
    for (const text of texts.map((one) => one.replace(SECTION, '$1'))) {
      const isForeign = text !== PARAMETER && stopWordsIn(text, other).length > 0;
      const isMute = wordsOf(text).length > 5 && stopWordsIn(text, own).length === 0;
      if (isForeign || isMute) stray.push(`${path}: ${text}`);
    }
  }
  return stray;
}

describe('the documents of a site', () => {
  it('in Spanish have no English sentence', async () => {
    assert.deepEqual(await strayTexts(servers.es, 'es', 'en'), []);
    // The detector tells them apart: most of these texts would be stray in an English document.
    assert.ok((await strayTexts(servers.es, 'en', 'es')).length > 200);
  });

  it('in English have no Spanish word', async () => {
    assert.deepEqual(await strayTexts(servers.en, 'en', 'es'), []);
    for (const [path, texts] of await documentsOf(servers.en)) {
      for (const text of texts) if (text !== SPANISH) assert.doesNotMatch(text, /[áéíóúñ¿¡«»]/i, path);
    }
  });

  it('in any other language are the English ones', async () => {
    const withoutTag = (texts: readonly string[]) => texts.join('\n').replaceAll(/\((?:en-GB|fr)\)|sha256:\w+/g, '()');
    const english = await documentsOf(servers.en);
    for (const [path, texts] of await documentsOf(servers.fr)) {
      assert.equal(withoutTag(texts), withoutTag(english.get(path) ?? []), path);
    }
  });

  it('are English before there is an index, and name no service, city or page', async () => {
    await using empty = await runServer({ content: false });
    assert.deepEqual(await strayTexts(empty, 'en', 'es'), []);
    for (const [path, texts] of await documentsOf(empty)) {
      assert.doesNotMatch(texts.join('\n'), /Sauna|Porto|Nordlys/, path);
    }
  });

  it('take their examples from the index', async () => {
    const { es } = servers;
    const documents = await documentsOf(es);
    assert.match(documents.get('/mcp initialize')?.join() ?? '', /Nordlys.*«Sauna» con city=porto/);
    assert.ok(documents.get('/.well-known/ard.json')?.includes('¿Ofrecen Sauna en Porto?'));
    assert.match(documents.get('/.well-known/agent-skills/index.json')?.join() ?? '', /Nordlys.*«Sauna»/);
    assert.match(await textOf(es, MARKDOWN[3]), /query=Sauna`\. Para una ciudad, añade `&city=porto`/);
    assert.match(await textOf(es, '/auth.md'), /search_pages\?query=Sauna'/);
  });

  it('have the same sections, tables, lists, commands and addresses in both languages', async () => {
    for (const path of MARKDOWN) {
      const [es, en] = [await textOf(servers.es, path), await textOf(servers.en, path)];
      assert.deepEqual(shapeOf(es), shapeOf(en), path);
      assert.deepEqual(addressesIn(es), addressesIn(en), path);
    }
  });

  it('have the same members in both languages', async () => {
    for (const path of JSON_DOCUMENTS) {
      const [es, en] = [await textOf(servers.es, path), await textOf(servers.en, path)];
      assert.deepEqual(membersOf(JSON.parse(es)), membersOf(JSON.parse(en)), path);
    }
  });
});

describe('the texts of answers', () => {
  const answerOf = async ({ url }: RunningServer, path: string, init?: RequestInit) =>
    await jsonOf(await fetch(`${url}${path}`, init));
  const callOf = (name: string, given: object): RequestInit => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const API = '/wp-json/agentes/v1';

  it('without an error are in the language of the documents', async () => {
    for (const [language, other] of [
      ['es', 'en'],
      ['en', 'es'],
    ] as const) {
      const server = servers[language];
      const hints = [
        (await answerOf(server, `${API}/search_pages?query=zzzz`)).hint,
        (await answerOf(server, `${API}/search_pages?query=zzzz&city=porto`)).hint,
        (await answerOf(server, '/mcp', callOf('search_pages', { query: 'zzzz' }))).result.structuredContent.hint,
        (await answerOf(server, '/mcp/knowledge', callOf('search', { query: 'zzzz' }))).result.structuredContent.hint,
      ];
      for (const hint of hints) {
        assert.ok(stopWordsIn(hint, language).length > 0, hint);
        assert.deepEqual(stopWordsIn(hint, other), [], hint);
      }
    }
  });

  it('with an error are the same on every site, in English', async () => {
    const errorsOf = async (server: RunningServer) => [
      await answerOf(server, `${API}/search_pages`),
      await answerOf(server, `${API}/search_pages?query=agua&limit=99`),
      await answerOf(server, `${API}/quota`),
      await answerOf(server, `${API}/nothing`),
      await answerOf(server, '/nothing', { headers: { Accept: 'application/json' } }),
      await answerOf(server, '/oauth/token', { method: 'POST' }),
      await answerOf(server, '/mcp', callOf('read_page', { url: 'https://elsewhere.example/' })),
    ];
    const [spanish, english] = [await errorsOf(servers.es), await errorsOf(servers.en)];
    assert.deepEqual(spanish, english);
    for (const text of english.flatMap(proseOfJson)) assert.deepEqual(stopWordsIn(text, 'es'), [], text);
  });
});

/** The blocks of a Markdown document, without their words. */
function shapeOf(markdown: string): readonly string[] {
  return marked
    .lexer(markdown.replace(/^---\n.*?\n---\n/s, ''))
    .filter(({ type }) => type !== 'space')
    .map((token) => {
      if (token.type === 'heading') return `heading ${token['depth']}`;
      if (token.type === 'code') return `code ${token['lang']}`;
      if (token.type === 'table') return `table ${token['header'].length} × ${token['rows'].length}`;
      return token.type === 'list' ? `list ${token['items'].length}` : token.type;
    });
}

function addressesIn(markdown: string): readonly string[] {
  const found = markdown.match(/https:\/\/casa\.example[\w/.?=&%-]*/g) ?? [];
  return [...new Set(found.map((address) => address.replace(/[.?]+$/, '')))].toSorted();
}

/** The paths of all members of a JSON value. */
function membersOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, one]) => membersOf(one, `${path}/${key}`));
}
