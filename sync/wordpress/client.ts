import { bareHost } from '../../shared/addresses.ts';
import type { Site } from '../../shared/page.ts';
import { createApi, type Credentials } from './api.ts';
import { createConnection, type Timeouts } from './connection.ts';
import { discover, type Discovered } from './discovery.ts';
import type { OnWordPressEvent } from './events.ts';
import { createHiddenProducts, type HiddenProducts } from './hidden-products.ts';
import { createLatest, type Latest } from './latest.ts';
import { createListing, EVERY_LANGUAGE, type OnDamaged, type OnUnread } from './listing.ts';
import { createPace, realWait, type Wait } from './pace.ts';
import { createRequests, openGate, type Gate, type Requests } from './requests.ts';
import { bySitemap, discoverFrontPage } from './sitemap.ts';
import { createTypes, type Types } from './types.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import type { CensusRow, WordPressPage } from './rows.ts';

export type WordPressOptions = {
  /** Address of the site; may have a path. */
  readonly siteUrl: string;
  /** 0 = unlimited. Each status 429 halves the rate. */
  readonly requestsPerSecond: number;
  /** Delays a request until it may be sent. Default: no delay. */
  readonly gate?: Gate | undefined;
  /** Maximum full pages in a response; see `createListing`. */
  readonly pagesAtOnce?: number | undefined;
  /** Application password, sent only to the host of `siteUrl`. */
  readonly credentials?: Credentials | undefined;
  /** Result of an earlier discovery; without it, the client discovers the site again. */
  readonly discovered?: Discovered | undefined;
  /** The REST API is closed: read the site through its sitemap and front page. */
  readonly withoutApi?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onEvent?: OnWordPressEvent;
  readonly timeouts?: Partial<Timeouts>;
  /** Maximum size of a response body, in bytes. */
  readonly maxBytes?: number;
  /** Maximum attempts of a request. */
  readonly attempts?: number;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly wait?: Wait;
};

// In milliseconds. A hundred rendered pages can occupy a small host for half a minute.
const TIMEOUTS: Timeouts = { connect: 10_000, headers: 60_000, body: 30_000, total: 120_000 };
const MAX_BYTES = 32 * 1024 * 1024;
const ATTEMPTS = 5;

/**
 * Connects to a site and, without `discovered`, finds its REST API, name and language. Throws a WordPressError if there is no API
 * or no response.
 */
export async function connectWordPress({
  siteUrl,
  requestsPerSecond,
  gate = openGate,
  pagesAtOnce,
  credentials,
  discovered,
  withoutApi = false,
  signal,
  onEvent = () => undefined,
  timeouts = {},
  maxBytes = MAX_BYTES,
  attempts = ATTEMPTS,
  now = Date.now,
  random = Math.random,
  wait = realWait,
}: WordPressOptions): Promise<WordPress> {
  const connection = createConnection({ siteUrl, timeouts: { ...TIMEOUTS, ...timeouts }, maxBytes, onEvent });
  const pace = createPace({ requestsPerSecond, now, wait, onEvent });
  const closing = new AbortController();
  const either = AbortSignal.any([signal, closing.signal]);
  const requestsOf = (inHurry: boolean) =>
    createRequests({ connection, pace, gate, inHurry, attempts, signal: either, now, random, onEvent });

  // Aborts each pending request with this reason, without retries.
  async function close(): Promise<void> {
    closing.abort(new Error('The connection to the site was closed'));
    await connection.close();
  }

  function clientOf(found: Discovered, requests: Requests, knownTypes?: Types): WordPress {
    const { apiRoot, site, languageIsGuess, listsOneLanguage } = found;
    const api = createApi({ requests, root: apiRoot, credentials, onEvent });
    const types = knownTypes ?? createTypes(api);
    const listing = createListing({ api, routeOf: types.routeOf, listsOneLanguage, pagesAtOnce, onEvent });
    const lang = listsOneLanguage ? EVERY_LANGUAGE : undefined;
    const addressOf = (link: string) => fetchAddress(link, { home: site.home, siteUrl });

    return {
      site,
      languageIsGuess,
      apiRoot,
      discovered: found,
      census: (type, onUnread) => prefetch(listing.census(type, onUnread)),
      fetchPages: (type, ids, onDamaged) => prefetch(listing.pages(type, ids, onDamaged)),
      latest: createLatest({ api, routeOf: types.routeOf, lang }),
      types,
      hiddenProducts: createHiddenProducts(api, lang),
      isLoggedIn: credentials !== undefined,
      look: createVisitor({ requests, addressOf, now }),
      inHurry: () => clientOf(found, requestsOf(true), types),
      close,
      [Symbol.asyncDispose]: close,
    };
  }

  try {
    const requests = requestsOf(false);
    if (withoutApi) {
      const front = await discoverFrontPage(requests, siteUrl);
      const addressOf = (link: string) => fetchAddress(link, { home: front.site.home, siteUrl });
      const wordpress = clientOf(front, requests);
      return { ...wordpress, ...bySitemap({ wordpress, requests, isOwn: connection.isOwn, addressOf }) };
    }
    const found = discovered ?? (await discover({ siteUrl, connection, requests, credentials, onEvent }));
    for (const address of found.names) connection.trust(address);
    return clientOf(found, requests);
  } catch (error) {
    await close();
    throw error;
  }
}

export type WordPress = {
  readonly site: Site;
  /** True if the front page did not declare a language in this request. */
  readonly languageIsGuess: boolean;
  /** Ends with `/wp-json/`, `/?rest_route=/` or the prefix of the site. */
  readonly apiRoot: string;
  readonly discovered: Discovered;
  /** Lists every page of a REST type (`pages`, `posts`, `servicio`): each id once, in batches ordered by id. */
  census(type: string, onUnread?: OnUnread): AsyncIterable<readonly CensusRow[]>;
  /**
   * Reads the full pages of these ids in batches. Ids that the site does not return are absent. With `onDamaged`, a few pages
   * whose text arrives damaged are absent too.
   */
  fetchPages(type: string, ids: readonly number[], onDamaged?: OnDamaged): AsyncIterable<readonly WordPressPage[]>;
  /** Queries the recent changes of a type with few requests. */
  readonly latest: Latest;
  /** Post types of the REST API. */
  readonly types: Types;
  readonly hiddenProducts: HiddenProducts;
  /** True if requests to the REST API carry credentials, so a response may contain more than visitors see. */
  readonly isLoggedIn: boolean;
  /** Fetches a page as an anonymous visitor, without credentials. */
  readonly look: Visitor;
  /** Returns the same client with a burst: it may spend unused request slots at once. */
  inHurry(): WordPress;
  /** Closes every connection, including those in use. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

// Requests the next batch while the consumer handles the current batch.
async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    let next = source.next();
    for (let result = await next; !result.done; result = await next) {
      next = source.next();
      // Awaited after the consumer has this batch; until then, a rejection would count as unhandled.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await source.return(undefined);
  }
}

/**
 * Returns the address to fetch for a link of the site. Sync may read the site through a different host than its public host
 * (inside its network, or the demo on loopback). Then the address has the same path on that host.
 */
export function fetchAddress(
  address: string,
  { home, siteUrl }: { readonly home: string; readonly siteUrl: string },
): string {
  const [url, shown, own] = [URL.parse(address), new URL(home), new URL(siteUrl)];
  if (!url || bareHost(url) !== bareHost(shown) || bareHost(shown) === bareHost(own)) return address;
  const [from, to] = [shown, own].map(({ pathname }) => pathname.replace(/\/+$/, ''));
  const path = url.pathname.startsWith(`${from}/`) ? url.pathname.slice(from?.length) : url.pathname;
  return `${own.origin}${to}${path}${url.search}`;
}
