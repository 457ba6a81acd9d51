/** The workload of bench/traffic.ts: what clients of the service ask for, each kind with its share. */
import { siteQueries } from './corpus.ts';

/** One request, and what may come of it. */
export type Call = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly expected: readonly number[];
  /** Given the answer, where a later request needs something of it. */
  readonly answered?: (answer: { readonly status: number; readonly etag: string; readonly body: string }) => void;
};

type Kind = { readonly share: number; readonly call: () => Call };
type Client = { readonly id: string; readonly secret: string; token?: string };

const API = '/wp-json/agentes/v1';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const DOCUMENTS = [
  '/openapi.json',
  '/agents.md',
  '/auth.md',
  '/llms.txt',
  '/api/sandbox',
  '/api/docs',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/wp-json/agentes/v1',
  '/.well-known/api-catalog',
  '/.well-known/mcp/server-card.json',
  '/.well-known/agent-skills/index.json',
  '/readyz',
  API,
];
/** As many clients as there may be; the oldest are forgotten. */
const CLIENTS = 400;
/** A token is revoked once this many newer ones have been replaced, so that nobody is using it. */
const SPARE_TOKENS = 200;

/** Requests by kind, drawn by `chance`, to a site of so many pages. */
export function createTrafficMix(pages: number, chance: () => number) {
  const clients: Client[] = [];
  const spareTokens: { readonly client: Client; readonly token: string }[] = [];
  const etags = new Map<string, string>();
  const { common = [], question = [], rare = [], typo = [], city = [] } = siteQueries(pages);
  const queries = [...common, ...question, ...rare, ...typo, ...city];

  const below = (count: number) => Math.floor(chance() * count);
  const pick = <Item>(list: readonly Item[]): Item => list[below(list.length)] as Item;
  /** One of so many visitors that none meets a quota. */
  const visitor = () => ({ 'X-Forwarded-For': `100.64.${below(256)}.${below(256)}` });
  const search = () => {
    const [query, where] = pick(queries);
    const cursor = chance() < 0.1 ? '' : `&limit=${1 + below(25)}`;
    return `${API}/search_pages?query=${encodeURIComponent(query)}${where ? `&city=${where}` : ''}${cursor}`;
  };
  const read = () => `${API}/read_page?url=/p${1 + below(pages)}`;
  const company = () =>
    `${API}/get_company_info${pick(['', '?section=contact', '?section=coverage', '?section=services'])}`;
  const content = () => (chance() < 0.5 ? search() : chance() < 0.7 ? read() : company());
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Call => ({
    path,
    headers: { ...visitor(), ...headers },
    expected: [200],
  });
  const basic = ({ id, secret }: Client) => ({
    Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  });

  function register(): Call {
    return {
      method: 'POST',
      path: '/oauth/register',
      headers: { ...JSON_TYPE, 'X-Forwarded-For': `10.${below(256)}.${below(256)}.${below(256)}` },
      body: JSON.stringify({ client_name: `carga ${below(1000)}`, contacts: ['carga@casa.example'] }),
      expected: [201],
      answered({ body }) {
        const { client_id: id, client_secret: secret } = JSON.parse(body);
        if (clients.push({ id, secret }) > CLIENTS) clients.shift();
      },
    };
  }

  function issue(): Call {
    const client = pick(clients);
    if (!client) return register();
    return {
      method: 'POST',
      path: '/oauth/token',
      headers: { ...FORM, ...visitor(), ...basic(client) },
      body: 'grant_type=client_credentials',
      // Chance alone may pick a client more than thirty times in a minute.
      expected: [200, 429],
      answered({ status, body }) {
        if (status !== 200) return;
        if (client.token !== undefined) spareTokens.push({ client, token: client.token });
        client.token = JSON.parse(body).access_token as string;
      },
    };
  }

  function withToken(call: (bearer: { readonly Authorization: string }) => Call): Call {
    const { token } = pick(clients) ?? {};
    return token === undefined ? issue() : call({ Authorization: `Bearer ${token}` });
  }

  function introspect(): Call {
    const client = pick(clients);
    if (client?.token === undefined) return issue();
    return {
      method: 'POST',
      path: '/oauth/introspect',
      headers: { ...FORM, ...visitor(), ...basic(client) },
      body: `token=${client.token}`,
      expected: [200],
    };
  }

  function revoke(): Call {
    const spare = spareTokens.length > SPARE_TOKENS ? spareTokens.shift() : undefined;
    if (!spare) return issue();
    const { client, token } = spare;
    const headers = { ...FORM, ...visitor(), ...basic(client) };
    return { method: 'POST', path: '/oauth/revoke', headers, body: `token=${token}`, expected: [200] };
  }

  function revalidate(): Call {
    const path = content();
    const etag = etags.get(path) ?? '"none"';
    return {
      ...get(path, { 'If-None-Match': etag }),
      expected: [200, 304],
      answered(answer) {
        if (etags.size < 5000) etags.set(path, answer.etag);
      },
    };
  }

  function mcp(method: string, params: object, headers: Readonly<Record<string, string>> = {}): Call {
    return {
      method: 'POST',
      path: '/mcp',
      headers: { ...JSON_TYPE, ...visitor(), Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: below(1000), method, params }),
      expected: [200],
    };
  }

  function modernMcp(method: string, params: Readonly<Record<string, unknown>>): Call {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const name = params['name'] as string | undefined;
    const named: Readonly<Record<string, string>> = name === undefined ? {} : { 'Mcp-Name': name };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...named };
    return mcp(method, { _meta: meta, ...params }, headers);
  }

  function callTool(): Call {
    const params = pick([
      { name: 'search_pages', arguments: { query: pick(queries)[0] } },
      { name: 'read_page', arguments: { url: `/p${1 + below(pages)}` } },
      { name: 'get_company_info', arguments: {} },
    ]);
    return chance() < 0.5 ? mcp('tools/call', params) : modernMcp('tools/call', params);
  }

  function wrong(): Call {
    const post = (path: string, body: string, headers: Readonly<Record<string, string>>): Omit<Call, 'expected'> => ({
      method: 'POST',
      path,
      body,
      headers: { ...visitor(), ...headers },
    });
    return pick<() => Call>([
      () => ({ ...get(`/nada/${below(1000)}`), expected: [404] }),
      () => ({ ...get(`${API}/search_pages`), expected: [400] }),
      () => ({ ...get(`${API}/search_pages?query=agua&limit=99`), expected: [400] }),
      () => ({ ...get(`${API}/read_page?url=/no-hay-${below(1000)}`), expected: [404] }),
      () => ({ ...get(`${API}/quota`, { Authorization: `Bearer cqt_${below(1000)}` }), expected: [401] }),
      () => ({ ...get(`/${'a'.repeat(9000)}`), expected: [414] }),
      () => ({ ...get(search()), method: 'DELETE', expected: [405] }),
      () => ({ ...post('/mcp', '{', JSON_TYPE), expected: [400] }),
      () => ({ ...post('/mcp', 'x'.repeat(70_000), JSON_TYPE), expected: [413] }),
      () => ({ ...post('/oauth/register', '[]', JSON_TYPE), expected: [400, 429] }),
      () => ({
        ...post('/oauth/token', 'grant_type=client_credentials', {
          ...FORM,
          ...basic({ id: 'cli_x', secret: 'cqs_x' }),
        }),
        expected: [401, 429],
      }),
    ])();
  }

  const kinds: Readonly<Record<string, Kind>> = {
    search: { share: 28, call: () => get(search()) },
    read: { share: 18, call: () => get(read()) },
    'read as Markdown': { share: 3, call: () => get(read(), { Accept: 'text/markdown' }) },
    company: { share: 6, call: () => get(company()) },
    conditional: { share: 10, call: revalidate },
    'with a token': { share: 10, call: () => withToken((bearer) => get(content(), bearer)) },
    quota: { share: 2, call: () => withToken((bearer) => get(pick([`${API}/quota`, '/agent/identity']), bearer)) },
    'MCP initialize': {
      share: 2,
      call: () =>
        mcp('initialize', {
          protocolVersion: pick(['2025-06-18', '2025-11-25']),
          capabilities: {},
          clientInfo: { name: 'carga', version: '1' },
        }),
    },
    'MCP tools/list': { share: 3, call: () => (chance() < 0.5 ? mcp('tools/list', {}) : modernMcp('tools/list', {})) },
    'MCP tools/call': { share: 5, call: callTool },
    register: { share: 0.3, call: register },
    token: { share: 1.5, call: issue },
    introspect: { share: 1, call: introspect },
    revoke: { share: 0.7, call: revoke },
    documents: { share: 4, call: () => get(pick(DOCUMENTS)) },
    'over quota': {
      share: 2,
      call: () => ({ ...get(content(), { 'X-Forwarded-For': '100.127.0.1' }), expected: [200, 429] }),
    },
    wrong: { share: 3.5, call: wrong },
  };
  const all = Object.values(kinds).reduce((sum, { share }) => sum + share, 0);

  return {
    kinds: Object.keys(kinds),
    next(): { readonly kind: string; readonly call: Call } {
      let at = chance() * all;
      for (const [kind, { share, call }] of Object.entries(kinds)) {
        at -= share;
        if (at < 0) return { kind, call: call() };
      }
      return { kind: 'search', call: get(search()) };
    },
  };
}
export type TrafficMix = ReturnType<typeof createTrafficMix>;
