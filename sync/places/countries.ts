// Maps of countries: places/<ISO 3166-1 code>.yaml.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseYaml } from '../../shared/yaml.ts';

const PLACES = join(import.meta.dirname, '../../places');

const name = z.string().trim().min(1);

const Country = z.strictObject({
  post_code_digits: z.int(),
  areas: z.array(
    z.strictObject({
      /** Beginning of its post codes. */
      code: z.string().regex(/^\d+$/),
      names: z.array(name).min(1),
      capital: z.array(name).min(1),
      towns: z.array(name).default([]),
    }),
  ),
  regions: z.record(name, z.array(z.string())).default({}),
  post_codes: z.record(z.string().regex(/^\d+$/), name).default({}),
});

/** A country: its areas (provinces) with their towns, regions of several areas, and post codes by their beginnings. */
export type Country = Readonly<z.output<typeof Country>>;
export type Area = Country['areas'][number];

/** Maps are a part of the program, and dear to parse. */
const countriesRead = new Map<string, Country>();

/** The map of a country by its ISO 3166-1 code; `undefined` where there is none. */
export function readCountry(code: string): Country | undefined {
  const country = countriesRead.get(code) ?? parseCountry(code);
  if (country) countriesRead.set(code, country);
  return country;
}

function parseCountry(code: string): Country | undefined {
  const file = join(PLACES, `${code}.yaml`);
  return /^[A-Z]{2}$/.test(code) && existsSync(file)
    ? Country.parse(parseYaml(readFileSync(file, 'utf8')).values)
    : undefined;
}
