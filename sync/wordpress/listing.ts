import type { Api } from './api.ts';
import { createCollections, type Collections } from './collections.ts';
import { WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { isSizeRelated, largestSize, smallerSize } from './pace.ts';
import type { CensusRow, WordPressPage } from './rows.ts';

/** Largest `per_page` of WordPress. */
const LARGEST = 100;
/** Pages that cannot be read and are left out; more than that is a fault of the connection, and fails the run. */
const MOST_DAMAGED = 10;
/** Pages in a row that the site breaks at, after which it is the site's fault. */
const MOST_BROKEN = 3;
/** Rows of a listing that may be left out of any, and the part of the rows that may be. */
const FEW_UNREAD = 2;
const MOST_UNREAD = 0.1;
/** Pages of a listing in a row without a new row, after which it is taken to ignore `page`. */
const MOST_REPEATS = 3;
/** Pages of a listing in a row without any row, although it says that there are more. */
const MOST_EMPTY = 100;
/** Rows of one type: more are ids without end. */
const MOST_ROWS = 200_000;

/** `lang` of WPML for the pages of every language. Polylang, which lists all of them without being asked, takes it for none. */
export const EVERY_LANGUAGE = 'all';

/** Failures that are one page's own: its text is damaged, or larger than any answer that is read. */
const OF_ONE_PAGE: ReadonlySet<string> = new Set(['damaged', 'too_large']);

/** True for the status of an error in PHP, or the error of a plugin, which may be about one page. */
const isBroken = (error: unknown): boolean =>
  error instanceof WordPressError && (error.kind === 'ended' || (error.kind === 'status' && error.status === 500));

/** Called for a page that is there, and whose text arrives damaged, or too large, or not at all, each time. */
export type OnDamaged = (id: number, error: WordPressError) => void;
/** Called for a row, by its place in the listing from 1 on, at which the site breaks each time. */
export type OnUnread = (place: number, error: WordPressError) => void;

type ListingOptions = {
  readonly api: Api;
  /** The route of a REST type. */
  readonly routeOf: (type: string) => Promise<string>;
  /** As `Discovered` has it. */
  readonly listsOneLanguage: boolean;
  /** Full pages that one answer has at most. */
  readonly pagesAtOnce?: number | undefined;
  readonly onEvent: OnWordPressEvent;
};

type Listing = Omit<ListingOptions, 'api'> & {
  readonly collections: Collections;
  /** Each page in the census: `modified` is there to notice an older response about it. */
  readonly listed: Map<number, Pick<CensusRow, 'modified' | 'link'>>;
};

/** The pages of one type, and the language in which they are asked for; `undefined` for what the site gives by itself. */
type PageRequest = { readonly type: string; readonly ids: readonly number[]; readonly lang: string | undefined };

/** Reads the collections of one site: the census of a type, and the pages of given ids. */
export function createListing({ api, ...options }: ListingOptions) {
  const listing: Listing = { ...options, collections: createCollections(api), listed: new Map() };
  return {
    /**
     * Every row of a type, by id, which is the only order in which WordPress's paging loses nothing. The end is where
     * WordPress says so, never a count: a listing can be shorter than announced. A row at which the site breaks is left
     * out, and `onUnread` is called for it: few in all, and a small part of them.
     */
    census: (type: string, onUnread?: OnUnread) => readCensus(listing, type, onUnread),
    /**
     * The full pages of these ids, in batches that shrink as the site needs it; an id that is not shown is absent, and so
     * is one that cannot be read, for which `onDamaged` is called.
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
    // Rows beside an unread one were read one by one only to find it.
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

/** Makes the check that takes an error for that of one row, or page, at a place: of few, and not of several in a row. */
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

/** Makes the check that ends a listing which repeats itself, stays empty or goes on without end. */
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

/**
 * The pages of a site with WPML, each in its own language: texts that are made when a page is shown, such as lists of
 * others, are in the language that was asked for. What its address does not tell is asked for in all of them.
 */
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

/** The code by which WPML puts a page's language into its address, if it does: `/en/about/`, `/about/?lang=en`. */
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
    const isOne = isBroken(error) ? mayLeaveOut(wanted.indexOf(id), error) : OF_ONE_PAGE.has(error.kind);
    if (!isOne || damaged === MOST_DAMAGED) throw error;
    damaged += 1;
    onDamaged(id, error);
    // The pages beside it were read one by one only to find it.
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

/** Requests once more each page that is older than the census says: it came out of a cache. */
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

/** For `catch`: the smaller size to go on with, or the failure when size is not its cause. */
function smaller(size: number, onEvent: OnWordPressEvent) {
  return (error: unknown): number => {
    const next = smallerSize(size);
    if (!(error instanceof WordPressError) || !isSizeRelated(error) || next === undefined) throw error;
    onEvent({ type: 'batch_shrunk', size: next, cause: error.what });
    return next;
  };
}
