import { refuseError, type Api, type Reply } from './api.ts';
import { WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { retryOversizedOnce, isSizeRelated, retryAll, smallerSize } from './pace.ts';
import { CENSUS_FIELDS, PAGE_FIELDS, readPages, readRows, type CensusRow, type WordPressPage } from './rows.ts';

/** Largest `per_page` of WordPress. */
const LARGEST = 100;
/** Pages with damaged text that are left out; more than that is a fault of the connection, and fails the run. */
const MOST_DAMAGED = 10;
/** Pages of a listing in a row without a new row, after which it is taken to ignore `page`. */
const MOST_REPEATS = 3;
/** Pages of a listing in a row without any row, although it says that there are more. */
const MOST_EMPTY = 100;
/** Rows of one type: more are ids without end. */
const MOST_ROWS = 200_000;

/** Failures that are one page's own: its text is damaged, or larger than any answer that is read. */
const OF_ONE_PAGE: ReadonlySet<string> = new Set(['damaged', 'too_large']);

/** Called for a page that is there, and whose text arrives damaged, or too large, each time. */
export type OnDamaged = (id: number, error: WordPressError) => void;

type ListingOptions = {
  readonly api: Api;
  /** The route of a REST type. */
  readonly routeOf: (type: string) => Promise<string>;
  readonly onEvent: OnWordPressEvent;
};

/** Reads the collections of one site: the census of a type, and the pages of given ids. */
export function createListing({ api, routeOf, onEvent }: ListingOptions) {
  /** `modified` of each page in the census, to notice an older response about it. */
  const listed = new Map<number, string>();
  /** True once the site has sent X-WP-Total: then WordPress always does. */
  let counts = false;

  /**
   * Every row of a type, by id, which is the only order in which WordPress's paging loses nothing. The end is where
   * WordPress says so, never a count: a listing can be shorter than announced.
   */
  async function* census(type: string): AsyncGenerator<readonly CensusRow[]> {
    const seen = new Set<number>();
    let read = 0;
    let repeats = 0;
    let empty = 0;
    for (let size = LARGEST; ;) {
      const page = await listPage(type, read, size);
      if (typeof page === 'number') {
        size = page;
        continue;
      }
      if (page.rows.length === 0 && page.last) break;
      read += size;
      const rows: CensusRow[] = [];
      for (const row of page.rows) {
        if (seen.has(row.id)) continue;
        seen.add(row.id);
        listed.set(row.id, row.modified);
        rows.push(row);
      }
      const count = page.rows.length - rows.length;
      if (count > 0) onEvent({ type: 'repeated_rows', restType: type, count });
      repeats = rows.length === 0 && count > 0 ? repeats + 1 : 0;
      if (repeats === MOST_REPEATS) throw repeatsItself(page.url);
      empty = page.rows.length === 0 ? empty + 1 : 0;
      if (empty === MOST_EMPTY || seen.size > MOST_ROWS) throw neverEnds(page.url);
      if (rows.length > 0) yield rows;
    }
  }

  /** One page of the census, or the smaller size to go on with. */
  async function listPage(type: string, read: number, size: number) {
    const query = { per_page: size, page: read / size + 1, orderby: 'id', order: 'asc', _fields: CENSUS_FIELDS };
    const route = await routeOf(type);
    const reply = await api.get(route, query, size > 1 ? retryOversizedOnce : retryAll).catch(smaller(size));
    if (typeof reply === 'number') return reply;
    if (reply.code === 'rest_post_invalid_page_number') return { url: reply.url, rows: [], last: true };
    refuseError(reply);
    const rows = readRows(reply);
    if (rows.length === 0 && reply.total === undefined && (read === 0 || counts)) throw notOurs(reply);
    counts ||= reply.total !== undefined;
    // Rows that the reader may not see can fill a whole page of the listing.
    return { url: reply.url, rows, last: query.page >= (reply.totalPages ?? 0) };
  }

  /**
   * The full pages of these ids, in batches that shrink as the site needs it; an id that is not shown is absent, and so
   * is one whose text arrives damaged, for which `onDamaged` is called.
   */
  async function* pages(
    type: string,
    ids: readonly number[],
    onDamaged?: OnDamaged,
  ): AsyncGenerator<readonly WordPressPage[]> {
    const wanted = [...new Set(ids)];
    let size = LARGEST;
    let damaged = 0;
    const leaveOut = (batch: readonly number[], error: unknown): readonly WordPressPage[] => {
      const [id] = batch;
      const isOne = error instanceof WordPressError && OF_ONE_PAGE.has(error.kind) && batch.length === 1;
      if (!isOne || id === undefined || !onDamaged || damaged === MOST_DAMAGED) throw error;
      damaged += 1;
      onDamaged(id, error);
      // The pages beside it were read one by one only to find it.
      size = LARGEST;
      return [];
    };
    for (let at = 0; at < wanted.length;) {
      const batch = wanted.slice(at, at + size);
      const found = await readBatch(type, batch)
        .catch((error: unknown) => leaveOut(batch, error))
        .catch(smaller(batch.length));
      if (typeof found === 'number') {
        size = found;
        continue;
      }
      at += batch.length;
      yield await reread(type, found);
    }
  }

  async function readBatch(type: string, ids: readonly number[]): Promise<readonly WordPressPage[]> {
    const query = { include: ids.join(','), per_page: ids.length, orderby: 'id', order: 'asc', _fields: PAGE_FIELDS };
    const reply = await api.get(await routeOf(type), query, ids.length > 1 ? retryOversizedOnce : retryAll);
    refuseError(reply);
    const asked = new Set(ids);
    const found = readPages(reply);
    if (found.length === 0 && reply.total === undefined && counts) throw notOurs(reply);
    const byId = new Map(found.map((page) => [page.id, page]));
    return [...byId.values()].filter((page) => asked.has(page.id));
  }

  /** Requests once more each page that is older than the census says: it came out of a cache. */
  async function reread(type: string, found: readonly WordPressPage[]): Promise<readonly WordPressPage[]> {
    const stale = found.filter((page) => page.modified < (listed.get(page.id) ?? ''));
    if (stale.length === 0) return found;
    const again = new Map<number, WordPressPage>();
    for (const page of await readBatch(
      type,
      stale.map(({ id }) => id),
    )) {
      again.set(page.id, page);
    }
    for (const { id, modified: answered } of stale) {
      const recovered = (again.get(id)?.modified ?? '') >= (listed.get(id) ?? '');
      onEvent({ type: 'stale_page', id, listed: listed.get(id) ?? '', answered, recovered });
    }
    const staleIds = new Set(stale.map(({ id }) => id));
    return found.flatMap((page) => (staleIds.has(page.id) ? (again.get(page.id) ?? []) : page));
  }

  /** For `catch`: the smaller size to go on with, or the failure when size is not its cause. */
  function smaller(size: number) {
    return (error: unknown): number => {
      const next = smallerSize(size);
      if (!(error instanceof WordPressError) || !isSizeRelated(error) || next === undefined) throw error;
      onEvent({ type: 'batch_shrunk', size: next, cause: error.what });
      return next;
    };
  }

  return { census, pages };
}

/** A firewall that answers everything with an empty list does not count like WordPress does. */
const notOurs = (reply: Reply): WordPressError =>
  new WordPressError('unexpected', 'The list is empty and has no X-WP-Total, so it is not WordPress’s', reply);

const repeatsItself = (url: string): WordPressError =>
  new WordPressError('unexpected', 'The listing repeats itself: something in front of the site ignores `page`', {
    url,
  });

const neverEnds = (url: string): WordPressError =>
  new WordPressError('unexpected', 'The listing does not end', { url });
