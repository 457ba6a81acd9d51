import { PATHS } from '../../shared/public-paths.ts';

/** A request that tries an address without leaving a trace. */
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
  { path: PATHS.authorizationServer, method: 'GET', expect: [200] },
  { path: PATHS.protectedResource, method: 'GET', expect: [200] },
  { path: `${PATHS.protectedResource}${PATHS.api}`, method: 'GET', expect: [200] },
  { path: PATHS.apiCatalog, method: 'GET', expect: [200] },
  { path: PATHS.serverCard, method: 'GET', expect: [200] },
  { path: PATHS.openApi, method: 'GET', expect: [200] },
  { path: PATHS.agentsMd, method: 'GET', expect: [200] },
  { path: PATHS.authMd, method: 'GET', expect: [200] },
  { path: PATHS.identity, method: 'GET', expect: [401] },
  // Without credentials, so nothing is registered, issued or revoked.
  { path: PATHS.oauth.register, method: 'POST', expect: [400, 429], body: '[]', type: 'application/json' },
  {
    path: PATHS.oauth.token,
    method: 'POST',
    expect: [400, 401, 429],
    body: 'grant_type=client_credentials',
    type: FORM,
  },
  { path: PATHS.oauth.revoke, method: 'POST', expect: [400, 401, 429], body: 'token=none', type: FORM },
  { path: PATHS.oauth.introspect, method: 'POST', expect: [400, 401, 429], body: 'token=none', type: FORM },
  {
    path: PATHS.mcp,
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

/** Paths below a public address of every address that a document holds, at any depth; without query and fragment. */
export function addressesIn(document: unknown, origin: string): string[] {
  if (typeof document === 'string') {
    if (document !== origin && !document.startsWith(`${origin}/`)) return [];
    const path = URL.parse(document)?.pathname.slice(new URL(origin).pathname.replace(/\/$/, '').length);
    return path === undefined || path === '/' || /[{}]|%7B/i.test(path) ? [] : [path];
  }
  if (typeof document !== 'object' || document === null) return [];
  return Object.values(document).flatMap((value) => addressesIn(value, origin));
}
