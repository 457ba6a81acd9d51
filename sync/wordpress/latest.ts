import { refuseError, type Api, type Query, type Reply } from './api.ts';
import { PROBE_USER_AGENT } from './connection.ts';
import { WordPressError } from './errors.ts';
import { retryNever } from './pace.ts';
import { CENSUS_FIELDS, readRows, type CensusRow } from './rows.ts';

/** The answer to one light question about a type. */
export type Probe = {
  /** The page that was changed last; with pages whose time is ahead, the last of those too. */
  readonly newest: readonly Pick<CensusRow, 'id' | 'link' | 'modified'>[];
  /** Pages that the listing has. */
  readonly total: number;
  /** Time of the request by the site's clock, in Unix milliseconds; NaN when it does not tell. */
  readonly askedAt: number;
  /** Milliseconds until the answer began. */
  readonly delay: number;
  /** The cache that answered instead of WordPress, if one did. */
  readonly cache: string | undefined;
};

/** A page of a listing, by its size and its number. */
type Part = { readonly size: number; readonly page: number };

/** The rows of a page of a listing, and the number of rows of the whole. */
type ListingPart = { readonly rows: readonly CensusRow[]; readonly total: number };

type LatestOptions = {
  readonly api: Api;
  readonly routeOf: (type: string) => Promise<string>;
  /** `lang` that every listing is asked with. */
  readonly lang: string | undefined;
};

/** Small questions that tell what of a type has changed, without listing it whole. */
export function createLatest({ api, routeOf, lang }: LatestOptions) {
  async function list(type: string, query: Query): Promise<ListingPart> {
    const reply = await api.get(await routeOf(type), { ...query, ...(lang && { lang }) });
    // The listing became shorter while it was read.
    if (reply.code === 'rest_post_invalid_page_number') return { rows: [], total: 0 };
    refuseError(reply);
    return { rows: readRows(reply), total: totalOf(reply) };
  }

  return {
    /**
     * The page that was changed last, and the size of the listing: one request, which is never repeated. `ahead`: pages
     * whose time of change is in the future, and stands before every other.
     */
    async probe(type: string, ahead: number): Promise<Probe> {
      const past = ahead > 0 ? { per_page: 2, offset: ahead - 1 } : { per_page: 1 };
      const query = { ...past, ...NEWEST_FIRST, _fields: 'id,link,modified_gmt', ...(lang && { lang }) };
      const reply = await api.get(await routeOf(type), query, retryNever, { 'user-agent': PROBE_USER_AGENT });
      refuseError(reply);
      const { askedAt, delay, cache } = reply;
      return { newest: readRows(reply), total: totalOf(reply), askedAt, delay, cache };
    },
    /** Pages by their time of change, newest first; `page` counts from 1. */
    changed: (type: string, { size, page }: Part): Promise<ListingPart> =>
      list(type, { per_page: size, page, ...NEWEST_FIRST, _fields: CENSUS_FIELDS }),
    /** Ids in ascending order; `page` counts from 1. */
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
