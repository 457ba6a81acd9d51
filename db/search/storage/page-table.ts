import type { WriteArray } from './arrays.ts';
import { createOrdinals } from './typed-arrays.ts';

/** Id of a page, with city and family as in shared/page.ts. */
export type PageEntry = { readonly id: number; readonly city: string; readonly family: string };

/** Ordinal of the empty family: front pages. */
export const NO_FAMILY = 0;

/** Returns the order of page ordinals: by city, then by id, general pages first. The pages of a city are a range. */
export function pageOrder(entries: readonly PageEntry[]): Uint32Array {
  return Uint32Array.from(entries.keys()).toSorted((a, b) => compare(entries[a], entries[b]));
}

function compare(a: PageEntry | undefined, b: PageEntry | undefined): number {
  if (!a || !b) return 0;
  if (a.city !== b.city) return a.city < b.city ? -1 : 1;
  return a.id - b.id;
}

/** Id, city and family of each page. */
export type PageTable = {
  readonly ids: Float64Array;
  readonly cityOf: Uint16Array;
  readonly familyOf: Uint32Array;
  /** Slugs by the numbers of `cityOf`. */
  readonly cities: readonly string[];
};

/** Stores the page table of pages in their final order. */
export function writePageTable(entries: readonly PageEntry[], write: WriteArray): void {
  const cities = createOrdinals();
  const families = createOrdinals();
  families.ordinalOf(''); // NO_FAMILY
  const table = {
    ids: Float64Array.from(entries, ({ id }) => id),
    cityOf: Uint16Array.from(entries, ({ city }) => cities.ordinalOf(city)),
    familyOf: Uint32Array.from(entries, ({ family }) => families.ordinalOf(family)),
  };
  storePageTable({ ...table, cities: cities.list }, () => true, write);
}

/** Stores a page table, and the general page of each family among the pages with `isHeld`. */
export function storePageTable(table: PageTable, isHeld: (page: number) => boolean, write: WriteArray): void {
  const { ids, cityOf, familyOf, cities } = table;
  write('ids', ids);
  write('cityOf', cityOf);
  write('familyOf', familyOf);
  write('generalOf', generalPagesOf(table, isHeld));
  write('cities', Buffer.from(cities.join('\n')));
}

// Returns the general page with the lowest id in the family of each city page; -1 without.
function generalPagesOf({ ids, cityOf, familyOf, cities }: PageTable, isHeld: (page: number) => boolean): Int32Array {
  const noCity = cities.indexOf('');
  const general = new Map<number, number>();
  for (let page = 0; page < ids.length; page++) {
    if (cityOf[page] !== noCity || !isHeld(page)) continue;
    const before = general.get(familyOf[page] ?? 0);
    if (before === undefined || (ids[page] ?? 0) < (ids[before] ?? 0)) general.set(familyOf[page] ?? 0, page);
  }
  return Int32Array.from(ids, (_, page) => (cityOf[page] === noCity ? -1 : (general.get(familyOf[page] ?? 0) ?? -1)));
}
