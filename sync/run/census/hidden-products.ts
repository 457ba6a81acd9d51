import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { Census } from './census.ts';
import type { OnRunEvent } from '../events.ts';
import type { Scope } from '../scope.ts';

/** WooCommerce's post type. */
const PRODUCT = 'product';

type Collaborators = {
  readonly wordpress: Pick<WordPress, 'hiddenProducts'>;
  readonly mirror: Mirror;
  readonly report: OnRunEvent;
};

/** Ids of the products that the shop hides; as they were, where none is asked for or the shop does not tell. */
export async function hiddenProductsOf(
  { wordpress, mirror, report }: Collaborators,
  { startOver }: Scope,
  { entries, unasked }: Census,
): Promise<ReadonlySet<number>> {
  const before = new Set(startOver ? [] : ((mirror.fact('hidden_products') as readonly number[] | undefined) ?? []));
  if (!entries.some(({ id, type }) => type === PRODUCT && !unasked.has(id))) return before;
  const untold = (why: string) =>
    report({ type: 'warning', message: `The shop does not tell which products it hides: ${why}` });
  try {
    const hidden = await wordpress.hiddenProducts();
    if (hidden) return hidden;
    if (before.size > 0) untold('its Store API is gone; those that it hid stay hidden');
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    untold(error.message);
  }
  return before;
}
