import { z } from 'zod';
import type { Site } from '../../shared/page.ts';
import { cleanLine } from '../markdown/clean/characters.ts';
import { createApi, refuseError, type Credentials, type Reply } from './api.ts';
import type { Answer, Connection } from './connection.ts';
import { WordPressError } from './errors.ts';
import { isAbout, linksOf } from './html.ts';
import type { OnWordPressEvent } from './events.ts';
import { acceptErrorStatus, acceptHtml, isTransient, retryAll } from './pace.ts';
import type { Requests } from './requests.ts';
import { textOf } from '../markdown/parse/html.ts';
import { elementsNamed, readPage, type Page } from '../markdown/parse/page.ts';
import { languageOfPage } from './page-head.ts';
import { decodeEntities, linkTargets } from './text.ts';

const API_RELATION = 'https://api.w.org/';

/** Returns the API root of a `Link` header: `<https://example.com/wp-json/>; rel="https://api.w.org/"`. */
export function rootInLinkHeader(header: string | readonly string[] | undefined): string | undefined {
  const [root] = linkTargets(header, API_RELATION);
  return root;
}

/** Returns the API root in the head of a page: `<link rel="https://api.w.org/" href="…">`. */
export const rootInPage = (page: Page): string | undefined => linksOf(page, API_RELATION)[0]?.attribs['href'];

// The index of a REST API, identified by its `namespaces`.
const Root = z.object({
  name: z.string().catch(''),
  description: z.string().catch(''),
  url: z.string().catch(''),
  home: z.string().catch(''),
  namespaces: z.array(z.string()).refine((names) => names.includes('wp/v2'), 'no wp/v2 among its namespaces'),
});
const ROOT_FIELDS = Object.keys(Root.shape).join(',');

type DiscoveryOptions = {
  readonly siteUrl: string;
  readonly connection: Connection;
  readonly requests: Requests;
  readonly credentials: Credentials | undefined;
  readonly onEvent: OnWordPressEvent;
};

/** Result of a discovery. With it, another process can connect without a new discovery. */
export type Discovered = {
  readonly apiRoot: string;
  readonly site: Site;
  /** Addresses that the site states as its home; their hosts belong to it. */
  readonly names: readonly string[];
  /** The front page could not be read, or another page replaced it: `site.language` is the default. */
  readonly languageIsGuess: boolean;
  /** WPML is active: a listing contains a single language unless `lang` selects further languages. */
  readonly listsOneLanguage: boolean;
  /** Status, address and title of the front page; a different value may mean that the whole site is closed or open again. */
  readonly front?: string;
};

// Default language if the front page does not declare a language.
const USUAL_LANGUAGE = 'es';

/**
 * Discovers the REST API through the `Link` header of the front page, its HTML head, `/wp-json/`, and `/?rest_route=/`. The last
 * path works without pretty permalinks.
 */
export async function discover(options: DiscoveryOptions): Promise<Discovered> {
  const { siteUrl, connection, requests, onEvent } = options;
  const failures: string[] = [];
  let failed = '';
  let denied: WordPressError | undefined;
  const front = await readFrontPage(requests, siteUrl).catch((error: unknown) => {
    if (!(error instanceof WordPressError) || !mayStillHaveApi(error)) throw error;
    failed = error.what;
    failures.push(`front page: ${failed}`);
    return undefined;
  });
  const base = front?.url ?? siteUrl;
  const page = readPage(front?.body.toString('utf8') ?? '');
  const { origin, pathname } = new URL(base);
  const title = elementsNamed(page, 'title').map(textOf)[0] ?? '';

  for (const { by, candidate, guess } of candidates(siteUrl, base, front?.headers['link'], page)) {
    const root = candidate === undefined ? undefined : asRoot(candidate, base);
    if (root === undefined || !connection.isOwn(root)) {
      failures.push(`${by}: ${root === undefined ? 'none' : `${root} is on another host`}`);
      continue;
    }
    const api = createApi({ ...options, root });
    const found = await api
      .get('/', { _fields: ROOT_FIELDS }, guess ? acceptHtml : retryAll)
      .then(readRoot)
      .catch((error: unknown) => {
        // If the site is down, every address fails. Only a "not found" response justifies the next candidate.
        if (!(error instanceof WordPressError) || !isElsewhere(error, guess)) throw error;
        if (error.kind === 'denied') denied ??= error;
        failures.push(`${by}: ${error.what}`);
        return undefined;
      });
    if (!found) continue;
    onEvent({ type: 'api_found', root, by });
    // A challenge or maintenance page has the language of its vendor.
    const language = !guess || isAbout(page.html, { link: found.home }) ? languageOfPage(page) : undefined;
    const site = describeSite(found, language ?? USUAL_LANGUAGE, siteUrl, base);
    const listsOneLanguage = found.namespaces.some((name) => name.startsWith('wpml/'));
    const names = [found.home, found.url];
    const seen = front ? [front.status, origin + pathname, title].join(' ') : failed;
    return { apiRoot: root, site, names, languageIsGuess: language === undefined, listsOneLanguage, front: seen };
  }
  // A denied request proves that the API exists, so it outweighs missing addresses.
  if (denied) throw closed(denied);
  throw new WordPressError('no_api', `No WordPress REST API was found (${failures.join('; ')})`, { url: siteUrl });
}

function closed({ what, url, status, cause }: WordPressError): WordPressError {
  const hint = 'if it requires a login, set SYNC_USER and SYNC_APP_PASSWORD';
  return new WordPressError('denied', `${what}; ${hint}`, { url, status, cause });
}

// The API may respond while the front page is hidden or under construction.
const mayStillHaveApi = (error: WordPressError): boolean =>
  ['status', 'denied', 'too_large'].includes(error.kind) && error.status !== 429;

function readFrontPage(requests: Requests, siteUrl: string): Promise<Answer> {
  return requests.get({
    url: `${siteUrl.replace(/\/+$/, '')}/`,
    headers: { accept: 'text/html' },
    retry: acceptErrorStatus,
    read: (answer) => answer,
  });
}

function candidates(siteUrl: string, base: string, link: string | string[] | undefined, page: Page) {
  const path = new URL(siteUrl).pathname.replace(/\/+$/, '');
  return [
    { by: 'Link header', candidate: rootInLinkHeader(link), guess: false },
    { by: 'link in the HTML head', candidate: rootInPage(page), guess: false },
    { by: '/wp-json/', candidate: new URL(`${path}/wp-json/`, base).href, guess: true },
    { by: '/?rest_route=/', candidate: new URL(`${path}/?rest_route=/`, base).href, guess: true },
  ];
}

// True if the failure means that the API is not at this address.
function isElsewhere(error: WordPressError, guess: boolean): boolean {
  if (guess && (error.kind === 'html' || error.kind === 'not_json')) return true;
  return !isTransient(error) && error.kind !== 'later';
}

// Normalizes an API root for the middleware: absolute, with a trailing slash, https if the site has it.
function asRoot(candidate: string, base: string): string | undefined {
  const url = URL.parse(candidate, base);
  if (!url) return undefined;
  if (base.startsWith('https:') && url.port === '') url.protocol = 'https:';
  const route = url.searchParams.get('rest_route');
  if (route !== null) return `${url.origin}${url.pathname}?rest_route=${route.endsWith('/') ? route : `${route}/`}`;
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
}

function readRoot(reply: Reply): z.output<typeof Root> {
  refuseError(reply);
  const root = Root.safeParse(reply.data);
  if (root.success) return root.data;
  const why = root.error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ');
  throw new WordPressError('unexpected', `This is not the root of a WordPress REST API (${why})`, reply);
}

function describeSite(root: z.output<typeof Root>, language: string, siteUrl: string, base: string): Site {
  const home = (isWebAddress(root.home) ? root.home : siteUrl).replace(/\/+$/, '');
  const addresses = [siteUrl, base, root.url].filter((address) => !isLoopback(address) || isLoopback(home));
  const hosts = [home, ...addresses].flatMap((address) => URL.parse(address)?.host ?? []);
  return {
    name: cleanLine(decodeEntities(root.name)),
    description: cleanLine(decodeEntities(root.description)),
    home,
    language,
    hosts: [...new Set(hosts)],
  };
}

function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

// A public site may be read on its own machine through loopback, which is not a public name of it.
function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(URL.parse(address)?.hostname ?? '');
}
