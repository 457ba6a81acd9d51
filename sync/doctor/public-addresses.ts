import { fieldAt } from '../../shared/fields.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { found, type Result } from './finding.ts';
import { fixFor } from './fixes.ts';
import { blockerIn, speakerOf, type Call, type PublicAnswer } from './public-answer.ts';
import { blockedBy } from './site-judge.ts';
import { hostOf } from './site-marks.ts';

/** Sends a request to a path of the service. */
export type Send = (path: string, ask?: Call) => Promise<PublicAnswer>;

/** A request that tests an address without side effects. */
export type Probe = {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Expected statuses of the service; `undefined` accepts every status except 404. */
  readonly expect: readonly number[] | undefined;
  readonly body?: string;
  readonly type?: string;
};

const get = (path: string, ...expect: readonly number[]): Probe => ({ path, method: 'GET', expect });
// A POST without credentials, so that nothing is registered, issued or revoked.
const post = (
  path: string,
  expect: Probe['expect'],
  body: string,
  type = 'application/x-www-form-urlencoded',
): Probe => ({ path, method: 'POST', expect, body, type });

// Documents of newer servers.
const MORE = [PATHS.ard, PATHS.aiCatalog, PATHS.llmsTxt];
const MOST_NAMED = 40;

// Addresses of the contract. The documents of a running server contain the rest.
const CONTRACT: readonly Probe[] = [
  get(PATHS.authorizationServer, 200),
  get(PATHS.protectedResource, 200),
  get(`${PATHS.protectedResource}${PATHS.api}`, 200),
  get(PATHS.apiCatalog, 200),
  get(PATHS.serverCard, 200),
  get(PATHS.openApi, 200),
  get(PATHS.agentsMd, 200),
  get(PATHS.authMd, 200),
  get(PATHS.identity, 401),
  post(PATHS.oauth.register, [400, 429], '[]', 'application/json'),
  post(PATHS.oauth.token, [400, 401, 429], 'grant_type=client_credentials'),
  post(PATHS.oauth.revoke, [400, 401, 429], 'token=none'),
  post(PATHS.oauth.introspect, [400, 401, 429], 'token=none'),
  post(PATHS.mcp, undefined, '{"jsonrpc":"2.0","id":1,"method":"ping"}', 'application/json'),
];

// Addresses of the contract, and those in the documents of the running server.
function probesFor(origin: string, documents: readonly unknown[]): readonly Probe[] {
  const known = new Set(CONTRACT.map(({ path }) => path));
  const named = [...new Set([...MORE, ...documents.flatMap((document) => addressesIn(document, origin))])].filter(
    (path) => !known.has(path),
  );
  // Such an address may require a method or parameter, so any response of the service is accepted.
  return [
    ...CONTRACT,
    ...named.slice(0, MOST_NAMED).map((path): Probe => ({ path, method: 'GET', expect: undefined })),
  ];
}

/** Returns the paths of all addresses below `origin` in a document, at any depth, without query and fragment. */
export function addressesIn(document: unknown, origin: string): string[] {
  if (typeof document === 'string') {
    if (document !== origin && !document.startsWith(`${origin}/`)) return [];
    const path = URL.parse(document)?.pathname.slice(new URL(origin).pathname.replace(/\/$/, '').length);
    return path === undefined || path === '/' || /[{}]|%7B/i.test(path) ? [] : [path];
  }
  if (typeof document !== 'object' || document === null) return [];
  return Object.values(document).flatMap((value) => addressesIn(value, origin));
}

// Reads the documents from `source`; `index` is the response of `{base_url}`.
async function probesOf(origin: string, source: Send, index: PublicAnswer): Promise<readonly Probe[]> {
  const documents: unknown[] = [index.json];
  for (const path of [PATHS.apiCatalog, PATHS.authorizationServer, PATHS.openApi]) {
    const answer = await source(path);
    if (answer.status === 200) documents.push(withoutExamples(answer.json));
  }
  return probesFor(origin, documents);
}

// A document that a web server can serve from a file.
type Document = { readonly path: string; readonly text: string };

/**
 * Reads the documents below `/.well-known/` for `--write-files`. `without` contains the paths below a document, because a path
 * cannot be both file and folder. Clients fall back to the upper path (RFC 9728 §3.1).
 */
export async function wellKnownDocuments(origin: string, source: Send) {
  const index = await source(PATHS.api);
  const probes = speakerOf(index) === 'service' ? await probesOf(origin, source, index) : [];
  const documents: Document[] = [];
  const without: string[] = [];
  for (const path of probes.map((probe) => probe.path).toSorted()) {
    if (!path.startsWith(`${PATHS.wellKnown}/`)) continue;
    const answer = await source(path);
    if (answer.status !== 200 || speakerOf(answer) !== 'service') continue;
    if (documents.some((one) => path.startsWith(`${one.path}/`))) without.push(path);
    else documents.push({ path, text: answer.text });
  }
  return { documents, without };
}

/** Sends a request to every address from outside and, if possible, on the machine of the service; judges each response. */
export async function examineAddresses(
  origin: string,
  {
    outside,
    inside,
    index,
  }: { readonly outside: Send; readonly inside: Send | undefined; readonly index: PublicAnswer },
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { path, method, body, type, ...probe } of await probesOf(origin, inside ?? outside, index)) {
    const ask = { method, headers: type === undefined ? {} : { 'content-type': type }, body };
    const [there, here] = [await outside(path, ask), await inside?.(path, ask)];
    const result = here?.status === 404 ? undefined : judgeProbe({ path, method, ...probe }, there, here, index);
    if (result) results.push({ ...result, check: `public.address.${path}` });
  }
  return results;
}

// Addresses of pages in OpenAPI examples do not belong to the service.
function withoutExamples(document: unknown): unknown {
  if (typeof document !== 'object' || document === null || !('openapi' in document)) return document;
  return Object.keys(fieldAt(document, 'paths') ?? {});
}

// Compares the response from outside with the response on this machine; `undefined` for an unknown address.
function judgeProbe(
  { path, method, expect }: Probe,
  outside: PublicAnswer,
  inside: PublicAnswer | undefined,
  index: PublicAnswer,
): Result | undefined {
  const what = `${method} ${path}`;
  const notPassed = { advice: fixFor('not_passed', path) };
  const { status, fault } = outside;
  if (fault !== undefined) return found('public.address', 'silent', { what, fault }, notPassed);
  const speaker = speakerOf(outside);
  if (speaker === 'service') {
    if (status === 404) return inside && found('public.address', 'absent', { what }, notPassed);
    if (!expect || expect.includes(status)) return found('public.address', 'answers', { what, status });
    return found('public.address', 'unexpected', { what, status, expected: expect.join(' or ') });
  }
  if (status === 200 && outside.json !== undefined && path.startsWith(`${PATHS.wellKnown}/`))
    return judgeCopy(what, outside, inside);
  return judgeStranger({ path, method }, outside, index);
}

// Judges a document that the web server serves from a file (`--write-files`).
function judgeCopy(what: string, { text }: PublicAnswer, inside: PublicAnswer | undefined): Result {
  const isCurrent = !inside || inside.status === 0 || inside.text.trim() === text.trim();
  return found('public.address', isCurrent ? 'copy' : 'stale', { what });
}

/** Judges a response that does not come from the service; `index` is the response of `{base_url}`. */
export function judgeStranger(
  { path, method }: Pick<Probe, 'path' | 'method'>,
  answer: PublicAnswer,
  index: PublicAnswer,
): Result {
  const what = `${method} ${path}`;
  const { status, headers } = answer;
  const blocker = status >= 400 ? blockerIn(answer) : undefined;
  const isWellKnown = path.startsWith(`${PATHS.wellKnown}/`);
  const fix = (fault: Parameters<typeof fixFor>[0]) => ({ advice: fixFor(fault, path) });
  switch (speakerOf(answer)) {
    case 'redirect':
      return found('public.address', 'redirects', { what, location: headers.get('location') ?? '?' }, fix('redirect'));
    case 'gateway':
      return found('public.address', 'down', { what, status }, fix('down'));
    case 'wordpress':
      return found('public.address', 'wordpress', { what, status }, fix('not_passed'));
    default: {
      const host = isWellKnown ? hostOf(headers, index.headers) : undefined;
      const by = host ? `; the host is ${host.name}` : blockedBy(blocker);
      const settings = method === 'GET' && !isWellKnown ? blocker?.settings : undefined;
      const isMethod = status === 405 || status === 501 || (method === 'POST' && status === 403);
      const fault = isMethod ? 'method' : isWellKnown ? 'dot_rule' : 'not_passed';
      const advice = host?.advice ?? settings ?? fixFor(fault, path);
      return found('public.address', 'foreign', { what, status, by }, { advice });
    }
  }
}
