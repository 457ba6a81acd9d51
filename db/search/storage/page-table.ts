import type { WriteArray } from './arrays.ts';
import { createOrdinals } from './ordinals.ts';

/** A page as the page table knows it: its id, and its city and family as they are in shared/page.ts. */
export type PageEntry = { readonly id: number; readonly city: string; readonly family: string };

/** Ordinal of the family whose name is empty: front pages. */
export const NO_FAMILY = 0;

/** The order of page ordinals: by city and then by id, general pages first, so that the pages of a city are a range. */
export function pageOrder(entries: readonly PageEntry[]): Uint32Array {
  return Uint32Array.from(entries.keys()).toSorted((a, b) => compare(entries[a], entries[b]));
}

function compare(a: PageEntry | undefined, b: PageEntry | undefined): number {
  if (!a || !b) return 0;
  if (a.city !== b.city) return a.city < b.city ? -1 : 1;
  return a.id - b.id;
}

/** Stores id, city, family and general page of every page, in this order. */
export function writePageTable(order: Uint32Array, entries: readonly PageEntry[], write: WriteArray): void {
  const cities = createOrdinals();
  const families = createOrdinals();
  families.ordinalOf(''); // NO_FAMILY
  const ids = new Float64Array(order.length);
  const cityOf = new Uint16Array(order.length);
  const familyOf = new Uint32Array(order.length);
  order.forEach((arrival, page) => {
    const entry = entries[arrival];
    if (!entry) return;
    ids[page] = entry.id;
    cityOf[page] = cities.ordinalOf(entry.city);
    familyOf[page] = families.ordinalOf(entry.family);
  });
  const firstOfCity = order.findIndex((arrival) => entries[arrival]?.city !== '');
  write('ids', ids);
  write('cityOf', cityOf);
  write('familyOf', familyOf);
  write('generalOf', generalPagesOf(familyOf, firstOfCity < 0 ? order.length : firstOfCity));
  write('cities', Buffer.from(cities.list.join('\n')));
}

/** For each page of a city, the general page of its family with the lowest id; -1 when there is none. */
function generalPagesOf(familyOf: Uint32Array, generalPages: number): Int32Array {
  const general = new Map<number, number>();
  for (let page = generalPages - 1; page >= 0; page--) general.set(familyOf[page] ?? 0, page);
  const generalOf = new Int32Array(familyOf.length).fill(-1);
  for (let page = generalPages; page < familyOf.length; page++) {
    generalOf[page] = general.get(familyOf[page] ?? 0) ?? -1;
  }
  return generalOf;
}
