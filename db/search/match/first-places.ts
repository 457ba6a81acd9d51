import type { PageGroup } from '../types.ts';

/** Parameters of the first places of an answer, which is all that many callers read. */
export const FIRST_PLACES = {
  /** So many places are for different texts. */
  places: 3,
  /** Idf of the terms that a copy holds beyond a page of its text before it, from which it tells more than that. */
  further: 2,
} as const;

type Options = {
  readonly groupOf: (page: number) => PageGroup;
  /** Idf of the terms that each of the first pages holds. */
  readonly covered: ReadonlyMap<number, number>;
};

/**
 * Field collapsing of the first places: a copy of a text that is there already comes after them, unless it tells more; and
 * after a copy comes the general page of its service. Looks at as many pages as are in `covered`, so the order is the same
 * for any number of pages.
 */
export function collapseFirst(pages: readonly number[], { groupOf, covered }: Options): readonly number[] {
  const compared = pages.slice(0, covered.size);
  const first = new Set<number>();
  const told = new Map<PageGroup['family'], number>();
  for (const page of compared) {
    if (first.size >= FIRST_PLACES.places) break;
    const { family, isCopy, isLanding, general } = groupOf(page);
    const holds = covered.get(page) ?? 0;
    if (isCopy && !isLanding && holds < (told.get(family) ?? -Infinity) + FIRST_PLACES.further) continue;
    first.add(page);
    told.set(family, holds);
    if (general !== undefined && compared.includes(general)) first.add(general);
  }
  return [...first, ...pages.filter((page) => !first.has(page))];
}
