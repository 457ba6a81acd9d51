import { fieldAt } from '../../shared/fields.ts';
import { DEFAULT_OPERATIONS } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { cacheOf } from '../wordpress/caches.ts';
import { createDisallowed } from '../wordpress/robots-txt.ts';
import { headerText } from '../wordpress/text.ts';
import { ASSISTANTS, examineAssistants } from './assistants.ts';
import {
  forGateway,
  found,
  runChecks,
  type Checks,
  type Finding,
  type Result,
  type Run,
  type Score,
} from './finding.ts';
import {
  addressesIn,
  examineAddresses,
  examineWellKnownFiles,
  judgeStranger,
  type Send,
  type WellKnownFiles,
} from './public-addresses.ts';
import { gotOf, sendPublic, speakerOf, type PublicAnswer } from './public-answer.ts';
import { blockerOf } from './site-marks.ts';

export type PublicOptions = {
  /** `{site_url}`. */
  readonly origin: string;
  /** Address of the service on this machine. */
  readonly local: string;
  readonly trustProxy: readonly string[];
  /** True if the service has a gateway secret. */
  readonly trustsGateway: boolean;
  /** The owner's files for `/.well-known/`. */
  readonly files: WellKnownFiles;
  readonly signal: AbortSignal;
};

type Outside = Awaited<ReturnType<typeof reach>>;
type PageForms = NonNullable<Awaited<ReturnType<typeof formsOfPage>>>;

const BROWSER = { headers: { accept: 'text/html,application/xhtml+xml' } };
const MARKDOWN = { headers: { accept: 'text/markdown' } };
// An operation that requires a token.
const QUOTA = `${PATHS.api}${DEFAULT_OPERATIONS.get_quota.path}`;
const METERED = `${PATHS.api}${DEFAULT_OPERATIONS.get_company_info.path}?section=contact`;
// A documentation address (RFC 5737).
const FORGED = '192.0.2.77';
const FORGED_HEADERS = { 'x-forwarded-for': FORGED, forwarded: `for=${FORGED}`, 'x-real-ip': FORGED };
// A path that does not exist on any site.
const ABSENT = '/content-service-doctor-absent-page/';
// Maximum pages of the company data to try.
const MOST_CANDIDATES = 5;
// Characters that assistants read, and the length that many truncate.
const [SHORT, LONG] = [50_000, 100_000];

/** Checks of the public side, with the points of the score. */
export const PUBLIC_CHECKS: Checks<Outside> = {
  'public.https': ({ origin }) => {
    const { protocol, hostname } = new URL(origin);
    if (protocol === 'https:') return undefined;
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
    return found('public.https', isLocal ? 'local' : 'open', { origin });
  },
  'public.api': judgeIndex,
  'public.local': ({ inside, origin, local }) =>
    inside ? undefined : found('public.local', 'differs', { local, origin }),
  'public.way': async ({ index, relay, addresses }) => {
    const isForeign = !relay && ['wordpress', 'other'].includes(speakerOf(index));
    const results = isForeign ? await addresses() : [];
    // The same advice would apply to each address.
    const isUnled = isForeign && results.every(({ level }) => level !== 'ok');
    const outcome = isUnled ? 'none' : relay?.by;
    const lost = results.filter(({ level }) => level === 'problem').length;
    return outcome && found('public.way', outcome, { name: relay?.name ?? '', lost }, { isLast: isUnled });
  },
  'public.address': async ({ addresses, relay }) => {
    const results = await addresses();
    return relay ? results : results.map((result) => Object.assign(result, { isLast: true }));
  },
  'public.own_file': ({ files, ask }) => examineWellKnownFiles(files, ask),
  'public.well_known': ifPages(async ({ ask }) => {
    const path = `${PATHS.wellKnown}/`;
    const isPassed = speakerOf(await ask(`${path}content-service-doctor`)) === 'service';
    return found('public.well_known', isPassed ? 'passed' : 'apart', { path });
  }),
  'public.robots': ifPages(async ({ origin, robots, ask }) => {
    const line = `Agentmap: ${origin}${PATHS.ard}`;
    const lines = (await robots()).split('\n').map((text) => text.trim().toLowerCase());
    if (!lines.includes(line.toLowerCase())) return found('public.robots', 'unnamed', { line });
    const entries = fieldAt((await ask(PATHS.ard)).json, 'entries');
    const isFilled = Array.isArray(entries) && entries.length > 0;
    return found('public.robots', isFilled ? 'named' : 'empty', { line, path: PATHS.ard });
  }),
  'public.robots_agents': ifPages(async ({ origin, robots }) => {
    const text = await robots();
    const readers = ASSISTANTS.filter(({ kind }) => kind !== 'mcp').map(({ name }) => name);
    const barred = readers.filter((name) => createDisallowed(text, name)(`${origin}/`));
    if (barred.length === 0) return found('public.robots_agents', 'allowed', { names: readers.join(', ') });
    const share = 1 - barred.length / readers.length;
    return found('public.robots_agents', 'barred', { names: barred.join(', ') }, { share });
  }),
  'public.page': ifPages(async ({ page }) => ((await page()) ? undefined : found('public.page', 'none'))),
  'public.links': ofPage(({ path, html }) => {
    const link = html.headers['link'] ?? '';
    const wanted = [
      ['api-catalog', /rel="?api-catalog/],
      ['service-desc', /rel="?service-desc/],
      ['service-doc', /rel="?service-doc/],
      ['alternate of text/markdown', /rel="?alternate"?;\s*type="?text\/markdown/],
    ] as const;
    const absent = wanted.filter(([, pattern]) => !pattern.test(link)).map(([name]) => name);
    if (absent.length === 0) return found('public.links', 'linked', { path });
    const share = 1 - absent.length / wanted.length;
    return found('public.links', 'absent', { path, absent: absent.join(', ') }, { share });
  }),
  'public.markdown': ofPage(({ path, markdown }) => judgeMarkdown('public.markdown', path, markdown)),
  'public.markdown_file': ofPage(({ file, markdownFile }) => judgeMarkdown('public.markdown_file', file, markdownFile)),
  'public.markdown_size': ofPage(({ path, markdown }) => {
    const length = markdownIn(markdown)?.length;
    if (length === undefined) return undefined;
    if (length <= SHORT) return found('public.markdown_size', 'short', { path, length });
    return found('public.markdown_size', 'long', { path, length }, { share: length <= LONG ? 0.5 : 0 });
  }),
  'public.markdown_mixed': ofPage(({ path, html, again }) => {
    if (html.status === 0 || again.status === 0) return undefined;
    const types = [html, again].map(({ headers }) => headers['content-type'] ?? '');
    const isMixed = types.some((type) => type.startsWith('text/markdown'));
    const isVaried = /(?:^|,)\s*accept\s*(?:,|$)/i.test(again.headers['vary'] ?? '');
    return found('public.markdown_mixed', isMixed ? 'mixed' : isVaried ? 'varied' : 'unvaried', { path });
  }),
  'public.compression': ofPage(({ html }) => {
    const coding = html.headers['content-encoding'] ?? '';
    return found('public.compression', coding === '' ? 'none' : 'coded', { coding, path: '/' });
  }),
  'public.absent_page': ifPages(async ({ ask }) => {
    const { status, fault } = await ask(ABSENT, BROWSER);
    if (fault !== undefined) return found('public.absent_page', 'silent', { fault });
    return found('public.absent_page', status === 404 || status === 410 ? 'absent' : 'found', { status });
  }),
  'public.llms_txt': async ({ ask }) => {
    const answer = await ask(PATHS.llmsTxt);
    const text = textIn(answer);
    const faults = [
      text.length < 50 && 'is too short',
      !/^\s*#\s+\S/m.test(text) && 'has no heading',
      !/\[[^\]]+\]\([^)]+\)/.test(text) && 'has no link',
      text.length > LONG && 'is too long',
    ].filter((one) => one !== false);
    const path = PATHS.llmsTxt;
    if (faults.length === 0) return found('public.llms_txt', 'whole', { path, length: text.length });
    return found('public.llms_txt', 'faulty', { path, faults: faults.join(', '), got: gotOf(answer) });
  },
  // If the response rejects the invalid token, the header has arrived.
  'public.authorization': async ({ ask }) => {
    const answer = await ask(QUOTA, { headers: { authorization: 'Bearer doctor' } });
    const code = fieldAt(answer.json, 'code');
    if (code === 'service_not_ready') return found('public.authorization', 'unchecked', {}, { share: null });
    const outcome = code === 'rest_invalid_token' ? 'arrives' : code === 'rest_not_logged_in' ? 'lost' : 'unreached';
    return found('public.authorization', outcome, { got: gotOf(answer), path: QUOTA });
  },
  'public.preflight': async ({ ask }) => {
    const headers = { origin: 'https://client.example' };
    const path = PATHS.oauth.token;
    const answer = await ask(path, { method: 'OPTIONS', headers });
    const isReached = answer.status === 204 && speakerOf(answer) === 'service';
    return found('public.preflight', isReached ? 'reached' : 'unreached', { path, got: gotOf(answer) });
  },
  // Two responses to the same metered request must differ in X-Request-Id.
  'public.cache': async ({ metered }) => {
    const [first, second] = await metered();
    if (first.status === 0 || second.status === 0) return found('public.cache', 'unchecked', {}, { share: null });
    const [before, after] = [first, second].map(({ headers }) => headers['x-request-id'] ?? '');
    const cache = cacheOf(second.headers);
    const inFront = cache ? ` (${cache.name} is in front)` : '';
    const isStored = (before !== '' && before === after) || cache?.hit === true;
    const values = { name: cache?.name ?? 'A cache', inFront, path: PATHS.api };
    return found('public.cache', isStored ? 'stored' : 'unstored', values);
  },
  'public.forwarded_for': judgeForwardedFor,
  'public.assistant': ({ origin, signal }) => examineAssistants(origin, signal),
};

/**
 * Checks the service at its public addresses, with at most 150 requests of at most 15 seconds each. Requests go only to this
 * origin and to the service on this machine.
 */
export async function examinePublic(
  options: PublicOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly score: Score }> {
  const outside = await reach(options);
  const { findings, score } = await runChecks(PUBLIC_CHECKS, outside);
  return { findings: outside.relay?.by === 'gateway' ? findings.map(forGateway) : findings, score };
}

// Facts about the public side of a site. Checks call functions for the requests that several of them use.
async function reach(options: PublicOptions) {
  const { origin, local, signal } = options;
  const ask: Send = (path, what = {}) => sendPublic(`${origin}${path}`, what, signal);
  const askHere: Send = (path, what = {}) => sendPublic(`${origin}${path}`, what, signal, { local });
  const index = await ask(PATHS.api);
  const here = index.status === 0 ? index : await askHere(PATHS.api);
  const isHere = fieldAt(here.json, 'base_url') === `${origin}${PATHS.api}`;
  const inside = isHere ? askHere : undefined;
  return {
    ...options,
    ask,
    index,
    // Sends a request to the service on this machine, if it serves the same address.
    inside,
    // Reverse proxy or gateway; `undefined` if the service does not respond.
    relay: speakerOf(index) === 'service' ? relayOf(index) : undefined,
    addresses: lazily(async () =>
      index.status === 0 ? [] : await examineAddresses(origin, { outside: ask, inside, index: isHere ? here : index }),
    ),
    // True if WordPress has the same host.
    hasPages: lazily(async () => {
      const front = await ask('/', BROWSER);
      return front.status !== 0 && !(speakerOf(front) === 'service' && front.status === 404);
    }),
    robots: lazily(async () => textIn(await ask('/robots.txt'))),
    page: lazily(() => formsOfPage(origin, ask)),
    // Three responses of a metered operation, the third with a forged address.
    metered: lazily(
      async () => [await ask(METERED), await ask(METERED), await ask(METERED, { headers: FORGED_HEADERS })] as const,
    ),
  };
}

function lazily<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}

// Requests a page of the service in each format.
async function formsOfPage(origin: string, ask: Send) {
  const path = await pathOfPage(origin, ask);
  if (path === undefined) return undefined;
  // HTML twice: a cache that ignores `Vary` then returns the Markdown.
  const [html, markdown, again] = [await ask(path, BROWSER), await ask(path, MARKDOWN), await ask(path, BROWSER)];
  const file = path.endsWith('/') ? `${path}index.md` : `${path}.md`;
  return { path, html, markdown, again, file, markdownFile: await ask(file, BROWSER) };
}

// Path of a page that the service has: the front page, or a page in the company data.
async function pathOfPage(origin: string, ask: Send): Promise<string | undefined> {
  const named = addressesIn((await ask(`${PATHS.api}/get_company_info`)).json, origin);
  for (const path of ['/', ...named.slice(0, MOST_CANDIDATES)]) {
    const answer = await ask(`${PATHS.api}/read_page?${new URLSearchParams({ url: `${origin}${path}` }).toString()}`);
    const address = answer.status === 200 ? fieldAt(answer.json, 'url') : undefined;
    const url = typeof address === 'string' ? URL.parse(address) : null;
    // With the folder of the site; plain permalinks have no path.
    if (url?.search === '') return url.pathname;
  }
  return undefined;
}

function ifPages(run: Run<Outside>): Run<Outside> {
  return async (outside) => ((await outside.hasPages()) ? await run(outside) : undefined);
}

function ofPage(judge: (page: PageForms) => Result | undefined): Run<Outside> {
  return ifPages(async (outside) => {
    const page = await outside.page();
    return page && judge(page);
  });
}

// Returns the proxy of a response: the gateway in WordPress identifies itself in `Via` (RFC 9110 §7.6.3).
function relayOf({ headers }: PublicAnswer) {
  const via = headerText(headers['via']);
  const name = headerText(headers['server'] ?? via);
  if (/\bcontent-service-gateway\b/.test(via)) return { by: 'gateway', name } as const;
  return { by: name === '' ? 'direct' : 'server', name } as const;
}

function judgeIndex({ origin, index }: Outside): Result {
  const base = `${origin}${PATHS.api}`;
  if (index.fault !== undefined) return found('public.api', 'silent', { base, fault: index.fault });
  if (speakerOf(index) !== 'service') {
    // A firewall that blocks the doctor hides the rest.
    const isLast = speakerOf(index) === 'other' && blockerOf(index) !== undefined;
    return { ...judgeStranger({ path: PATHS.api }, index, index), check: 'public.api', isLast };
  }
  const declared = fieldAt(index.json, 'base_url');
  const name = typeof declared === 'string' ? declared : `unknown (${index.status})`;
  return found('public.api', declared === base ? 'answers' : 'misnamed', { base, name });
}

const markdownIn = ({ status, headers, text }: PublicAnswer): string | undefined =>
  status === 200 && headers['content-type']?.startsWith('text/markdown') ? text : undefined;

function judgeMarkdown(check: string, path: string, answer: PublicAnswer): Result {
  if (markdownIn(answer) !== undefined) return found('public.markdown', 'returned', { path }, { check });
  const got = answer.fault ?? `${answer.status}, ${answer.headers['content-type'] ?? 'no media type'}`;
  return found('public.markdown', 'other', { path, got }, { check });
}

// A forged X-Forwarded-For must not get a separate quota; behind a proxy, the real address must.
async function judgeForwardedFor({ metered, relay, trustProxy, trustsGateway }: Outside): Promise<Result> {
  const [, left, leftForged] = (await metered()).map(remaining);
  if (left === undefined || leftForged === undefined)
    return found('public.forwarded_for', 'unchecked', {}, { share: null });
  const trusted = trustProxy.length === 0 ? 'no proxy is trusted' : `trusted: ${trustProxy.join(', ')}`;
  const outcome =
    leftForged > left
      ? 'forged'
      : relay?.by === 'gateway' && !trustsGateway
        ? 'noSecret'
        : relay?.by === 'server' && trustProxy.length === 0
          ? 'untrusted'
          : 'same';
  const values = { forged: leftForged, left: left - 1, name: relay?.name ?? '', trusted, path: PATHS.api };
  return found('public.forwarded_for', outcome, values);
}

function remaining({ headers }: PublicAnswer): number | undefined {
  const value = headers['ratelimit-remaining'] ?? '';
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

const textIn = ({ status, text }: PublicAnswer): string => (status === 200 ? text : '');
