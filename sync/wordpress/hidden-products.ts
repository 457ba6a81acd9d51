import { z } from 'zod';
import { refuseError, type Api, type Query } from './api.ts';
import { WordPressError } from './errors.ts';

const ROUTE = '/wc/store/v1/products';
const PART = 100;
// No shop has more parts.
const MOST_PARTS = 100;

const Rows = z.array(z.object({ id: z.int().positive() }));

/**
 * Returns the ids of products with catalog visibility `hidden`, which only the Store API of WooCommerce reports. Returns
 * `undefined` for a site without it.
 */
export type HiddenProducts = () => Promise<ReadonlySet<number> | undefined>;

/** Creates the query; `lang` is the query parameter that selects the products of every language. */
export function createHiddenProducts(api: Api, lang?: string): HiddenProducts {
  async function list(query: Query): Promise<readonly number[] | undefined> {
    const order = { orderby: 'id', order: 'asc', per_page: PART, _fields: 'id', ...(lang && { lang }) };
    const reply = await api.get(ROUTE, { ...query, ...order });
    if (reply.status === 404) return undefined;
    refuseError(reply);
    const rows = Rows.safeParse(reply.data);
    if (!rows.success)
      throw new WordPressError('unexpected', 'The list of products does not match the format of WooCommerce', reply);
    return rows.data.map(({ id }) => id);
  }

  return async () => {
    const hidden = new Set<number>();
    for (let page = 1; page <= MOST_PARTS; page++) {
      const ids = await list({ catalog_visibility: 'hidden', page });
      if (!ids) return undefined;
      if (ids.length === 0) break;
      // If the site ignores the parameter, every product is in both lists.
      const visible = await list({ catalog_visibility: 'visible', include: ids.join(',') });
      if (!visible) return undefined;
      for (const id of ids) if (!visible.includes(id)) hidden.add(id);
      if (ids.length < PART) break;
    }
    return hidden;
  };
}
