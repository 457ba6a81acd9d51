import { fieldAt } from '../../shared/fields.ts';
import { counted, printable } from '../../shared/printable.ts';
import { readPage } from '../markdown/parse/page.ts';
import { SEE_PAGES } from '../service/report/next-steps.ts';
import { basicAuthorization, type Credentials } from '../wordpress/api.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';
import { createConnection, type Answer } from '../wordpress/connection.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { CACHE_BUSTER, isFirewall, orFailure, WordPressError } from '../wordpress/errors.ts';
import { createDisallowed } from '../wordpress/robots-txt.ts';
import { isNoindex } from '../wordpress/robots.ts';
import { CENSUS_FIELDS, type WordPressPage } from '../wordpress/rows.ts';
import { found, runChecks, type Checks, type Finding, type Result } from './finding.ts';
import {
  judgeCache,
  judgeClock,
  judgeFailure,
  judgeLanguages,
  judgeListing,
  judgeLogin,
  judgePages,
  judgePath,
  judgeRedirect,
  judgeRest,
  UNAVAILABLE,
} from './site-judge.ts';
import { blockedBy, blockerOf } from './site-marks.ts';

type SiteOptions = {
  readonly siteUrl: string;
  readonly types: readonly string[];
  readonly requestsPerSecond: number;
  readonly credentials: Credentials | undefined;
  readonly language: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
};

const TIMEOUTS = { connect: 10_000, headers: 30_000, body: 30_000, total: 60_000 };
const MAX_BYTES = 32 * 1024 * 1024;
// Pages that are read completely.
const SAMPLES = 20;
// Pages of the sample that are fetched as a visitor.
const VISITS = 5;
const SLOW_MS = 5000;

// A response, or the failure of its request.
type Response = Answer | WordPressError;

// A site, with responses that several checks use.
type Site = SiteOptions & {
  // Requests an address with the application password, or as a visitor.
  readonly ask: (address: string, isVisitor?: boolean) => Promise<Response>;
  readonly base: string;
  readonly front: Response;
  // Response at the default path of the REST API.
  readonly usual: Response;
  readonly connected: WordPress | WordPressError;
  // Step of the discovery that found the REST API.
  readonly by: string;
  // Filled by the check of the types.
  readonly rows: unknown[];
  readonly pages: WordPressPage[];
};

const isFailed = (answer: object): answer is WordPressError => answer instanceof WordPressError;

/** Checks of a site, in the order of the report. */
export const SITE_CHECKS: Checks<Site> = {
  'site.reachable': ({ front, usual }) =>
    isFailed(front) && isFailed(usual) ? { ...judgeFailure('site.reachable', front), isLast: true } : undefined,
  'site.front': ({ front, base, now }) => {
    if (isFailed(front)) return judgeFailure('site.front', front);
    const { status, url, headers } = front;
    if (status < 400)
      return [found('site.front', 'answers', { status, url }), ...judgeRedirect(base, url), judgeClock(headers, now())];
    const blocker = blockerOf(front);
    const advice = blocker?.advice ?? (status === 503 ? UNAVAILABLE : undefined);
    return found('site.front', 'refused', { status, blocked: blockedBy(blocker) }, { advice });
  },
  'site.rest': async ({ connected, by, usual, base, credentials, siteUrl, ask }) => {
    if (!isFailed(connected)) {
      const blocker = isFailed(usual) ? usual.what : blockerOf(usual)?.name;
      return [...judgeRest(connected.apiRoot, by, blocker), ...judgePath(siteUrl, connected.site.home)];
    }
    const open = credentials && (await ask(`${base}/wp-json/`, true));
    const isRefused = open && !isFailed(open) && open.status === 200 && !isFailed(usual);
    const failure = () => judgeFailure('site.rest', connected, isFailed(usual) ? undefined : usual);
    return { ...(isRefused ? judgeLogin(usual, siteUrl) : failure()), isLast: true };
  },
  'site.type': async (site) => {
    const results: Result[] = [];
    for (const type of site.types) results.push(...(await examineType(site, type)));
    return results;
  },
  'site.types': async (site) => {
    const { types: read } = site;
    const unread = await wordpressOf(site).types.countEntries(read);
    if (unread.length === 0) return found('site.types', 'all', { read: read.join(', ') });
    return unread.map(({ base, name, entries: number }) => {
      const entries = `${number} ${number === 1 ? 'entry' : 'entries'}`;
      const values = { entries, base, name: printable(name), types: [...read, base].join(',') };
      return found('site.types', 'unread', values, { check: `site.types.${base}` });
    });
  },
  'site.password': ({ rows }) => {
    const hidden = rows.filter((row) => fieldAt(row, 'content', 'protected') === true).length;
    return hidden === 0 ? undefined : found('site.password', 'hidden', { hidden, all: rows.length });
  },
  'site.noindex_all': ({ front, now }) => {
    const isHidden = !isFailed(front) && isNoindex(readPage(textOf(front)), front.headers, now().getTime());
    return isHidden ? found('site.noindex_all', 'marked') : undefined;
  },
  // Visitors see such pages, so sync publishes them.
  'site.robots_txt': async (site) => {
    const robots = await site.ask(new URL('/robots.txt', site.siteUrl).href);
    if (isFailed(robots) || robots.status !== 200) return undefined;
    const isDisallowed = createDisallowed(textOf(robots));
    if (isDisallowed(`${wordpressOf(site).site.home}/`)) return found('site.robots_txt', 'whole');
    const links = site.rows.flatMap((row) => {
      const link = fieldAt(row, 'link');
      return typeof link === 'string' && URL.canParse(link) && isDisallowed(link) ? [link] : [];
    });
    if (links.length === 0) return undefined;
    const values = { pages: counted(links.length, 'published page'), links: links.slice(0, 3).join(', ') };
    return found('site.robots_txt', 'pages', values);
  },
  'site.languages': async (site) => {
    const { front, language: wanted, pages } = site;
    const root = await site.ask(fresh(site, '', { _fields: 'namespaces' }));
    const decoded = decodeJson(isFailed(root) ? '' : textOf(root));
    const namespaces = decoded.ok ? [fieldAt(decoded.value, 'namespaces')].flat() : [];
    const own = wordpressOf(site).site.language;
    return judgeLanguages(namespaces, isFailed(front) ? '' : textOf(front), { own, wanted, pages });
  },
  'site.login': async (site) => {
    if (!site.credentials) return undefined;
    const me = await site.ask(fresh(site, 'wp/v2/users/me', { context: 'edit', _fields: 'id,roles' }));
    return [
      isFailed(me) ? judgeFailure('site.login', me) : judgeLogin(me, site.siteUrl),
      found('site.login', 'visitors', {}, { check: 'site.login.visitors' }),
    ];
  },
};

/** Checks a site under the conditions of sync, with about twenty requests. Throws only internal errors. */
export async function examineSite(options: SiteOptions): Promise<readonly Finding[]> {
  const { siteUrl, credentials, requestsPerSecond, signal } = options;
  const connection = createConnection({ siteUrl, timeouts: TIMEOUTS, maxBytes: MAX_BYTES, onEvent: () => undefined });
  const accept = { accept: 'application/json, text/html' };
  const login = credentials ? { ...accept, authorization: basicAuthorization(credentials) } : accept;
  const ask: Site['ask'] = (address, isVisitor = false) =>
    connection.get(address, isVisitor ? accept : login, signal).catch(orFailure);
  try {
    const base = siteUrl.replace(/\/+$/, '');
    const [front, usual] = [await ask(`${base}/`), await ask(`${base}/wp-json/`)];
    let by = '';
    const client = { siteUrl, requestsPerSecond, credentials, signal, attempts: 2 };
    const connected =
      isFailed(front) && isFailed(usual)
        ? front
        : await connectWordPress({
            ...client,
            onEvent: (event) => {
              if (event.type === 'api_found') by = event.by;
            },
          }).catch(orFailure);
    await using _wordpress = isFailed(connected) ? undefined : connected;
    const site = { ...options, ask, base, front, usual, connected, by, rows: [], pages: [] };
    return (await runChecks(SITE_CHECKS, site)).findings;
  } finally {
    await connection.close();
  }
}

// For checks after `site.rest`, which ends the report without a connection.
function wordpressOf({ connected }: Site): WordPress {
  if (isFailed(connected)) throw connected;
  return connected;
}

// Checks the list of a type, and a sample of its pages.
async function examineType(site: Site, type: string): Promise<Result[]> {
  const { ask, now } = site;
  const wordpress = wordpressOf(site);
  const check = `site.type.${type}`;
  const route = (await wordpress.types.routeOf(type)).slice(1);
  const listing = { per_page: '100', orderby: 'id', order: 'asc', _fields: CENSUS_FIELDS };
  const began = now().getTime();
  const list = await ask(fresh(site, route, listing));
  if (isFailed(list)) return [judgeFailure(check, list)];
  const took = now().getTime() - began;
  const { findings, rows } = judgeListing(type, list);
  site.rows.push(...rows);
  if (took > SLOW_MS)
    findings.push(found('site.type', 'slow', { type, seconds: (took / 1000).toFixed(1) }, { check: `${check}.speed` }));
  if (type === site.types[0]) {
    const address = apiAddress(wordpress.apiRoot, route, listing);
    const [first, second] = [await ask(address), await ask(address)];
    if (!isFailed(first) && !isFailed(second)) findings.push(judgeCache(list, second));
  }
  const { pages, failure } = await samplesOf(wordpress, type, rows);
  site.pages.push(...pages);
  findings.push(...judgePages(pages), ...(await examineVisits(wordpress, pages, ask)));
  return failure ? [...findings, judgeFailure(`${check}.sample`, failure)] : findings;
}

// Reads a sample of full pages across a listing, and returns the failure that ended it.
async function samplesOf(wordpress: WordPress, type: string, rows: readonly unknown[]) {
  const ids = rows.flatMap((row) => (typeof row === 'object' && row !== null ? [Number(fieldAt(row, 'id'))] : []));
  const step = Math.max(1, Math.floor(ids.length / SAMPLES));
  const chosen = ids.filter((id, index) => index % step === 0 && Number.isInteger(id)).slice(0, SAMPLES);
  const pages: WordPressPage[] = [];
  try {
    for await (const batch of wordpress.fetchPages(type, chosen)) pages.push(...batch);
    return { pages };
  } catch (error) {
    return { pages, failure: orFailure(error) };
  }
}

// Reports that a firewall blocks visitor requests of sync, with its name if known.
async function examineVisits(wordpress: WordPress, sample: readonly WordPressPage[], ask: Site['ask']) {
  const pages = sample.slice(0, VISITS);
  const errors: WordPressError[] = [];
  for (const page of pages) {
    const snapshot = await wordpress.look(page);
    if (snapshot.kind === 'unknown' && isFirewall(snapshot.error)) errors.push(snapshot.error);
  }
  const [first] = errors;
  if (!first) return [];
  const answer = await ask(first.url);
  const name = isFailed(answer) ? undefined : blockerOf(answer)?.name;
  const firewall = name === undefined ? '' : ` (${name})`;
  const values = { firewall, blocked: errors.length, all: pages.length, fault: first.message };
  return [found('site.firewall', 'blocks', values, { advice: SEE_PAGES })];
}

// Address of the API, whose root may be a query string: `/?rest_route=/`.
function apiAddress(root: string, path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(`${root}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function fresh(site: Site, path: string, query: Readonly<Record<string, string>>): string {
  const buster = { [CACHE_BUSTER]: site.now().getTime().toString(36) };
  return apiAddress(wordpressOf(site).apiRoot, path, { ...query, ...buster });
}

const textOf = ({ body }: Answer): string => body.toString('utf8');
