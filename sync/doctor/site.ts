import { fieldAt } from '../../shared/fields.ts';
import { printable } from '../../shared/printable.ts';
import { createConnection, type Answer, type Connection } from '../wordpress/connection.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { CACHE_BUSTER, orFailure, WordPressError } from '../wordpress/errors.ts';
import type { WordPressEvent } from '../wordpress/events.ts';
import { readPage } from '../markdown/parse/page.ts';
import { isNoindex } from '../wordpress/robots.ts';
import { CENSUS_FIELDS, type WordPressPage } from '../wordpress/rows.ts';
import type { VisitorSnapshot } from '../wordpress/visitor.ts';
import { found, runChecks, type Check, type Finding } from './finding.ts';
import { refusalOf } from '../wordpress/types.ts';
import { judgeHidden, judgeLanguages, judgePages, judgeRobotsTxt, judgeVisits, blockedIn } from './site-content.ts';
import {
  judgeCache,
  judgeClock,
  judgeFailure,
  judgeListing,
  judgeLogin,
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
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
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

// A site, with responses that several checks use.
type Site = SiteOptions & {
  // Requests an address with the application password, or as a visitor.
  readonly ask: (address: string, isVisitor?: boolean) => Promise<Answer | WordPressError>;
  readonly base: string;
  readonly front: Answer | WordPressError;
  // Response at the default path of the REST API.
  readonly usual: Answer | WordPressError;
  readonly connected: Connected | WordPressError;
  // Filled by the check of the types.
  readonly rows: unknown[];
  readonly pages: WordPressPage[];
};
type Connected = { readonly wordpress: WordPress; readonly by: string };

const isFailed = (answer: Answer | Connected | WordPressError): answer is WordPressError =>
  answer instanceof WordPressError;

/** Checks of a site, in the order of the report. */
export const SITE_CHECKS: readonly Check<Site>[] = [
  {
    id: 'site.reachable',
    question: 'Can the site be reached?',
    run: ({ front, usual }) =>
      isFailed(front) && isFailed(usual) ? { ...judgeFailure('site.reachable', front), isLast: true } : undefined,
  },
  {
    id: 'site.front',
    question: 'Does the front page respond, at its address and in time?',
    run: ({ front, base, now }) => judgeFront(front, base, now()),
  },
  {
    id: 'site.rest',
    question: 'Is the REST API found?',
    run: async ({ connected, usual, base, credentials, siteUrl, ask }) => {
      if (!isFailed(connected)) {
        const { apiRoot, site } = connected.wordpress;
        const blocker = isFailed(usual) ? usual.what : blockerOf(usual)?.name;
        return [...judgeRest(apiRoot, connected.by, blocker), ...judgePath(siteUrl, site.home)];
      }
      const open = credentials && (await ask(`${base}/wp-json/`, true));
      if (open && !isFailed(open) && open.status === 200 && !isFailed(usual))
        return { ...judgeLogin(usual, siteUrl), isLast: true };
      return { ...judgeFailure('site.rest', connected, isFailed(usual) ? undefined : usual), isLast: true };
    },
  },
  {
    id: 'site.type',
    question: 'Can sync read the lists, the pages, and the pages as a visitor?',
    run: async (site) => {
      const findings: Finding[] = [];
      for (const type of site.types) findings.push(...(await examineType(site, type)));
      return findings;
    },
  },
  {
    id: 'site.types',
    question: 'Are there page types that sync does not read?',
    run: async (site) => await examineTypes(wordpressOf(site), site.types),
  },
  {
    id: 'site.noindex_all',
    question: 'Is anything hidden on purpose?',
    run: ({ rows, front, now }) => {
      const isShown = !isFailed(front);
      const page = readPage(isShown ? front.body.toString('utf8') : '');
      return judgeHidden(rows, isShown && isNoindex(page, front.headers, now().getTime()));
    },
  },
  {
    id: 'site.robots_txt',
    question: 'Does robots.txt disallow published pages?',
    run: async (site) => {
      const robots = await site.ask(new URL('/robots.txt', site.siteUrl).href);
      if (isFailed(robots) || robots.status !== 200) return undefined;
      return judgeRobotsTxt(site.rows, wordpressOf(site).site.home, robots.body.toString('utf8'));
    },
  },
  {
    id: 'site.languages',
    question: 'Which languages does the site have?',
    run: async (site) => {
      const root = await site.ask(fresh(site, '', { _fields: 'namespaces' }));
      const html = isFailed(site.front) ? '' : site.front.body.toString('utf8');
      const own = wordpressOf(site).site.language;
      return judgeLanguages(isFailed(root) ? [] : namespacesIn(root), html, {
        own,
        wanted: site.language,
        pages: site.pages,
      });
    },
  },
  {
    id: 'site.login',
    question: 'Does the application password work?',
    run: async (site) => {
      if (!site.credentials) return undefined;
      const me = await site.ask(fresh(site, 'wp/v2/users/me', { context: 'edit', _fields: 'id,roles' }));
      return [
        isFailed(me) ? judgeFailure('site.login', me) : judgeLogin(me, site.siteUrl),
        found('site.login', 'visitors', {}, { check: 'site.login.visitors' }),
      ];
    },
  },
];

/** Checks a site under the conditions of sync, with about twenty requests. Throws only internal errors. */
export async function examineSite(options: SiteOptions): Promise<readonly Finding[]> {
  const { siteUrl, credentials, signal } = options;
  const connection = createConnection({ siteUrl, timeouts: TIMEOUTS, maxBytes: MAX_BYTES, onEvent: () => undefined });
  try {
    const ask: Site['ask'] = (address, isVisitor = false) =>
      request(connection, address, isVisitor ? undefined : credentials, signal);
    const base = siteUrl.replace(/\/+$/, '');
    const front = await ask(`${base}/`);
    const usual = await ask(`${base}/wp-json/`);
    const connected = isFailed(front) && isFailed(usual) ? front : await connect(options);
    await using _wordpress = isFailed(connected) ? undefined : connected.wordpress;
    const site = { ...options, ask, base, front, usual, connected, rows: [], pages: [] };
    return (await runChecks(SITE_CHECKS, site)).findings;
  } finally {
    await connection.close();
  }
}

// For checks after `site.rest`, which ends the report without a connection.
function wordpressOf({ connected }: Site): WordPress {
  if (isFailed(connected)) throw connected;
  return connected.wordpress;
}

function judgeFront(front: Answer | WordPressError, base: string, now: Date): Finding[] {
  if (isFailed(front)) return [judgeFailure('site.front', front)];
  if (front.status >= 400) {
    const blocker = blockerOf(front);
    const advice = blocker?.advice ?? (front.status === 503 ? UNAVAILABLE : undefined);
    const values = { status: front.status, blocked: blockedBy(blocker) };
    return [found('site.front', 'refused', values, { ...(advice !== undefined && { advice }) })];
  }
  return [
    found('site.front', 'answers', { status: front.status, url: front.url }),
    ...judgeRedirect(base, front.url),
    judgeClock(front.headers, now),
  ];
}

// Checks the list of a type, and a sample of its pages.
async function examineType(site: Site, type: string): Promise<Finding[]> {
  const { ask, now, rows: allRows, pages: allPages } = site;
  const wordpress = wordpressOf(site);
  const refusal = refusalOf(type);
  const check = `site.type.${type}`;
  if (refusal !== undefined) return [found('site.type', 'excluded', { refusal, type }, { check })];
  const began = now().getTime();
  const route = (await wordpress.types.routeOf(type)).slice(1);
  const listing = { per_page: '100', orderby: 'id', order: 'asc', _fields: CENSUS_FIELDS };
  const list = await ask(fresh(site, route, listing));
  if (isFailed(list)) return [judgeFailure(check, list)];
  const took = now().getTime() - began;
  const { findings, rows } = judgeListing(type, list);
  allRows.push(...rows);
  if (took > SLOW_MS)
    findings.push(found('site.type', 'slow', { type, seconds: (took / 1000).toFixed(1) }, { check: `${check}.speed` }));
  if (type === site.types[0]) {
    const address = apiAddress(wordpress.apiRoot, route, listing);
    const [first, second] = [await ask(address), await ask(address)];
    if (!isFailed(first) && !isFailed(second)) findings.push(judgeCache(list, second));
  }
  const { pages, failure } = await samplesOf(wordpress, type, rows);
  allPages.push(...pages);
  const visits = await visitsTo(wordpress, pages);
  const [blocked] = blockedIn(visits);
  const answer = blocked && (await ask(blocked.url));
  const firewall = answer && !isFailed(answer) ? blockerOf(answer)?.name : undefined;
  findings.push(...judgePages(pages), ...judgeVisits(visits, firewall));
  if (failure) findings.push(judgeFailure(`${check}.sample`, failure));
  return findings;
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

async function visitsTo(wordpress: WordPress, pages: readonly WordPressPage[]): Promise<VisitorSnapshot[]> {
  const snapshots: VisitorSnapshot[] = [];
  for (const page of pages.slice(0, VISITS)) snapshots.push(await wordpress.look(page));
  return snapshots;
}

async function connect({ siteUrl, requestsPerSecond, credentials, signal }: SiteOptions) {
  let by = '';
  const onEvent = (event: WordPressEvent) => {
    if (event.type === 'api_found') by = event.by;
  };
  const options = { siteUrl, requestsPerSecond, credentials, signal, onEvent, attempts: 2 };
  const wordpress = await connectWordPress(options).catch(orFailure);
  return wordpress instanceof WordPressError ? wordpress : { wordpress, by };
}

async function request(
  connection: Connection,
  address: string,
  credentials: SiteOptions['credentials'],
  signal: AbortSignal,
): Promise<Answer | WordPressError> {
  const login = credentials && {
    authorization: `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`,
  };
  return await connection.get(address, { accept: 'application/json, text/html', ...login }, signal).catch(orFailure);
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

function namespacesIn(root: Answer): string[] {
  const decoded = decodeJson(root.body.toString('utf8'));
  const value = decoded.ok ? fieldAt(decoded.value, 'namespaces') : [];
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

// Reports every post type with pages that is not read, with the number of entries and the setting that includes it.
async function examineTypes({ types }: Pick<WordPress, 'types'>, read: readonly string[]): Promise<Finding[]> {
  const others = await types.countEntries(read);
  if (others.length === 0) return [found('site.types', 'all', { read: read.join(', ') })];
  return others.map(({ base, name, entries: number }) => {
    const entries = `${number} ${number === 1 ? 'entry' : 'entries'}`;
    const values = { entries, base, name: printable(name), types: [...read, base].join(',') };
    return found('site.types', 'unread', values, { check: `site.types.${base}` });
  });
}
