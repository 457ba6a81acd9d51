// Sites of SITES_DIR: a folder and the environment from its site.yaml.
import { readdirSync, realpathSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';
import { nearestWord } from '../nearest-word.ts';
import { ConfigurationError, readSettings, SITE_NAME, SITE_VARIABLES, type Environment } from '../settings.ts';
import { parseYaml } from '../yaml.ts';

const text = z.string('text').trim().min(1, 'some text');

/** Value of a `settings` key, converted to the string of its variable. */
const setting = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], 'text, a number or a list')
  .transform((value) => (Array.isArray(value) ? value.join(',') : String(value)));

/** Keys of site.yaml for sites of SITES_DIR; all further keys describe company and pages. */
export const SITE_KEYS = {
  site_url: text.optional(),
  public_url: text.optional(),
  paused: z.boolean('true or false').optional(),
  worker: z.literal('own', 'own').optional(),
  settings: z.record(z.string(), setting, 'settings with values, such as sync_types: pages,posts').optional(),
} as const;

export type Site = {
  /** Name of the folder. */
  readonly name: string;
  /** Absolute path of the folder, which is the DATA_DIR of the site. */
  readonly dir: string;
  /** True if sync skips the site; its published pages are served. */
  readonly isPaused: boolean;
  /** True if its runs use a separate process. */
  readonly hasOwnWorker: boolean;
  /** True if a different service publishes its index; sync skips it. */
  readonly isFollowed: boolean;
  /** Variables from its site.yaml. */
  readonly variables: Environment;
};

/** Valid folder names of sites, for file systems and hosts. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** Returns true for a valid site name. */
export const isSiteName = (name: string): boolean => NAME.test(name);

/** File that makes a folder a site. */
export const SITE_FILE = 'site.yaml';

/**
 * Returns the sorted names of all sites. Hidden folders are ignored. Throws a ConfigurationError if the folder cannot
 * be read.
 */
export function siteNames(sitesDir: string): string[] {
  return entriesOf(sitesDir)
    .filter((entry) => !entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
}

function entriesOf(sitesDir: string): Dirent[] {
  try {
    return readdirSync(sitesDir, { withFileTypes: true });
  } catch (error) {
    throw new ConfigurationError([
      `SITES_DIR: got ${sitesDir}, wants a directory that can be read (${messageOf(error)})`,
    ]);
  }
}

/** Returns the environment of a site: variables of all sites, overridden by its site.yaml. */
export function siteEnvironment({ variables }: Pick<Site, 'variables'>, common: Environment): Environment {
  const environment: Record<string, string | undefined> = { ...common, SITES_DIR: undefined };
  for (const name of Object.keys(variables)) environment[fileVariantOf(name)] = undefined;
  return { ...environment, ...variables };
}

/** Maps NAME to `NAME_FILE` and back: a site that sets either overrides both. */
const fileVariantOf = (name: string): string => (name.endsWith('_FILE') ? name.slice(0, -5) : `${name}_FILE`);

/**
 * Reads a site of a folder. Throws a ConfigurationError with all errors of its settings; company data is not validated.
 */
export function readSite(sitesDir: string, name: string, common: Environment): Site {
  const dir = join(resolve(sitesDir), name);
  const file = join(dir, SITE_FILE);
  if (!isSiteName(name)) {
    throw new ConfigurationError([
      `${dir}: wants a name of lower-case letters, digits, dots, _ and -, such as example.com`,
    ]);
  }
  const { faults, keys } = readKeys(file);
  const site = {
    name,
    dir,
    isPaused: keys.paused ?? false,
    hasOwnWorker: keys.worker === 'own',
    variables: { ...variablesOf(keys, dir), [SITE_NAME]: name },
  };
  const other = faults.length === 0 ? nameOfLinked(dir) : undefined;
  if (other !== undefined) faults.push(`is a link to the folder of ${other}; a site wants a folder of its own`);
  if (faults.length === 0) {
    try {
      const { INDEX_URL } = readSettings(siteEnvironment(site, common));
      return { ...site, isFollowed: INDEX_URL !== undefined };
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      faults.push(...error.faults.map(asKey));
    }
  }
  throw new ConfigurationError(faults.map((fault) => `${file}: ${fault}`));
}

function nameOfLinked(dir: string): string | undefined {
  const real = realpathSync(dir);
  const isBeside = dirname(real) === realpathSync(dirname(dir));
  return isBeside && basename(real) !== basename(dir) ? basename(real) : undefined;
}

/** Returns the files that a site file references. */
export function secretFilesOf({ variables }: Pick<Site, 'variables'>): string[] {
  return Object.entries(variables).flatMap(([name, file]) => (name.endsWith('_FILE') && file ? [file] : []));
}

/**
 * Returns errors for `site_url`, `public_url` and `settings` in a site file outside SITES_DIR, where these keys have no
 * effect.
 */
export function unreadKeys(file: string, environment: Environment): string[] {
  const { DATA_DIR: _, ...variables } = variablesOf(readKeys(file).keys, dirname(file));
  return Object.entries(variables)
    .filter(([name, value]) => value !== undefined && value !== environment[name])
    .map(([name]) => `${file}: ${asKey(`${name}:`)} is read below SITES_DIR alone; with one site, set ${name}`);
}

const Keys = z.object(SITE_KEYS);
type Keys = z.output<typeof Keys>;

function readKeys(file: string): { readonly faults: string[]; readonly keys: Keys } {
  const { values, faults } = parse(file);
  if (faults.length > 0) return { faults, keys: {} };
  const parsed = Keys.safeParse(values);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'the file'}: wants ${message}`);
    return { faults: wrong, keys: {} };
  }
  const missing = parsed.data.site_url === undefined ? ['site_url: got nothing, wants the address of WordPress'] : [];
  return { faults: [...missing, ...unknownSettings(parsed.data)], keys: parsed.data };
}

function parse(file: string): ReturnType<typeof parseYaml> {
  try {
    return parseYaml(readRegularFile(file));
  } catch (error) {
    return { values: undefined, faults: [`wants a readable file (${messageOf(error)})`] };
  }
}

/** Valid keys of `settings`: variables in lower case without a dedicated key. */
const KNOWN = SITE_VARIABLES.map((name) => name.toLowerCase()).filter((key) => !Object.hasOwn(SITE_KEYS, key));

function unknownSettings({ settings = {} }: Keys): string[] {
  const unknown = Object.keys(settings).filter(
    (key) => !KNOWN.includes(key) && !KNOWN.includes(key.replace(/_file$/, '')),
  );
  return unknown.map((key) => {
    const nearest = nearestWord(key.toLowerCase(), KNOWN);
    const hint = nearest === undefined ? '' : `, the nearest one is ${nearest}`;
    return `settings.${key}: no setting that a site may have for itself${hint}`;
  });
}

function variablesOf({ site_url: siteUrl, public_url: publicUrl, settings = {} }: Keys, dir: string): Environment {
  const own = Object.entries(settings).map(([key, value]) => [
    key.toUpperCase(),
    key.endsWith('_file') ? resolve(dir, value) : value,
  ]);
  return { ...Object.fromEntries(own), SITE_URL: siteUrl, PUBLIC_URL: publicUrl, DATA_DIR: dir };
}

function asKey(fault: string): string {
  return fault.replace(/^[A-Z_]+(?=:)/, (name) => {
    const key = name.toLowerCase();
    return Object.hasOwn(SITE_KEYS, key) ? key : `settings.${key}`;
  });
}
