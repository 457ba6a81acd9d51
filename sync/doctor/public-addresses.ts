import { PATHS } from '../../shared/public-paths.ts';
import { WELL_KNOWN_FOLDER, type WellKnownFile } from '../../shared/well-known-files.ts';
import { found, type Finding, type Result } from './finding.ts';
import { gotOf, sendPublic, speakerOf, type Call, type PublicAnswer } from './public-answer.ts';
import { blockedBy, blockerOf, hostOf } from './site-marks.ts';

/** Sends a request to a path of the service. */
export type Send = (path: string, ask?: Call) => Promise<PublicAnswer>;

// A request that tests an address without side effects. Without `expect`, every status of the service except 404 is accepted.
type Probe = Call & { readonly path: string; readonly expect?: readonly number[] };

const get = (path: string, ...expect: readonly number[]): Probe => ({ path, expect });
// A POST without credentials, so that nothing is registered, issued or revoked.
const post = (path: string, body: string, ...expect: readonly number[]): Probe => {
  const type = /^[[{]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded';
  return { path, method: 'POST', headers: { 'content-type': type }, body, ...(expect.length > 0 && { expect }) };
};

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
  post(PATHS.oauth.register, '[]', 400, 429),
  post(PATHS.oauth.token, 'grant_type=client_credentials', 400, 401, 429),
  post(PATHS.oauth.revoke, 'token=none', 400, 401, 429),
  post(PATHS.oauth.introspect, 'token=none', 400, 401, 429),
  post(PATHS.mcp, '{"jsonrpc":"2.0","id":1,"method":"ping"}'),
];
// Documents of newer servers.
const MORE = [PATHS.ard, PATHS.aiCatalog, PATHS.llmsTxt];
const MOST_NAMED = 40;

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

// Addresses of the contract, and those in the documents of `source`; `index` is the response of `{base_url}`.
async function probesOf(origin: string, source: Send, index: PublicAnswer): Promise<readonly Probe[]> {
  const documents = [index.json];
  for (const path of [PATHS.apiCatalog, PATHS.authorizationServer]) {
    const { status, json } = await source(path);
    if (status === 200) documents.push(json);
  }
  const named = new Set<string>([...MORE, ...addressesIn(documents, origin)]);
  for (const { path } of CONTRACT) named.delete(path);
  return [...CONTRACT, ...[...named].slice(0, MOST_NAMED).map((path) => ({ path }))];
}

type Document = { readonly path: string; readonly text: string };

/**
 * Reads the documents below `/.well-known/` for `--write-files`, from the service on this machine if it responds. `without`
 * contains the paths below a document, because a path cannot be both file and folder. Clients fall back to the upper path (RFC
 * 9728 §3.1).
 */
export async function wellKnownDocuments(
  { origin, local }: { readonly origin: string; readonly local: string },
  signal: AbortSignal,
): Promise<{ readonly documents: readonly Document[]; readonly without: readonly string[] }> {
  const documents: Document[] = [];
  const without: string[] = [];
  for (const route of [{ local }, {}]) {
    const source: Send = (path, call = {}) => sendPublic(`${origin}${path}`, call, signal, route);
    const index = await source(PATHS.api);
    const probes = speakerOf(index) === 'service' ? await probesOf(origin, source, index) : [];
    for (const path of probes.map((probe) => probe.path).toSorted()) {
      if (!isWellKnown(path)) continue;
      const answer = await source(path);
      if (answer.status !== 200 || speakerOf(answer) !== 'service') continue;
      if (documents.some((one) => path.startsWith(`${one.path}/`))) without.push(path);
      else documents.push({ path, text: answer.text });
    }
    if (documents.length > 0) break;
  }
  return { documents, without };
}

type Sides = { readonly outside: Send; readonly inside: Send | undefined; readonly index: PublicAnswer };

/** Sends a request to every address from outside and, if possible, on the machine of the service; judges each response. */
export async function examineAddresses(origin: string, { outside, inside, index }: Sides): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const probe of await probesOf(origin, inside ?? outside, index)) {
    const [there, here] = [await outside(probe.path, probe), await inside?.(probe.path, probe)];
    const result = here?.status === 404 ? undefined : judgeProbe(probe, there, here, index);
    if (result) results.push({ ...result, check: `public.address.${probe.path}` });
  }
  return results;
}

const isWellKnown = (path: string): boolean => path.startsWith(`${PATHS.wellKnown}/`);

// Compares the response from outside with the response on this machine; `undefined` for an unknown address.
function judgeProbe(
  probe: Probe,
  outside: PublicAnswer,
  inside: PublicAnswer | undefined,
  index: PublicAnswer,
): Result | undefined {
  const { path, method = 'GET', expect } = probe;
  const { status, fault, json, text } = outside;
  const values = { what: `${method} ${path}`, path, status };
  if (fault !== undefined) return found('public.address', 'silent', { ...values, fault });
  if (speakerOf(outside) === 'service') {
    if (status === 404) return inside && found('public.address', 'absent', values);
    if (!expect || expect.includes(status)) return found('public.address', 'answers', values);
    return found('public.address', 'unexpected', { ...values, expected: expect.join(' or ') });
  }
  if (status !== 200 || json === undefined || !isWellKnown(path)) return judgeStranger(probe, outside, index);
  // A file of the web server (`--write-files`).
  const isCurrent = !inside || inside.status === 0 || inside.text.trim() === text.trim();
  return found('public.address', isCurrent ? 'copy' : 'stale', values);
}

/** Judges a response that does not come from the service; `index` is the response of `{base_url}`. */
export function judgeStranger({ path, method = 'GET' }: Probe, answer: PublicAnswer, index: PublicAnswer): Result {
  const { status, headers } = answer;
  const values = { what: `${method} ${path}`, path, status };
  const speaker = speakerOf(answer);
  if (speaker === 'redirect') {
    return found('public.address', 'redirects', { ...values, location: headers['location'] ?? '?' });
  }
  if (speaker === 'gateway') return found('public.address', 'down', values);
  if (speaker === 'wordpress') return found('public.address', 'wordpress', values);
  const blocker = status >= 400 ? blockerOf(answer) : undefined;
  const host = isWellKnown(path) ? hostOf(headers, index.headers) : undefined;
  const isMethod = status === 405 || status === 501 || (method === 'POST' && status === 403);
  const outcome = isMethod ? 'barred' : isWellKnown(path) ? 'hidden' : 'foreign';
  const by = host ? `; the host is ${host.name}` : blockedBy(blocker);
  const advice = host?.advice ?? (method === 'GET' && !isWellKnown(path) ? blocker?.settings : undefined);
  return found('public.address', outcome, { ...values, by }, { advice });
}

/** The owner's files for `/.well-known/`, by name. */
export type WellKnownFiles = ReadonlyMap<string, WellKnownFile>;

const PUBLISHED: ReadonlySet<unknown> = new Set(Object.values(PATHS));

/** Checks which files of the folder are published; returns no findings without files. */
export function judgeWellKnownFiles(files: WellKnownFiles): Finding[] {
  return [...files].map(([name, file]): Finding => {
    const path = `${PATHS.wellKnown}/${name}`;
    const values = { file: `${WELL_KNOWN_FOLDER}/${name}`, path, reason: 'refused' in file ? file.refused : '' };
    const outcome = 'refused' in file ? 'refused' : PUBLISHED.has(path) ? 'taken' : 'published';
    return found('well_known', outcome, values, { check: `well_known.${name}` });
  });
}

/** Checks that a request from outside returns each of the owner's files unchanged. */
export async function examineWellKnownFiles(files: WellKnownFiles, ask: Send): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, file] of files) {
    const path = `${PATHS.wellKnown}/${name}`;
    if (!('body' in file) || PUBLISHED.has(path)) continue;
    const answer = await ask(path);
    const isThere = answer.status === 200 && answer.text === file.body.toString();
    const values = { path, got: gotOf(answer) };
    results.push(
      found('public.address', isThere ? 'file' : 'fileDiffers', values, { check: `public.address.${path}` }),
    );
  }
  return results;
}
