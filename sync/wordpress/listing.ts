import type { Api } from './api.ts';
import { createCollections, type Collections } from './collections.ts';
import { WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { isSizeRelated, largestSize, smallerSize } from './pace.ts';
import type { CensusRow, WordPressPage } from './rows.ts';

// Largest `per_page` of WordPress.
const LARGEST = 100;
// Maximum unreadable pages; more are a fault of the connection and fail the run.
const MOST_DAMAGED = 10;
// Maximum consecutive pages with a PHP error; more are a fault of the site.
const MOST_BROKEN = 3;
// Unreadable rows that any listing may have, and their maximum share in a longer listing.
const FEW_UNREAD = 2;
const MOST_UNREAD = 0.1;
// Consecutive pages of a listing without a new row, after which the site is assumed to ignore `page`.
const MOST_REPEATS = 3;
// Consecutive empty pages of a listing although WordPress reports more.
const MOST_EMPTY = 100;
// Maximum rows of a type; more indicate an endless listing.
const MOST_ROWS = 200_000;

/**
 * `lang` value of WPML for the pages of every language. Polylang lists every language by default and would treat it as an unknown
 * language.
 */
export const EVERY_LANGUAGE = 'all';

// Failures that concern a single page: its text is damaged, or larger than the size limit.
const OF_ONE_PAGE: ReadonlySet<string> = new Set(['damaged', 'too_large']);

// PHP errors and errors of a plugin may concern a single page.
const isBroken = (error: unknown): boolean =>
  error instanceof WordPressError && (error.kind === 'ended' || (error.kind === 'status' && error.status === 500));

/** Callback for an existing page whose text arrives damaged, is too large, or never arrives. */
export type OnDamaged = (id: number, error: WordPressError) => void;
/** Callback for a row that makes the site fail each time; `place` is its position in the listing, from 1. */
export type OnUnread = (place: number, error: WordPressError) => void;

type ListingOptions = {
  readonly api: Api;
  readonly routeOf: (type: string) => Promise<string>;
  readonly listsOneLanguage: boolean;
  // Maximum full pages in a response.
  readonly pagesAtOnce?: number | undefined;
  readonly onEvent: OnWordPressEvent;
};

type Listing = Omit<ListingOptions, 'api'> & {
  readonly collections: Collections;
  // Census row of each page; `modified` detects an older response about it.
  readonly listed: Map<number, Pick<CensusRow, 'modified' | 'link'>>;
};

// Pages of a type and the requested language; `undefined` for the default of the site.
type PageRequest = { readonly type: string; readonly ids: readonly number[]; readonly lang: string | undefined };

/** Reads the collections of a site: the census of a type, and the pages of given ids. */
export function createListing({ api, ...options }: ListingOptions) {
  const listing: Listing = { ...options, collections: createCollections(api), listed: new Map() };
  return {
    /**
     * Yields every row of a type ordered by id; paging in WordPress loses rows in any further order. The listing ends when
     * WordPress reports its last page, never at a count, which can be too high. A row that makes the site fail is skipped and
     * reported to `onUnread`, up to a small share of the rows.
     */
    census: (type: string, onUnread?: OnUnread) => readCensus(listing, type, onUnread),
    /**
     * Yields the full pages of these ids in batches that shrink if the site requires it. Hidden ids are absent; an unreadable
     * page is absent and reported to `onDamaged`.
     */
    pages: (type: string, ids: readonly number[], onDamaged?: OnDamaged) =>
      listing.listsOneLanguage
        ? readTranslated(listing, type, ids, onDamaged)
        : readPages(listing, { type, ids, lang: undefined }, onDamaged),
  };
}

async function* readCensus(
  { collections, routeOf, onEvent, listed, listsOneLanguage }: Listing,
  type: string,
  onUnread: OnUnread | undefined,
): AsyncGenerator<readonly CensusRow[]> {
  const route = await routeOf(type);
  const lang = listsOneLanguage ? EVERY_LANGUAGE : undefined;
  const seen = new Set<number>();
  const assertProgress = createProgressCheck();
  const mayLeaveOut = createBreakage();
  const unread: WordPressError[] = [];
  let read = 0;
  for (let size = LARGEST; ;) {
    const leaveOut = (error: unknown) => {
      if (size > 1 || !onUnread || !mayLeaveOut(read, error)) throw error;
      unread.push(error);
      onUnread(read + 1, error);
      return undefined;
    };
    const page = await collections.list(route, { read, size, lang }).catch(leaveOut).catch(smaller(size, onEvent));
    if (page === undefined) {
      read += 1;
      size = largestSize(read);
      continue;
    }
    if (typeof page === 'number') {
      size = page;
      continue;
    }
    if (page.rows.length === 0 && page.last) break;
    read += size;
    // Rows near an unreadable row were requested singly only to find it.
    if (unread.length > 0) size = largestSize(read);
    const rows: CensusRow[] = [];
    for (const row of page.rows) {
      if (seen.has(row.id)) continue;
      seen.add(row.id);
      listed.set(row.id, row);
      rows.push(row);
    }
    const count = page.rows.length - rows.length;
    if (count > 0) onEvent({ type: 'repeated_rows', restType: type, count });
    assertProgress(page.url, { fresh: rows.length, repeated: count, seen: seen.size });
    if (rows.length > 0) yield rows;
  }
  const [first] = unread;
  if (first && unread.length > Math.max(FEW_UNREAD, seen.size * MOST_UNREAD)) throw first;
}

// Attributes an error to a single row or page, if few fail and not several in a row.
function createBreakage() {
  let count = 0;
  let row = 0;
  let last = -2;
  return (place: number, error: unknown): error is WordPressError => {
    row = place === last + 1 ? row + 1 : 1;
    last = place;
    count += 1;
    return isBroken(error) && row < MOST_BROKEN && count <= MOST_DAMAGED;
  };
}

// Ends a listing that repeats itself, stays empty or does not end.
function createProgressCheck() {
  let repeats = 0;
  let empty = 0;
  return (url: string, { fresh, repeated, seen }: { fresh: number; repeated: number; seen: number }): void => {
    repeats = fresh === 0 && repeated > 0 ? repeats + 1 : 0;
    empty = fresh + repeated === 0 ? empty + 1 : 0;
    if (repeats === MOST_REPEATS) {
      const what = 'The listing repeats itself: something in front of the site ignores `page`';
      throw new WordPressError('unexpected', what, { url });
    }
    if (empty === MOST_EMPTY || seen > MOST_ROWS) {
      throw new WordPressError('unexpected', 'The listing does not end', { url });
    }
  };
}

// Reads each page of a WPML site in its language, because rendered texts such as lists of posts use the requested language. If
// the address does not reveal a language, all languages are requested.
async function* readTranslated(
  listing: Listing,
  type: string,
  ids: readonly number[],
  onDamaged: OnDamaged | undefined,
): AsyncGenerator<readonly WordPressPage[]> {
  const missing = new Set(ids);
  const leaveOut: OnDamaged = (id, error) => {
    missing.delete(id);
    if (!onDamaged) throw error;
    onDamaged(id, error);
  };
  const byLanguage = Map.groupBy(missing, (id) => languageOfLink(listing.listed.get(id)?.link ?? ''));
  for (const [lang, its] of [...byLanguage, [EVERY_LANGUAGE, undefined] as const]) {
    for await (const pages of readPages(listing, { type, ids: its ?? [...missing], lang }, leaveOut)) {
      for (const { id } of pages) missing.delete(id);
      yield pages;
    }
  }
}

// WPML puts the language code into the path or the query string: `/en/about/`, `/about/?lang=en`.
function languageOfLink(link: string): string | undefined {
  const address = URL.parse(link);
  const first = /^\/([a-z]{2,3}(?:-[a-z]+)?)(?:\/|$)/i.exec(address?.pathname ?? '')?.[1];
  return address?.searchParams.get('lang') ?? first;
}

async function* readPages(
  listing: Listing,
  { type, ids, lang }: PageRequest,
  onDamaged: OnDamaged | undefined,
): AsyncGenerator<readonly WordPressPage[]> {
  const wanted = [...new Set(ids)];
  const { pagesAtOnce: largest = LARGEST } = listing;
  let size = largest;
  let damaged = 0;
  const mayLeaveOut = createBreakage();
  const leaveOut = (batch: readonly number[], error: unknown): readonly WordPressPage[] => {
    const [id] = batch;
    if (!(error instanceof WordPressError) || batch.length > 1 || id === undefined || !onDamaged) throw error;
    const isSinglePage = isBroken(error) ? mayLeaveOut(wanted.indexOf(id), error) : OF_ONE_PAGE.has(error.kind);
    if (!isSinglePage || damaged === MOST_DAMAGED) throw error;
    damaged += 1;
    onDamaged(id, error);
    // The pages beside it were requested singly only to find it.
    size = largest;
    return [];
  };
  for (let at = 0; at < wanted.length;) {
    const batch = wanted.slice(at, at + size);
    const route = await listing.routeOf(type);
    const found = await listing.collections
      .read(route, batch, lang)
      .catch((error: unknown) => leaveOut(batch, error))
      .catch(smaller(batch.length, listing.onEvent));
    if (typeof found === 'number') {
      size = found;
      continue;
    }
    at += batch.length;
    yield await reread(listing, { route, lang }, found);
  }
}

// Repeats the request for each page that is older than its census row: it came from a cache.
async function reread(
  { collections, onEvent, listed }: Listing,
  { route, lang }: { readonly route: string; readonly lang: string | undefined },
  found: readonly WordPressPage[],
): Promise<readonly WordPressPage[]> {
  const modified = (id: number): string => listed.get(id)?.modified ?? '';
  const stale = found.filter((page) => page.modified < modified(page.id));
  if (stale.length === 0) return found;
  const staleIds = stale.map(({ id }) => id);
  const again = new Map<number, WordPressPage>();
  for (const page of await collections.read(route, staleIds, lang)) again.set(page.id, page);
  for (const { id, modified: answered } of stale) {
    const recovered = (again.get(id)?.modified ?? '') >= modified(id);
    onEvent({ type: 'stale_page', id, listed: modified(id), answered, recovered });
  }
  return found.flatMap((page) => (staleIds.includes(page.id) ? (again.get(page.id) ?? []) : page));
}

// Callback for `catch`: returns the next smaller size, or rethrows a failure that does not depend on size.
function smaller(size: number, onEvent: OnWordPressEvent) {
  return (error: unknown): number => {
    const next = smallerSize(size);
    if (!(error instanceof WordPressError) || !isSizeRelated(error) || next === undefined) throw error;
    onEvent({ type: 'batch_shrunk', size: next, cause: error.what });
    return next;
  };
}
