import { refuseError, type Api, type Query, type Reply } from './api.ts';
import { PROBE_USER_AGENT } from './connection.ts';
import { WordPressError } from './errors.ts';
import { retryNever } from './pace.ts';
import { CENSUS_FIELDS, readRows, type CensusRow } from './rows.ts';

/** Result of a light query about a type. */
export type Probe = {
  /** Page with the latest change; if pages have a time in the future, the last of them too. */
  readonly newest: readonly Pick<CensusRow, 'id' | 'link' | 'modified'>[];
  /** Number of pages in the listing. */
  readonly total: number;
  /** Time of the request by the clock of the site, in Unix milliseconds; NaN without a `Date` header. */
  readonly askedAt: number;
  /** Milliseconds until the response began. */
  readonly delay: number;
  /** Name of the cache that sent the response; `undefined` if WordPress sent it. */
  readonly cache: string | undefined;
};

type Part = { readonly size: number; readonly page: number };

// Rows of a page of a listing, and the number of rows in the whole listing.
type ListingPart = { readonly rows: readonly CensusRow[]; readonly total: number };

type LatestOptions = {
  readonly api: Api;
  readonly routeOf: (type: string) => Promise<string>;
  readonly lang: string | undefined;
};

/** Creates small queries that detect changes of a type without a full listing. */
export function createLatest({ api, routeOf, lang }: LatestOptions) {
  async function list(type: string, query: Query): Promise<ListingPart> {
    const reply = await api.get(await routeOf(type), { ...query, ...(lang && { lang }) });
    // The listing became shorter between two requests.
    if (reply.code === 'rest_post_invalid_page_number') return { rows: [], total: 0 };
    refuseError(reply);
    return { rows: readRows(reply), total: totalOf(reply) };
  }

  return {
    /**
     * Returns the page with the latest change and the size of the listing, in a single request without retries. `ahead`: number
     * of pages with a future time of change, which precede all pages.
     */
    async probe(type: string, ahead: number): Promise<Probe> {
      const past = ahead > 0 ? { per_page: 2, offset: ahead - 1 } : { per_page: 1 };
      const query = { ...past, ...NEWEST_FIRST, _fields: 'id,link,modified_gmt', ...(lang && { lang }) };
      const reply = await api.get(await routeOf(type), query, retryNever, { 'user-agent': PROBE_USER_AGENT });
      refuseError(reply);
      const { askedAt, delay, cache } = reply;
      return { newest: readRows(reply), total: totalOf(reply), askedAt, delay, cache };
    },
    /** Lists pages by time of change, newest first; `page` starts at 1. */
    changed: (type: string, { size, page }: Part): Promise<ListingPart> =>
      list(type, { per_page: size, page, ...NEWEST_FIRST, _fields: CENSUS_FIELDS }),
    /** Lists ids in ascending order; `page` starts at 1. */
    idsOf: async (type: string, { size, page }: Part): Promise<readonly number[]> => {
      const { rows } = await list(type, { per_page: size, page, orderby: 'id', order: 'asc', _fields: 'id,link' });
      return rows.map(({ id }) => id);
    },
  };
}
export type Latest = ReturnType<typeof createLatest>;

const NEWEST_FIRST = { orderby: 'modified', order: 'desc' } as const;

function totalOf(reply: Reply): number {
  if (reply.total !== undefined) return reply.total;
  throw new WordPressError('unexpected', 'The list has no X-WP-Total, so it is not WordPress’s', reply);
}
