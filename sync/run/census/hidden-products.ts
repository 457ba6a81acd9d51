import type { RunTools } from '../collaborators.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { Census } from './census.ts';
import type { Scope } from '../scope.ts';

// Post type of WooCommerce.
const PRODUCT = 'product';

type Collaborators = Pick<RunTools, 'wordpress' | 'report'>;

/**
 * Returns the ids of products that the shop hides. Falls back to the ids of the last run if the run requests no product or the
 * shop does not respond.
 */
export async function hiddenProductsOf(
  { wordpress, report }: Collaborators,
  { fact }: Scope,
  { entries, unasked }: Census,
): Promise<ReadonlySet<number>> {
  const before = new Set((fact('hidden_products') as readonly number[] | undefined) ?? []);
  if (!entries.some(({ id, type }) => type === PRODUCT && !unasked.has(id))) return before;
  const warn = (why: string) =>
    report({ type: 'warning', message: `The hidden products of the shop could not be read: ${why}` });
  try {
    const hidden = await wordpress.hiddenProducts();
    if (hidden) return hidden;
    if (before.size > 0) warn('its Store API was removed; hidden products stay hidden');
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    warn(error.message);
  }
  return before;
}
