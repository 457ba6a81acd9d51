import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import * as fc from 'fast-check';
import { markOf, runSites, type RunningSites } from '../helpers/running-sites.ts';
import { API } from '../helpers/running-server.ts';
import { createConnections, type Answer, type Connections } from './connections.ts';
import { fuzz } from './runs.ts';

const HOUR = 3_600_000;

/** Sites with a host of their own, and sites that are below paths of one host. */
const ALONE = ['uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho'];
const BELOW = ['nueve', 'diez', 'once', 'doce'];
const NAMES = [...ALONE, ...BELOW];
/** Room for all sites but one, so that they are opened and closed all the time. */
const MEMORY_MB = '29';

const hostOf = (name: string): string => (ALONE.includes(name) ? `${name}.example` : 'casa.example');
const prefixOf = (name: string): string => (ALONE.includes(name) ? '' : `/${name}`);
const publicUrlOf = (name: string): string => `https://${hostOf(name)}${prefixOf(name)}`;

/** What a site gave to its own callers, for others to try. */
type Loot = {
  readonly id: string;
  readonly secret: string;
  readonly token: string;
  readonly cursor: string;
  readonly etag: string;
};

let service: RunningSites;
let connections: Connections;
let clock = Date.parse('2026-03-01T00:00:00Z');
let quotaClock = 0;
let visitors = 0;
const loot = new Map<string, Loot>();

before(async () => {
  service = await runSites(NAMES, {
    publicUrlOf,
    env: { MEMORY_MB },
    sources: {
      now: () => new Date(clock),
      monotonicNow: () => {
        quotaClock += 0.01;
        return quotaClock;
      },
      randomBytes,
    },
  });
  connections = createConnections(service.url);
});
after(async () => {
  connections[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

type Header = readonly [name: string, value: string];
type Sent = { readonly method?: string; readonly headers?: readonly Header[]; readonly body?: string };

/** Asks by a Host, from an address of its own. */
async function ask(host: string, target: string, { method = 'GET', headers = [], body }: Sent = {}): Promise<Answer> {
  visitors += 1;
  const from = `100.${64 + ((visitors >> 16) & 63)}.${(visitors >> 8) & 255}.${visitors & 255}`;
  const fields: Header[] = [['Host', host], ['X-Forwarded-For', from], ...headers];
  const answer = await connections.send({ method, target, headers: fields, body });
  assert.ok(answer, `${method} ${target} of ${host} was not answered`);
  return answer;
}

const JSON_BODY: Header = ['Content-Type', 'application/json'];
const FORM: Header = ['Content-Type', 'application/x-www-form-urlencoded'];
const basic = ({ id, secret }: Loot): Header => [
  'Authorization',
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
];
const bearer = ({ token }: Loot): Header => ['Authorization', `Bearer ${token}`];

const lootOf = (name: string): Loot => {
  const found = loot.get(name);
  assert.ok(found);
  return found;
};

/** An hour later, each site has a new client with its token, a cursor and an ETag; those of the last hour are as they were. */
async function prepare(): Promise<void> {
  clock += HOUR;
  quotaClock += HOUR;
  for (const name of NAMES) {
    const at = (path: string, sent: Sent = {}) => ask(hostOf(name), `${prefixOf(name)}${path}`, sent);
    const former = loot.get(name);
    if (former) {
      const query = `token=${former.token}`;
      const { body } = await at('/oauth/introspect', { method: 'POST', headers: [FORM, basic(former)], body: query });
      assert.equal(JSON.parse(body).active, false, 'an hour is over');
    }
    const registered = await at('/oauth/register', { method: 'POST', headers: [JSON_BODY], body: '{}' });
    assert.equal(registered.status, 201, registered.body);
    const { client_id: id, client_secret: secret } = JSON.parse(registered.body);
    const client = { id, secret, token: '', cursor: '', etag: '' };
    const form = 'grant_type=client_credentials';
    const issued = await at('/oauth/token', { method: 'POST', headers: [FORM, basic(client)], body: form });
    const found = await at(`${API}/search_pages?query=fugas&limit=1`);
    loot.set(name, {
      ...client,
      token: JSON.parse(issued.body).access_token,
      cursor: JSON.parse(found.body).next_cursor,
      etag: found.headers.get('etag') ?? '',
    });
  }
}

/** A request to a site with what another one gave. */
type Case = {
  readonly name: string;
  readonly other: string;
  readonly what: keyof typeof REQUESTS;
  readonly host: keyof typeof HOSTS;
  readonly claim: keyof typeof CLAIMS;
};

/** Headers that name a host, and the sites whose content a response may contain. */
const HOSTS = {
  own: ({ name }: Case) => hostOf(name),
  upper: ({ name }: Case) => hostOf(name).toUpperCase(),
  full: ({ name }: Case) => `${hostOf(name)}.:443`,
  port: ({ name }: Case) => `${hostOf(name)}:8443`,
  other: ({ other }: Case) => hostOf(other),
  stranger: ({ name }: Case) => `${hostOf(name)}.evil`,
};

/** What a request claims beside its host; nobody may believe it. */
const CLAIMS: Readonly<Record<string, (given: Case) => readonly Header[]>> = {
  nothing: () => [],
  forwarded: ({ other }) => [
    ['X-Forwarded-Host', hostOf(other)],
    ['Forwarded', `host=${hostOf(other)};proto=https`],
  ],
  gateway: ({ other }) => [
    ['Content-Service-Host', hostOf(other)],
    ['Content-Service-Gateway', `1 ${'0'.repeat(64)} 198.51.100.1`],
  ],
  rewritten: ({ other }) => [
    ['X-Original-URL', `${prefixOf(other)}/`],
    ['X-Rewrite-URL', `${prefixOf(other)}/`],
    ['Origin', publicUrlOf(other)],
    ['Referer', publicUrlOf(other)],
    ['Cookie', `site=${other}`],
  ],
};

type Made = { readonly target: string; readonly sent?: Sent };

const mcp = (tool: string, given: object, version: string): Made => ({
  target: '/mcp',
  sent: {
    method: 'POST',
    headers: [JSON_BODY, ['Accept', 'application/json, text/event-stream'], ['MCP-Protocol-Version', version]],
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } }),
  },
});

const REQUESTS = {
  search: () => ({ target: `${API}/search_pages?query=fugas` }),
  searchAsOther: ({ other }: Case) => ({
    target: `${API}/search_pages?query=fugas`,
    sent: { headers: [bearer(lootOf(other))] },
  }),
  searchAsOwn: ({ name }: Case) => ({
    target: `${API}/search_pages?query=fugas`,
    sent: { headers: [bearer(lootOf(name))] },
  }),
  otherCursor: ({ other }: Case) => ({
    target: `${API}/search_pages?query=fugas&limit=1&cursor=${lootOf(other).cursor}`,
  }),
  otherETag: ({ other }: Case) => ({
    target: `${API}/search_pages?query=fugas&limit=1`,
    sent: { headers: [['If-None-Match', lootOf(other).etag] as const] },
  }),
  otherPage: ({ other }: Case) => ({
    target: `${API}/read_page?url=${encodeURIComponent(`https://${other}.example/fontaneria/`)}`,
  }),
  page: () => ({ target: `${API}/read_page?url=/fontaneria` }),
  markdown: () => ({ target: '/fontaneria.md' }),
  company: () => ({ target: `${API}/get_company_info` }),
  quotaAsOther: ({ other }: Case) => ({ target: `${API}/quota`, sent: { headers: [bearer(lootOf(other))] } }),
  identityAsOther: ({ other }: Case) => ({ target: '/agent/identity', sent: { headers: [bearer(lootOf(other))] } }),
  tokenAsOther: ({ other }: Case) => ({
    target: '/oauth/token',
    sent: { method: 'POST', headers: [FORM, basic(lootOf(other))], body: 'grant_type=client_credentials' },
  }),
  introspectOther: ({ name, other }: Case) => ({
    target: '/oauth/introspect',
    sent: { method: 'POST', headers: [FORM, basic(lootOf(name))], body: `token=${lootOf(other).token}` },
  }),
  revokeOther: ({ name, other }: Case) => ({
    target: '/oauth/revoke',
    sent: { method: 'POST', headers: [FORM, basic(lootOf(name))], body: `token=${lootOf(other).token}` },
  }),
  documents: () => ({ target: '/agents.md' }),
  catalogue: () => ({ target: '/.well-known/api-catalog' }),
  llms: () => ({ target: '/llms.txt' }),
  console: () => ({ target: '/api/sandbox' }),
  ready: () => ({ target: '/readyz' }),
  tool: () => mcp('search_pages', { query: 'fugas' }, '2025-06-18'),
  toolAsOther: ({ other }: Case) => {
    const { target, sent } = mcp('search_pages', { query: 'fugas' }, '2025-11-25');
    return { target, sent: { ...sent, headers: [...(sent?.headers ?? []), bearer(lootOf(other))] } };
  },
  toolOtherCursor: ({ other }: Case) =>
    mcp('search_pages', { query: 'fugas', limit: 1, cursor: lootOf(other).cursor }, '2025-06-18'),
} satisfies Record<string, (given: Case) => Made>;

/** With these, what another site gave is refused; what it is at its own site, no case tries. */
const REFUSED: Readonly<Partial<Record<Case['what'], readonly number[]>>> = {
  searchAsOther: [401],
  otherCursor: [400],
  otherPage: [404],
  quotaAsOther: [401],
  identityAsOther: [401],
  tokenAsOther: [401],
  // 403 for a foreign Origin, 421 for a name with a dot at its end, which /mcp does not take.
  toolAsOther: [401, 403, 421],
};

const cases: fc.Arbitrary<Case> = fc
  .record({
    name: fc.constantFrom(...NAMES),
    other: fc.constantFrom(...NAMES),
    what: fc.constantFrom(...(Object.keys(REQUESTS) as Case['what'][])),
    host: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('own', 'upper', 'full') },
      { weight: 1, arbitrary: fc.constantFrom('port', 'other', 'stranger') },
    ),
    claim: fc.constantFrom(...Object.keys(CLAIMS)),
  })
  .filter(({ name, other }) => name !== other);

/** The site that a case reaches, by what its public address says; nothing for none. */
function reached({ name, other, host }: Case): string | undefined {
  if (host === 'port' || host === 'stranger') return undefined;
  if (host !== 'other') return name;
  const sites = NAMES.filter((one) => hostOf(one) === hostOf(other));
  return sites.find((one) => prefixOf(one) === prefixOf(name));
}

/** Names of sites of which an answer says something. */
function marksIn({ headers, body }: Answer): string[] {
  const all = `${body}\n${[...headers].join('\n')}`;
  return NAMES.filter((name) => all.includes(markOf(name)));
}

async function attempt(given: Case): Promise<string> {
  const { target, sent = {} }: Made = REQUESTS[given.what](given);
  const headers = [...(sent.headers ?? []), ...(CLAIMS[given.claim]?.(given) ?? [])];
  const answer = await ask(HOSTS[given.host](given), `${prefixOf(given.name)}${target}`, { ...sent, headers });
  const site = reached(given);
  const found = marksIn(answer).filter((name) => name !== site);
  assert.deepEqual(found, [], `an answer of ${site} says something of others`);
  if (site === undefined) {
    const expected = given.what === 'ready' ? [200, 421, 404] : [421, 404];
    assert.ok(expected.includes(answer.status), `${answer.status} of no site`);
    return 'no site';
  }
  if (site !== given.name) return 'another site, by its host';
  const expected = REFUSED[given.what];
  if (expected)
    assert.ok(expected.includes(answer.status), `${given.what} was answered ${answer.status}: ${answer.body}`);
  if (given.what === 'otherETag') assert.equal(answer.status, 200);
  if (given.what === 'introspectOther') assert.equal(JSON.parse(answer.body).active, false);
  if (given.what === 'searchAsOwn') assert.equal(answer.status, 200, answer.body);
  if (given.what === 'toolOtherCursor' && answer.status === 200) {
    assert.equal(JSON.parse(answer.body).result?.isError, true);
  }
  return expected ? 'refused' : String(answer.status);
}

describe('many sites', () => {
  it('answer nothing of another one, whatever hosts, tokens, cursors, ETags and messages are crossed', async (t) => {
    await fuzz(t, { cases, attempt, prepare, atLeast: { '200': 0.3, refused: 0.1, 'no site': 0.05 } });
  });
});
