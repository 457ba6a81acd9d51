import { z } from 'zod';
import { refuseError, type Api, type Query } from './api.ts';
import { WordPressError } from './errors.ts';

const ROUTE = '/wc/store/v1/products';
const PART = 100;
/** So many parts are of no shop. */
const MOST_PARTS = 100;

const Rows = z.array(z.object({ id: z.int().positive() }));

/**
 * Ids of the products that WooCommerce keeps out of its catalog and its search (`hidden`): only the Store API tells them.
 * `undefined` for a site without one.
 */
export type HiddenProducts = () => Promise<ReadonlySet<number> | undefined>;

/** `lang`: the parameter that asks for the products of every language, where it takes one. */
export function createHiddenProducts(api: Api, lang?: string): HiddenProducts {
  async function list(query: Query): Promise<readonly number[] | undefined> {
    const order = { orderby: 'id', order: 'asc', per_page: PART, _fields: 'id', ...(lang && { lang }) };
    const reply = await api.get(ROUTE, { ...query, ...order });
    if (reply.status === 404) return undefined;
    refuseError(reply);
    const rows = Rows.safeParse(reply.data);
    if (!rows.success)
      throw new WordPressError('unexpected', 'The list of products is not as WooCommerce writes it', reply);
    return rows.data.map(({ id }) => id);
  }

  return async () => {
    const hidden = new Set<number>();
    for (let page = 1; page <= MOST_PARTS; page++) {
      const ids = await list({ catalog_visibility: 'hidden', page });
      if (!ids) return undefined;
      if (ids.length === 0) break;
      // Where the parameter means nothing, every product is in every list.
      const visible = await list({ catalog_visibility: 'visible', include: ids.join(',') });
      if (!visible) return undefined;
      for (const id of ids) if (!visible.includes(id)) hidden.add(id);
      if (ids.length < PART) break;
    }
    return hidden;
  };
}
