import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { PATHS } from '../../shared/public-paths.ts';
import { openLiveIndex } from '../../server/live-index.ts';
import { API, runServer, type RunningServer } from '../helpers/running-server.ts';
import { page, SAMPLE_PAGES } from '../helpers/sample-index.ts';

/** A word that only the withheld page has, in its title and its text. */
const SECRET = 'zoquiverna';
const HIDDEN = page(
  2,
  '/fontaneria',
  `Fontanería ${SECRET}`,
  `Fontaneros ${SECRET} para fugas. [Cita](/cita-${SECRET}/)`,
);
/** The link to it in company data and documents. */
const LINK = 'casa.example/fontaneria/';

let server: RunningServer;
before(async () => {
  server = await runServer({
    content: { pages: SAMPLE_PAGES.map((one) => (one.id === HIDDEN.id ? HIDDEN : one)) },
  });
});
after(() => server[Symbol.asyncDispose]());

const get =
  (path: string, accept = '*/*') =>
  async () =>
    await (await fetch(`${server.url}${path}`, { headers: { Accept: accept } })).text();
const mcp = (path: string, name: string, args: object) => async () => {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return await (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
};
const fromIndex = (use: (live: NonNullable<Awaited<ReturnType<typeof openLiveIndex>>>) => unknown) => async () => {
  const live = await openLiveIndex(server.data.dir);
  assert.ok(live);
  try {
    return JSON.stringify(await use(live));
  } finally {
    live.index.close();
  }
};

/** Each reader of the index, and whether the page is in its answer while it is public. */
const READERS: Readonly<Record<string, readonly [read: () => Promise<string>, isThere: boolean]>> = {
  'read_page by address': [get(`${API}/read_page?url=https://casa.example/fontaneria/`), true],
  'read_page by slug': [get(`${API}/read_page?url=fontaneria`), true],
  'read_page by former address': [get(`${API}/read_page?url=/fontaneros`), true],
  'read_page as Markdown': [get(`${API}/read_page?url=/fontaneria`, 'text/markdown'), true],
  search_pages: [get(`${API}/search_pages?query=fontaneros`), true],
  'search_pages near a word': [get(`${API}/search_pages?query=zoquivexna`), true],
  get_company_info: [get(`${API}/get_company_info`), true],
  'the index document': [get(API), false],
  'the Markdown of an address': [get('/fontaneria/', 'text/markdown'), true],
  'the Markdown beside an address': [get('/fontaneria.md'), true],
  'the Markdown of a former address': [get('/fontaneros/', 'text/markdown'), true],
  'MCP: read_page': [mcp(PATHS.mcp, 'read_page', { url: '/fontaneria' }), true],
  'MCP: search_pages': [mcp(PATHS.mcp, 'search_pages', { query: 'fontaneros' }), true],
  'MCP: get_company_info': [mcp(PATHS.mcp, 'get_company_info', {}), true],
  'MCP knowledge: search': [mcp(PATHS.mcpKnowledge, 'search', { query: 'fontaneros' }), true],
  'MCP knowledge: fetch': [mcp(PATHS.mcpKnowledge, 'fetch', { id: 'https://casa.example/fontaneria/' }), true],
  'llms.txt': [get(PATHS.llmsTxt), true],
  'agents.md': [get(PATHS.agentsMd), false],
  'auth.md': [get(PATHS.authMd), false],
  'the skill': [get(PATHS.skill), false],
  'the index of skills': [get(PATHS.skillIndex), false],
  'the server card': [get(PATHS.serverCard), false],
  'the registry entry': [get(PATHS.registryEntry), false],
  'the submission to ChatGPT': [get(PATHS.chatgptSubmission), false],
  'the ARD catalogue': [get(PATHS.ard), false],
  'the AI catalogue': [get(PATHS.aiCatalog), false],
  'the API catalogue': [get(PATHS.apiCatalog), false],
  'openapi.json': [get(PATHS.openApi), false],
  'the console': [get(PATHS.sandbox, 'text/html'), false],
  'the reference': [get(PATHS.docs, 'text/html'), false],
  readyz: [get(PATHS.ready), false],
  explain: [
    fromIndex(({ index }) => index.explain('fontaneros', undefined, 25).results.map(({ id }) => index.pageById(id))),
    true,
  ],
  'explain of the page': [fromIndex(({ index }) => index.pageByPath('/fontaneria') ?? null), true],
  insights: [
    fromIndex(({ index }) => [index.company, index.samplePages(100), index.pagesByCity(), index.pagesByMonth()]),
    true,
  ],
  'a trial of insights': [
    fromIndex(async ({ file, openCopy }) => {
      const copy = await openCopy(file);
      const { hits } = copy.search({ query: 'fontaneros', city: undefined, limit: 10, offset: 0 });
      copy.close();
      return hits;
    }),
    true,
  ],
};

describe('a page that is withheld', () => {
  it('is in no answer of any reader of the index, whatever it answered before', async () => {
    const holds = async () => {
      const names: string[] = [];
      for (const [name, [read]] of Object.entries(READERS)) {
        const text = await read();
        if (text.includes(SECRET) || text.includes(LINK)) names.push(name);
      }
      return names;
    };
    const there = Object.entries(READERS).flatMap(([name, [, isThere]]) => (isThere ? [name] : []));
    const found = await holds();
    assert.deepEqual(
      there.filter((name) => !found.includes(name)),
      [],
    );
    const verdict = { id: HIDDEN.id, path: HIDDEN.path, since: '2026-03-03T00:00:00.000Z', why: 'not found' };
    await server.data.generations.writeVerdicts({ site: 'https://casa.example', mirror: 'one', pages: [verdict] });
    while ((await (await fetch(`${server.url}${API}/read_page?url=/fontaneros`)).text()).includes(SECRET))
      await wait(20);
    assert.deepEqual(await holds(), []);
  });
});
