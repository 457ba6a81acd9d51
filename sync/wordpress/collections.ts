import { refuseError, type Api, type Reply } from './api.ts';
import { WordPressError } from './errors.ts';
import { retryAll, retryOversizedOnce } from './pace.ts';
import { CENSUS_FIELDS, PAGE_FIELDS, readPages, readRows, type CensusRow, type WordPressPage } from './rows.ts';

// A page of a listing; `last` if WordPress reports no further page.
type ListPage = { readonly url: string; readonly rows: readonly CensusRow[]; readonly last: boolean };

type ListRange = { readonly read: number; readonly size: number; readonly lang: string | undefined };

/** Creates single requests to the collections of a site. A request for several rows fails fast if its size may be the cause. */
export function createCollections(api: Api) {
  // True after the first X-WP-Total: WordPress then sends it in every response.
  let counts = false;

  return {
    /** Lists the rows by id after the first `read` rows. `lang` is the query parameter of WPML. */
    async list(route: string, { read, size, lang }: ListRange): Promise<ListPage> {
      const page = read / size + 1;
      const query = {
        per_page: size,
        page,
        orderby: 'id',
        order: 'asc',
        _fields: CENSUS_FIELDS,
        ...(lang && { lang }),
      };
      const reply = await api.get(route, query, size > 1 ? retryOversizedOnce : retryAll);
      if (reply.code === 'rest_post_invalid_page_number') return { url: reply.url, rows: [], last: true };
      refuseEnded(reply);
      refuseError(reply);
      const rows = readRows(reply);
      if (rows.length === 0 && reply.total === undefined && (read === 0 || counts)) throw notOurs(reply);
      counts ||= reply.total !== undefined;
      // Rows that the reader cannot see can fill a whole page of the listing.
      return { url: reply.url, rows, last: query.page >= (reply.totalPages ?? 0) };
    },

    /** Reads the full pages of these ids; hidden pages are absent. `lang` is the query parameter of WPML. */
    async read(route: string, ids: readonly number[], lang: string | undefined): Promise<readonly WordPressPage[]> {
      const batch = { include: ids.join(','), per_page: ids.length, orderby: 'id', order: 'asc' };
      const query = { ...batch, _fields: PAGE_FIELDS, ...(lang && { lang }) };
      const reply = await api.get(route, query, ids.length > 1 ? retryOversizedOnce : retryAll);
      refuseEnded(reply);
      refuseError(reply);
      const asked = new Set(ids);
      const found = readPages(reply);
      if (found.length === 0 && reply.total === undefined && counts) throw notOurs(reply);
      const byId = new Map(found.map((page) => [page.id, page]));
      return [...byId.values()].filter((page) => asked.has(page.id));
    },
  };
}
export type Collections = ReturnType<typeof createCollections>;

// A firewall that sends an empty array as response to every request does not send X-WP-Total.
const notOurs = (reply: Reply): WordPressError =>
  new WordPressError('unexpected', 'The list is empty and has no X-WP-Total, so it is not WordPress’s', reply);

// Rejects a response that a plugin ended with `wp_send_json_error`; errors of WordPress have a different format.
function refuseEnded({ url, status, data }: Reply): void {
  if (status < 400 || (data as { readonly success?: unknown } | null)?.success !== false) return;
  throw new WordPressError('ended', `A plugin ended the answer with ${status}`, { url, status });
}
