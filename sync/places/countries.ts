// A country: its towns in the gazetteer, and an optional supplement in places/<ISO 3166-1 code>.yaml.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { toSlug } from '../../shared/places.ts';
import { parseYaml } from '../../shared/yaml.ts';
import { townsOf, type Town } from './gazetteer.ts';

const PLACES = join(import.meta.dirname, '../../places');

const name = z.string().trim().min(1);

const Supplement = z.strictObject({
  post_code_digits: z.int(),
  areas: z.array(
    z.strictObject({
      // Prefix of the post codes of the area.
      code: z.string().regex(/^\d+$/),
      names: z.array(name).min(1),
      capital: z.array(name).min(1),
    }),
  ),
  regions: z.record(name, z.array(z.string())).default({}),
  post_codes: z.record(z.string().regex(/^\d+$/), name).default({}),
  other_names: z.record(name, z.array(name)).default({}),
});

// Areas (provinces), regions of several areas, post codes by prefix, and further names of towns.
type Supplement = Readonly<z.output<typeof Supplement>>;
export type Area = Supplement['areas'][number];

/** The towns of a country with all names, and its supplement. */
export type Country = { readonly towns: readonly Town[]; readonly supplement: Supplement };

const NO_SUPPLEMENT: Supplement = Supplement.parse({ post_code_digits: 0, areas: [] });

// Cache of parsed supplements, which never change at run time.
const supplementsRead = new Map<string, Supplement>();

/** Reads a country by its ISO 3166-1 code; returns `undefined` without towns in the gazetteer. */
export function readCountry(code: string): Country | undefined {
  const supplement = supplementsRead.get(code) ?? parseSupplement(code);
  supplementsRead.set(code, supplement);
  const towns = townsOf(code);
  if (towns.length === 0) return undefined;
  const otherNames = new Map(Object.entries(supplement.other_names).map(([town, names]) => [toSlug(town), names]));
  const withOthers = (town: Town): Town => {
    const others = town.names.flatMap((townName) => otherNames.get(toSlug(townName)) ?? []);
    return others.length === 0 ? town : { ...town, names: [...town.names, ...others] };
  };
  return { towns: otherNames.size === 0 ? towns : towns.map(withOthers), supplement };
}

function parseSupplement(code: string): Supplement {
  const file = join(PLACES, `${code}.yaml`);
  return /^[A-Z]{2}$/.test(code) && existsSync(file)
    ? Supplement.parse(parseYaml(readFileSync(file, 'utf8')).values)
    : NO_SUPPLEMENT;
}
