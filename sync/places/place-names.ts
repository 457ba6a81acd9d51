import type { CityRule } from '../../shared/cities.ts';
import type { PlaceName, PlaceNames } from '../../shared/place-names.ts';
import { toSlug } from '../../shared/places.ts';
import { readCountry, type Area, type Country } from './countries.ts';

/** A name that means so many cities means none. */
type Meanings = Map<string, { readonly name: string; readonly isArea: boolean; readonly cities: Set<string> }>;

/** Collects the places that pages list, city by city. */
export function createPlaceCollector(cities: readonly CityRule[]) {
  const said: Meanings = new Map();
  const served = new Set<string>();

  /** Takes the places that a page of a city lists (`placesListedIn`); general pages say nothing of where a place is. */
  function add(city: string, places: readonly string[]): void {
    if (city === '') return;
    served.add(city);
    for (const name of places) addMeaning(said, { name, isArea: false }, city);
  }

  /** The place names of the site, those of its country (ISO 3166-1) included. */
  function placeNames(country: string | undefined): PlaceNames {
    const ownNames = new Set(cities.flatMap(({ slug, name, aliases }) => [slug, name, ...aliases].map(toSlug)));
    const isOther = (name: string) => toSlug(name) !== '' && !ownNames.has(toSlug(name));
    const names = unambiguous(said, isOther).map(({ name, city }): PlaceName => ({ name, city, isSaid: true }));
    const own = cities.filter(({ slug }) => served.has(slug));
    const map = country === undefined ? undefined : readCountry(country);
    const mapped = map && own.length > 0 ? placesOfCountry(map, own) : undefined;
    const known = new Set(names.map(({ name }) => toSlug(name)));
    const byOtherName = map
      ? otherNamesOf(map, names).filter(({ name }) => isOther(name) && !known.has(toSlug(name)))
      : [];
    for (const { name } of byOtherName) known.add(toSlug(name));
    const onMap = (mapped?.names ?? []).filter(({ name }) => isOther(name) && !known.has(toSlug(name)));
    return {
      names: [...names, ...byOtherName, ...onMap],
      postCodes: mapped?.postCodes ?? {},
      postCodeDigits: mapped && map ? map.post_code_digits : 0,
    };
  }

  return { add, placeNames };
}

/** What a country's map says of these cities: the area of each, and areas without any; nothing when it knows none of them. */
function placesOfCountry(
  map: Country,
  cities: readonly CityRule[],
): Pick<PlaceNames, 'names' | 'postCodes'> | undefined {
  const cityOfName = new Map(
    cities.flatMap(({ slug, name, aliases }) => [slug, name, ...aliases].map((one) => [toSlug(one), slug] as const)),
  );
  const citiesIn = (names: readonly string[]) =>
    names.flatMap(namesOfTown).flatMap((name) => cityOfName.get(toSlug(name)) ?? []);
  /** The city that an area means: its capital before another one; an empty one where none is served. */
  const cityOf = ({ names, capital, towns }: Area): string =>
    citiesIn(capital)[0] ?? citiesIn(names)[0] ?? citiesIn(towns)[0] ?? '';
  const cityOfCode = new Map(map.areas.map((area) => [area.code, cityOf(area)]));
  if ([...cityOfCode.values()].every((city) => city === '')) return undefined;
  const meanings: Meanings = new Map();
  for (const area of map.areas) {
    for (const name of area.names) addMeaning(meanings, { name, isArea: true }, cityOfCode.get(area.code) ?? '');
    for (const names of townsOf(area)) {
      const city = citiesIn(names)[0] ?? cityOfCode.get(area.code) ?? '';
      for (const name of names) addMeaning(meanings, { name, isArea: false }, city);
    }
  }
  for (const [name, codes] of Object.entries(map.regions)) {
    for (const code of codes) addMeaning(meanings, { name, isArea: true }, cityOfCode.get(code) ?? '');
  }
  const towns = Object.entries(map.post_codes).flatMap(([code, town]) => {
    const city = cityOfName.get(toSlug(town));
    return city === undefined ? [] : [[code, city] as const];
  });
  return {
    names: unambiguous(meanings, () => true).map(({ name, city, isArea }) => ({ name, city, isSaid: false, isArea })),
    postCodes: Object.fromEntries([...cityOfCode, ...towns]),
  };
}

/** The names of a town: _Crevillente_ is _Crevillent_, too. */
const namesOfTown = (town: string): readonly string[] => town.split(' / ');

const townsOf = ({ capital, towns }: Area): readonly (readonly string[])[] => [...capital, ...towns].map(namesOfTown);

/** The other names that towns have of which the site says where they are. */
function otherNamesOf(map: Country, said: readonly PlaceName[]): readonly PlaceName[] {
  const cityOf = new Map(said.map(({ name, city }) => [toSlug(name), city]));
  return map.areas.flatMap(townsOf).flatMap((names) => {
    const cities = new Set(names.flatMap((name) => cityOf.get(toSlug(name)) ?? []));
    const [city] = cities;
    return city === undefined || cities.size > 1 ? [] : names.map((name): PlaceName => ({ name, city, isSaid: true }));
  });
}

function addMeaning(
  meanings: Meanings,
  { name, isArea }: { readonly name: string; readonly isArea: boolean },
  city: string,
): void {
  const meaning = meanings.get(toSlug(name)) ?? { name, isArea, cities: new Set() };
  meanings.set(toSlug(name), meaning);
  meaning.cities.add(city);
}

/** The names that mean one city; where some of their meanings are served and others are not, those that are count. */
function unambiguous(
  meanings: Meanings,
  isWanted: (name: string) => boolean,
): { name: string; isArea: boolean; city: string }[] {
  return [...meanings.values()].flatMap(({ name, isArea, cities }) => {
    const served = [...cities].filter((city) => city !== '');
    const [city = ''] = served;
    return served.length <= 1 && isWanted(name) ? [{ name, isArea, city }] : [];
  });
}
