import type { CityRule } from '../../shared/cities.ts';
import { NO_PLACE_NAMES, type PlaceName, type PlaceNames } from '../../shared/place-names.ts';
import { toSlug } from '../../shared/places.ts';
import { readCountry, type Area, type Country, type Town } from './countries.ts';

// Index of cities by name. A name of several cities is ambiguous.
type Meanings = Map<string, { readonly name: string; readonly isArea: boolean; readonly cities: Set<string> }>;

// Maximum distance of a town from its city in kilometres: within a division, and across its border.
const FARTHEST_WITHIN = 250;
const FARTHEST_ACROSS = 25;
// Factor of the distance of a capital: its name often means the whole area.
const CAPITAL_DISTANCE = 0.5;

/** Creates a collector of the places that pages list, by city. */
export function createPlaceCollector(cities: readonly CityRule[]) {
  const listed: Meanings = new Map();
  const served = new Set<string>();
  const ownNames = new Set(cities.flatMap(namesOf).map(toSlug));
  const titled = new Set<string>();

  // Adds the places that a page of a city lists (`placesListedIn`). General pages do not locate a place.
  function add(city: string, places: readonly string[]): void {
    if (city === '') return;
    served.add(city);
    for (const name of places) addMeaning(listed, { name, isArea: false }, city);
  }

  // Adds the title of a page: a place with a general page is not a part of a city.
  function addTitle(city: string, title: string): void {
    if (city !== '') return;
    const words = toSlug(title).split('-');
    for (let start = 0; start < words.length; start++) {
      for (let end = start + 1; end <= Math.min(words.length, start + LONGEST_NAME); end++)
        titled.add(words.slice(start, end).join('-'));
    }
  }

  // Returns the place names of the site, including names of its country (ISO 3166-1).
  function placeNames(country: string | undefined): PlaceNames {
    const known = new Set(['', ...ownNames]);
    const isNew = ({ name }: Pick<PlaceName, 'name'>) => !known.has(toSlug(name));
    const onPages = unambiguous(listed)
      .filter(isNew)
      .map(({ name, city }): PlaceName => ({ name, city, isSaid: true }));
    const servedCities = cities.filter(({ slug }) => served.has(slug));
    const map = country === undefined || servedCities.length === 0 ? undefined : readCountry(country);
    if (!map) return { ...NO_PLACE_NAMES, names: onPages };
    for (const { name } of onPages) known.add(toSlug(name));
    const names = [...onPages, ...otherNamesOf(map, onPages).filter(isNew)];
    for (const { name } of names) known.add(toSlug(name));
    const ofCountry = placesOfCountry(map, servedCities, (place) => isNew(place) && !titled.has(toSlug(place.name)));
    return { ...ofCountry, names };
  }

  return { add, addTitle, placeNames };
}

// In words.
const LONGEST_NAME = 5;

const namesOf = ({ slug, name, aliases }: CityRule): readonly string[] => [slug, name, ...aliases];

// Index of cities by the slugs of their names, including their further names in the gazetteer.
function citiesByName({ towns }: Country, cities: readonly CityRule[]): ReadonlyMap<string, string> {
  const cityOfName = new Map(cities.flatMap((city) => namesOf(city).map((name) => [toSlug(name), city.slug] as const)));
  const others = towns.flatMap(({ names }) => {
    const [city] = names.flatMap((name) => cityOfName.get(toSlug(name)) ?? []);
    return city === undefined ? [] : names.map((name) => [toSlug(name), city] as const);
  });
  return new Map([...others, ...cityOfName]);
}

// Returns the place names of a country for these cities; none if the gazetteer has none of the cities.
function placesOfCountry(
  map: Country,
  cities: readonly CityRule[],
  isWanted: (place: Pick<PlaceName, 'name'>) => boolean,
): PlaceNames {
  const { towns, supplement } = map;
  const cityOfName = citiesByName(map, cities);
  const citiesIn = (names: readonly string[]) => names.flatMap((name) => cityOfName.get(toSlug(name)) ?? []);
  const capitalOf = capitals(map);
  const homes = homesOf(map, cities, citiesIn, capitalOf);
  if (homes.length === 0) return { names: [], mapped: [], postCodes: {}, postCodeDigits: 0 };
  // Returns the city of an area: preferably its capital; an empty string outside the service area.
  const cityOf = (area: Area): string => {
    const { names, capital } = area;
    const town = capitalOf.get(area);
    const near = town && nearest(town, homes, ({ division }) => division === town.division);
    return citiesIn(capital)[0] ?? citiesIn(names)[0] ?? near?.city ?? '';
  };
  const cityOfCode = new Map(supplement.areas.map((area) => [area.code, cityOf(area)]));
  const meanings: Meanings = new Map();
  const named = [
    ...supplement.areas.flatMap(({ names, code }) => names.map((name) => ({ name, code }))),
    ...Object.entries(supplement.regions).flatMap(([name, codes]) => codes.map((code) => ({ name, code }))),
  ];
  for (const { name, code } of named) addMeaning(meanings, { name, isArea: true }, cityOfCode.get(code) ?? '');
  const areas = new Set(meanings.keys());
  for (const town of towns) {
    const city = citiesIn(town.names)[0] ?? cityNear(town, homes);
    for (const name of town.names) if (!areas.has(toSlug(name))) addMeaning(meanings, { name, isArea: false }, city);
  }
  const postCodes = Object.entries(supplement.post_codes).flatMap(([code, town]) => {
    const city = cityOfName.get(toSlug(town));
    return city === undefined ? [] : [[code, city] as const];
  });
  const groups = Map.groupBy(unambiguous(meanings), ({ city, isArea }) => `${isArea} ${city}`);
  const mapped = [...groups.values()].flatMap((group) => {
    const its = group.filter(isWanted);
    return its.slice(0, 1).map(({ city, isArea }) => ({ city, isArea, names: its.map(({ name }) => name) }));
  });
  return {
    names: [],
    mapped,
    postCodes: Object.fromEntries([...cityOfCode, ...postCodes]),
    postCodeDigits: supplement.post_code_digits,
  };
}

// A city of the site with its town in the gazetteer.
type Home = { readonly city: string; readonly town: Town; readonly isCapital: boolean };

// Locates cities in the gazetteer. Of several towns with the same name, the town closest to the median of all towns.
function homesOf(
  { towns }: Country,
  cities: readonly CityRule[],
  citiesIn: (names: readonly string[]) => readonly string[],
  capitalOf: ReadonlyMap<Area, Town>,
): readonly Home[] {
  const areCapitals = new Set(capitalOf.values());
  const found = towns.flatMap((town) =>
    citiesIn(town.names).map((city): Home => ({ city, town, isCapital: areCapitals.has(town) })),
  );
  const byCity = Map.groupBy(found, ({ city }) => city);
  for (const [{ names }, town] of capitalOf) {
    const [city] = citiesIn(names);
    if (city !== undefined && !byCity.has(city)) byCity.set(city, [{ city, town, isCapital: true }]);
  }
  const middle = middleOf([...byCity.values()].flat().map(({ town }) => town));
  return cities.flatMap(({ slug }) => nearest(middle, byCity.get(slug) ?? []) ?? []);
}

type Point = Pick<Town, 'latitude' | 'longitude'>;

function middleOf(points: readonly Point[]): Point {
  const median = (of: (point: Point) => number) =>
    points.map(of).toSorted((a, b) => a - b)[Math.floor(points.length / 2)] ?? 0;
  return { latitude: median(({ latitude }) => latitude), longitude: median(({ longitude }) => longitude) };
}

// Returns the city of a town; an empty string without a near city.
function cityNear(town: Town, homes: readonly Home[]): string {
  const home =
    nearest(town, homes, (candidate) => candidate.division === town.division, FARTHEST_WITHIN) ??
    nearest(town, homes, () => true, FARTHEST_ACROSS);
  return home?.city ?? '';
}

function nearest(
  point: Point,
  homes: readonly Home[],
  isWanted: (town: Town) => boolean = () => true,
  farthest = Infinity,
): Home | undefined {
  let best: Home | undefined;
  let least = farthest;
  for (const home of homes) {
    if (!isWanted(home.town)) continue;
    const distance = kilometres(point, home.town) * (home.isCapital ? CAPITAL_DISTANCE : 1);
    if (distance > least) continue;
    [best, least] = [home, distance];
  }
  return best;
}

const KILOMETRES_OF_A_DEGREE = 111;

// Approximate distance of close points.
function kilometres(a: Point, b: Point): number {
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos(((a.latitude + b.latitude) / 2) * (Math.PI / 180));
  return Math.hypot(north, east) * KILOMETRES_OF_A_DEGREE;
}

// Returns the capital of each area. Of several towns with its name, the first in a division without a capital; the
// fallback is the first.
function capitals({ towns, supplement }: Country): ReadonlyMap<Area, Town> {
  const byName = Map.groupBy(
    towns.flatMap((town) => town.names.map((name) => ({ slug: toSlug(name), town }))),
    ({ slug }) => slug,
  );
  const found = supplement.areas.map((area) => ({
    area,
    towns: area.capital.flatMap((name) => byName.get(toSlug(name)) ?? []).map(({ town }) => town),
  }));
  const taken = new Set(
    found.flatMap((capital) => (capital.towns.length === 1 ? (capital.towns[0]?.division ?? []) : [])),
  );
  return new Map(
    found.flatMap(({ area, towns: its }) => {
      const town = its.length === 1 ? its[0] : (its.find(({ division }) => !taken.has(division)) ?? its[0]);
      return town ? [[area, town] as const] : [];
    }),
  );
}

// Returns further gazetteer names of towns that pages list.
function otherNamesOf({ towns }: Country, listed: readonly PlaceName[]): readonly PlaceName[] {
  const cityOf = new Map(listed.map(({ name, city }) => [toSlug(name), city]));
  return towns.flatMap(({ names }) => {
    if (names.length < 2) return [];
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

// Returns names of a single city. If a name has meanings inside and outside the service area, only the city counts.
function unambiguous(meanings: Meanings): { name: string; isArea: boolean; city: string }[] {
  return [...meanings.values()].flatMap(({ name, isArea, cities }) => {
    const served = [...cities].filter((city) => city !== '');
    const [city = ''] = served;
    return served.length <= 1 ? [{ name, isArea, city }] : [];
  });
}
