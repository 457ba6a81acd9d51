import type { ReadArray, WriteArray } from './arrays.ts';

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

type ChangedPages = {
  readonly base: ReadArray;
  readonly added: readonly PageEntry[];
  readonly removed: readonly PageEntry[];
  readonly idsOfFamily: ((family: string) => readonly number[]) | undefined;
};

/** Stores the page table of the pages of a base and of the added pages, which are in their final order. */
export function writePageTable({ base, added, removed, idsOfFamily }: ChangedPages, write: WriteArray): void {
  const formerIds = base('ids', Float64Array);
  const formerFamilies = base('familyOf', Uint32Array);
  const pageOfId = new Map<number, number>();
  formerIds.forEach((id, page) => pageOfId.set(id, page));
  // The empty string without a base: general pages.
  const formerCities = Buffer.from(base('cities', Uint8Array)).toString().split('\n');
  const cities = new Map(formerCities.map((city, number) => [city, number]));
  const families = new Map([['', NO_FAMILY]]);
  let nextFamily = formerFamilies.reduce((most, family) => Math.max(most, family), NO_FAMILY) + 1;

  function familyNumber({ family }: PageEntry): number {
    const known = families.get(family);
    if (known !== undefined) return known;
    const page = idsOfFamily?.(family).find((id) => pageOfId.has(id));
    const number = page === undefined ? nextFamily++ : (formerFamilies[pageOfId.get(page) ?? 0] ?? 0);
    families.set(family, number);
    return number;
  }

  function cityNumber({ city }: PageEntry): number {
    if (!cities.has(city)) cities.set(city, cities.size);
    return cities.get(city) ?? 0;
  }

  const ids = Float64Array.from([...formerIds, ...added.map(({ id }) => id)]);
  const cityOf = Uint16Array.from([...base('cityOf', Uint16Array), ...added.map(cityNumber)]);
  const familyOf = Uint32Array.from([...formerFamilies, ...added.map(familyNumber)]);
  const replacedPages = Uint32Array.from(removed, ({ id }) => pageOfId.get(id) ?? 0).toSorted();
  const replaced = new Set(replacedPages);
  const isGeneral = (page: number): boolean => cityOf[page] === cities.get('');

  // The general page with the lowest id in each family.
  const general = new Map<number, number>();
  for (let page = 0; page < ids.length; page++) {
    if (!isGeneral(page) || replaced.has(page)) continue;
    const before = general.get(familyOf[page] ?? 0);
    if (before === undefined || (ids[page] ?? 0) < (ids[before] ?? 0)) general.set(familyOf[page] ?? 0, page);
  }
  const generalOf = Int32Array.from(ids, (_, page) =>
    isGeneral(page) ? -1 : (general.get(familyOf[page] ?? 0) ?? -1),
  );
  const slugs = Buffer.from([...cities.keys()].join('\n'));
  const arrays = { ids, cityOf, familyOf, generalOf, cities: slugs, replacedPages };
  for (const [name, numbers] of Object.entries(arrays)) write(name, numbers);
}
