import type { Site } from '../../shared/page.ts';
import { createApi } from './api.ts';
import { createConnection, type Timeouts } from './connection.ts';
import { discover, type Discovered } from './discovery.ts';
import { WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { openGate, type Gate } from './gate.ts';
import { createHiddenProducts, type HiddenProducts } from './hidden-products.ts';
import type { Page } from '../markdown/parse/page.ts';
import { readPageHtml, type PageAddress } from './html.ts';
import { createLatest, type Latest } from './latest.ts';
import { createListing, EVERY_LANGUAGE, type OnDamaged, type OnUnread } from './listing.ts';
import { createPace, retryAll, realWait, retryDamagedOnce, type Wait } from './pace.ts';
import { createRequests, type Requests } from './requests.ts';
import { bySitemap, discoverFrontPage } from './sitemap.ts';
import { createTypes, type Types } from './types.ts';
import { createVisitor, type Visitor } from './visitor.ts';
import type { CensusRow, WordPressPage } from './rows.ts';
import { fetchAddress } from './fetch-address.ts';

export type WordPressOptions = {
  /** Address of the site; may have a path. */
  readonly siteUrl: string;
  /** 0 = unlimited. Each 429 halves the rate from then on. */
  readonly requestsPerSecond: number;
  /** Has each request sent when it may be; without one, at once. */
  readonly gate?: Gate | undefined;
  /** As the listing has it. */
  readonly pagesAtOnce?: number | undefined;
  /** An application password, sent to the host of `siteUrl` only. */
  readonly credentials?: { readonly user: string; readonly password: string } | undefined;
  /** What an earlier connection has discovered; without it, the site is asked. */
  readonly discovered?: Discovered | undefined;
  /** Reads the site by its sitemap and front page: its REST API is closed. */
  readonly withoutApi?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onEvent?: OnWordPressEvent;
  readonly timeouts?: Partial<Timeouts>;
  /** Largest answer that is read, in bytes. */
  readonly maxBytes?: number;
  /** Most attempts of one request. */
  readonly attempts?: number;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly wait?: Wait;
};

/** In milliseconds. A hundred rendered pages may keep a small host busy for half a minute. */
const TIMEOUTS: Timeouts = { connect: 10_000, headers: 60_000, body: 30_000, total: 120_000 };
const MAX_BYTES = 32 * 1024 * 1024;
const ATTEMPTS = 5;

/**
 * Discovers the site's REST API and its name and language, unless they are known; throws a WordPressError without one, or
 * without a response.
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

  /** Whatever still waits for an answer ends with this reason, and is not tried again. */
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

    async function fetchHtml(page: PageAddress): Promise<Page> {
      const get = (strictly: boolean) =>
        requests.get({
          url: addressOf(page.link),
          headers: { accept: 'text/html' },
          retry: strictly ? retryDamagedOnce : retryAll,
          read: (answer) => readPageHtml(answer, page, strictly),
        });
      // What is damaged twice is so in WordPress: themes that cut text in the middle of a letter are common.
      return await get(true).catch((error: unknown) => {
        if (!(error instanceof WordPressError) || error.kind !== 'damaged') throw error;
        return get(false);
      });
    }

    return {
      site,
      languageIsGuess,
      apiRoot,
      discovered: found,
      census: (type, onUnread) => prefetch(listing.census(type, onUnread)),
      fetchPages: (type, ids, onDamaged) => prefetch(listing.pages(type, ids, onDamaged)),
      latest: createLatest({ api, routeOf: types.routeOf, lang }),
      fetchHtml,
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
  /** True when the front page did not tell the language this time. */
  readonly languageIsGuess: boolean;
  /** Ends with `/wp-json/`, `/?rest_route=/` or the site's own prefix. */
  readonly apiRoot: string;
  readonly discovered: Discovered;
  /** Every page of a REST type (`pages`, `posts`, `servicio`), each id once, in batches ordered by id. */
  census(type: string, onUnread?: OnUnread): AsyncIterable<readonly CensusRow[]>;
  /**
   * The full pages of these ids, in batches. Ids that the site does not show to us are absent; so are some few whose text
   * arrives damaged, if `onDamaged` is given.
   */
  fetchPages(type: string, ids: readonly number[], onDamaged?: OnDamaged): AsyncIterable<readonly WordPressPage[]>;
  /** What changed of a type, in few requests. */
  readonly latest: Latest;
  /** The HTML of a page of the site; throws for an address of another host. */
  fetchHtml(page: PageAddress): Promise<Page>;
  /** The post types that the REST API shows. */
  readonly types: Types;
  readonly hiddenProducts: HiddenProducts;
  /** The REST API answers a login, to whom it may show more than to visitors. */
  readonly isLoggedIn: boolean;
  /** The page as an anonymous visitor gets it, whatever the credentials. */
  readonly look: Visitor;
  /** The same client, which may spend at once what a pause has earned at the pace. */
  inHurry(): WordPress;
  /** Closes every connection, also one in use. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Requests the next batch while the consumer works on this one. */
async function* prefetch<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    let next = source.next();
    for (let result = await next; !result.done; result = await next) {
      next = source.next();
      // It is awaited when the consumer has had this batch; until then, a rejection would count as unhandled.
      next.catch(() => undefined);
      yield result.value;
    }
  } finally {
    await source.return(undefined);
  }
}
