import { ConfigurationError, type Settings } from '../../shared/settings.ts';

/** Where the API is below the public origin (spec, `{base_url}`). */
export const API_PATH = '/wp-json/agentes/v1';

/** How an address is tried, without leaving a trace. */
export type Probe = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Statuses of a service that is reached; `undefined` for every one but 404. */
  readonly expect: readonly number[] | undefined;
  readonly body?: string;
  readonly type?: string;
};

const FORM = 'application/x-www-form-urlencoded';

/** The addresses that the contract names; which of them a server has, and what others it has, it says itself. */
const CONTRACT: readonly Probe[] = [
  { path: '/.well-known/oauth-authorization-server', method: 'GET', expect: [200] },
  { path: '/.well-known/oauth-protected-resource', method: 'GET', expect: [200] },
  { path: `/.well-known/oauth-protected-resource${API_PATH}`, method: 'GET', expect: [200] },
  { path: '/.well-known/api-catalog', method: 'GET', expect: [200] },
  { path: '/.well-known/mcp/server-card.json', method: 'GET', expect: [200] },
  { path: '/openapi.json', method: 'GET', expect: [200] },
  { path: '/agents.md', method: 'GET', expect: [200] },
  { path: '/auth.md', method: 'GET', expect: [200] },
  { path: '/agent/identity', method: 'GET', expect: [401] },
  // Without credentials, so nothing is registered, issued or revoked.
  { path: '/oauth/register', method: 'POST', expect: [400, 429], body: '[]', type: 'application/json' },
  { path: '/oauth/token', method: 'POST', expect: [400, 401, 429], body: 'grant_type=client_credentials', type: FORM },
  { path: '/oauth/revoke', method: 'POST', expect: [400, 401, 429], body: 'token=none', type: FORM },
  { path: '/oauth/introspect', method: 'POST', expect: [400, 401, 429], body: 'token=none', type: FORM },
  {
    path: '/mcp',
    method: 'POST',
    expect: undefined,
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    type: 'application/json',
  },
];

/** The addresses to try: the contract's, and those that the documents of the running server name besides. */
export function probesFor(origin: string, documents: readonly unknown[]): readonly Probe[] {
  const known = new Set(CONTRACT.map(({ path }) => path));
  const named = [...new Set(documents.flatMap((document) => addressesIn(document, origin)))].filter(
    (path) => !known.has(path),
  );
  // What a document names may want a method or a parameter that we do not know: being reached is what counts.
  return [...CONTRACT, ...named.map((path): Probe => ({ path, method: 'GET', expect: undefined }))];
}

/** Paths of every address below an origin that a document holds, at any depth; without query and fragment. */
export function addressesIn(document: unknown, origin: string): string[] {
  if (typeof document === 'string') {
    if (document !== origin && !document.startsWith(`${origin}/`)) return [];
    const path = URL.parse(document)?.pathname;
    return path === undefined || path === '/' || /[{}]|%7B/i.test(path) ? [] : [path];
  }
  if (typeof document !== 'object' || document === null) return [];
  return Object.values(document).flatMap((value) => addressesIn(value, origin));
}

/** The public origin as the server derives it; throws a ConfigurationError for an address with a path. */
export function publicOrigin({
  PUBLIC_URL,
  SITE_URL,
  PORT,
}: Pick<Settings, 'PUBLIC_URL' | 'SITE_URL' | 'PORT'>): string {
  if (PUBLIC_URL === undefined) return SITE_URL === undefined ? `http://localhost:${PORT}` : new URL(SITE_URL).origin;
  const { origin } = new URL(PUBLIC_URL);
  if (origin === PUBLIC_URL.toLowerCase()) return origin;
  throw new ConfigurationError([
    `PUBLIC_URL: got ${JSON.stringify(PUBLIC_URL)}, wants an origin without a path, such as ${origin}`,
  ]);
}
