import { createConnection, type Answer, type Connection } from '../wordpress/connection.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';
import { decodeJson } from '../wordpress/decode.ts';
import { CACHE_BUSTER, WordPressError } from '../wordpress/errors.ts';
import type { WordPressEvent } from '../wordpress/events.ts';
import { readPage } from '../markdown/parse/page.ts';
import { asksNotToBeIndexed } from '../wordpress/robots.ts';
import { examineTypes } from './types.ts';
import { CENSUS_FIELDS, type WordPressPage } from '../wordpress/rows.ts';
import type { View } from '../wordpress/visitor.ts';
import { note, ok, problem, type Finding } from './finding.ts';
import { refusalOf } from '../wordpress/types.ts';
import { judgeHidden, judgeLanguages, judgePages, judgeRobotsTxt, judgeVisits, keptFromSync } from './site-content.ts';
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
import { blockerOf } from './site-marks.ts';

type SiteOptions = {
  readonly siteUrl: string;
  readonly types: readonly string[];
  readonly requestsPerSecond: number;
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  /** The language that the site file names. */
  readonly language: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
};

const TIMEOUTS = { connect: 10_000, headers: 30_000, body: 30_000, total: 60_000 };
const MAX_BYTES = 32 * 1024 * 1024;
/** Pages that are read whole. */
const SAMPLES = 20;
/** Of these, so many are looked at as visitors see them. */
const VISITS = 5;
const SLOW_MS = 5000;

/** Checks a site the way sync will meet it, with some twenty requests. Throws only what is a bug. */
export async function examineSite(options: SiteOptions): Promise<readonly Finding[]> {
  const { siteUrl, now } = options;
  const connection = createConnection({ siteUrl, timeouts: TIMEOUTS, maxBytes: MAX_BYTES, onEvent: () => undefined });
  try {
    const base = siteUrl.replace(/\/+$/, '');
    const front = await ask(connection, `${base}/`, options);
    const usual = await ask(connection, `${base}/wp-json/`, options);
    if (front instanceof WordPressError && usual instanceof WordPressError)
      return [judgeFailure('site.reachable', front, undefined)];
    const findings = judgeFront(front, base, now());
    const connected = await connect(options);
    if (connected instanceof WordPressError) {
      const open =
        options.credentials && (await ask(connection, `${base}/wp-json/`, { ...options, credentials: undefined }));
      if (open && !(open instanceof WordPressError) && open.status === 200 && !(usual instanceof WordPressError)) {
        return [...findings, judgeLogin(usual, siteUrl)];
      }
      const answer = usual instanceof WordPressError ? undefined : usual;
      return [...findings, judgeFailure('site.rest', connected, answer)];
    }
    await using wordpress = connected.wordpress;
    const blocker = usual instanceof WordPressError ? usual.what : blockerOf(usual)?.name;
    findings.push(...judgeRest(wordpress.apiRoot, connected.by, blocker), ...judgePath(siteUrl, wordpress.site.home));
    findings.push(
      ...(await examineApi(options, connection, wordpress, front instanceof WordPressError ? undefined : front)),
    );
    return findings;
  } finally {
    await connection.close();
  }
}

function judgeFront(front: Answer | WordPressError, base: string, now: Date): Finding[] {
  if (front instanceof WordPressError) return [judgeFailure('site.front', front, undefined)];
  if (front.status >= 400) {
    const blocker = blockerOf(front);
    return [
      note(
        'site.front',
        `The front page answers ${front.status}${blocker ? `; this is ${blocker.name}` : ''}`,
        blocker?.advice ?? (front.status === 503 ? UNAVAILABLE : undefined),
      ),
    ];
  }
  return [
    ok('site.front', `The front page answers ${front.status} at ${front.url}`),
    ...judgeRedirect(base, front.url),
    judgeClock(front.headers, now),
  ];
}

async function examineApi(
  options: SiteOptions,
  connection: Connection,
  wordpress: WordPress,
  front: Answer | undefined,
): Promise<Finding[]> {
  const { siteUrl, types, credentials, language, now } = options;
  const findings: Finding[] = [];
  const allRows: unknown[] = [];
  const allPages: WordPressPage[] = [];
  const at = (path: string, query: Readonly<Record<string, string>>) => apiAddress(wordpress.apiRoot, path, query);
  const listing = { per_page: '100', orderby: 'id', order: 'asc', _fields: CENSUS_FIELDS };

  for (const type of types) {
    const refusal = refusalOf(type);
    if (refusal !== undefined) {
      findings.push(problem(`site.type.${type}`, refusal, `take ${type} out of SYNC_TYPES`));
      continue;
    }
    const began = now().getTime();
    const plainAddress = at((await wordpress.types.routeOf(type)).slice(1), listing);
    const fresh = await ask(connection, pastCaches(plainAddress, now()), options);
    if (fresh instanceof WordPressError) {
      findings.push(judgeFailure(`site.type.${type}`, fresh, undefined));
      continue;
    }
    const took = now().getTime() - began;
    const { findings: found, rows } = judgeListing(type, fresh);
    findings.push(...found);
    allRows.push(...rows);
    if (took > SLOW_MS) {
      const advice =
        'look at the host: slow plugins, no PHP opcache; sync makes its requests smaller when they time out';
      findings.push(note(`site.type.${type}.speed`, `The list of ${type} took ${(took / 1000).toFixed(1)} s`, advice));
    }
    if (type === types[0]) findings.push(...(await examineCache(connection, options, fresh, plainAddress)));
    const { pages, failure } = await samplesOf(wordpress, type, rows);
    allPages.push(...pages);
    const visits = await visitsTo(wordpress, pages);
    const [kept] = keptFromSync(visits);
    const answer = kept && (await ask(connection, kept.url, options));
    const firewall = answer && !(answer instanceof WordPressError) ? blockerOf(answer)?.name : undefined;
    findings.push(...judgePages(pages), ...judgeVisits(visits, firewall));
    if (failure) findings.push(judgeFailure(`site.type.${type}.sample`, failure, undefined));
  }

  findings.push(...(await examineTypes(wordpress, types)));
  const html = front?.body.toString('utf8') ?? '';
  findings.push(
    ...judgeHidden(allRows, front !== undefined && asksNotToBeIndexed(readPage(html), front.headers, now().getTime())),
  );
  const robots = await ask(connection, new URL('/robots.txt', siteUrl).href, options);
  if (!(robots instanceof WordPressError) && robots.status === 200)
    findings.push(...judgeRobotsTxt(allRows, wordpress.site.home, robots.body.toString('utf8')));
  const root = await ask(connection, pastCaches(at('', { _fields: 'namespaces' }), now()), options);
  const namespaces = root instanceof WordPressError ? [] : namespacesIn(root);
  findings.push(judgeLanguages(namespaces, html, { own: wordpress.site.language, wanted: language, pages: allPages }));
  if (credentials) {
    const me = await ask(
      connection,
      pastCaches(at('wp/v2/users/me', { context: 'edit', _fields: 'id,roles' }), now()),
      options,
    );
    findings.push(me instanceof WordPressError ? judgeFailure('site.login', me, undefined) : judgeLogin(me, siteUrl));
    findings.push(
      ok('site.login.visitors', 'What the login is shown and an anonymous visitor is not stays out of the index'),
    );
  }
  return findings;
}

async function examineCache(
  connection: Connection,
  options: SiteOptions,
  fresh: Answer,
  address: string,
): Promise<Finding[]> {
  const first = await ask(connection, address, options);
  const second = first instanceof WordPressError ? first : await ask(connection, address, options);
  return second instanceof WordPressError ? [] : [judgeCache(fresh, second)];
}

/** A sample of whole pages from all over a listing, and what kept the rest of it from being read. */
async function samplesOf(wordpress: WordPress, type: string, rows: readonly unknown[]) {
  const ids = rows.flatMap((row) => (typeof row === 'object' && row !== null ? [Number(Reflect.get(row, 'id'))] : []));
  const step = Math.max(1, Math.floor(ids.length / SAMPLES));
  const chosen = ids.filter((id, index) => index % step === 0 && Number.isInteger(id)).slice(0, SAMPLES);
  const pages: WordPressPage[] = [];
  try {
    for await (const batch of wordpress.fetchPages(type, chosen)) pages.push(...batch);
    return { pages };
  } catch (failure) {
    if (!(failure instanceof WordPressError)) throw failure;
    return { pages, failure };
  }
}

async function visitsTo(wordpress: WordPress, pages: readonly WordPressPage[]): Promise<View[]> {
  const views: View[] = [];
  for (const page of pages.slice(0, VISITS)) views.push(await wordpress.look(page));
  return views;
}

async function connect({ siteUrl, requestsPerSecond, credentials, signal }: SiteOptions) {
  let by = '';
  const onEvent = (event: WordPressEvent) => {
    if (event.type === 'api_found') by = event.by;
  };
  try {
    const wordpress = await connectWordPress({ siteUrl, requestsPerSecond, credentials, signal, onEvent, attempts: 2 });
    return { wordpress, by };
  } catch (error) {
    if (error instanceof WordPressError) return error;
    throw error;
  }
}

async function ask(
  connection: Connection,
  address: string,
  { credentials, signal }: SiteOptions,
): Promise<Answer | WordPressError> {
  const login = credentials && {
    authorization: `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`,
  };
  try {
    return await connection.get(address, { accept: 'application/json, text/html', ...login }, signal);
  } catch (error) {
    if (error instanceof WordPressError) return error;
    throw error;
  }
}

/** An address of the API, whose root may be a query: `/?rest_route=/`. */
function apiAddress(root: string, path: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(`${root}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Adds a cache buster to an address. */
function pastCaches(address: string, now: Date): string {
  const url = new URL(address);
  url.searchParams.set(CACHE_BUSTER, now.getTime().toString(36));
  return url.href;
}

function namespacesIn(root: Answer): string[] {
  const decoded = decodeJson(root.body.toString('utf8'));
  const value: unknown =
    decoded.ok && typeof decoded.value === 'object' && decoded.value !== null
      ? Reflect.get(decoded.value, 'namespaces')
      : [];
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
