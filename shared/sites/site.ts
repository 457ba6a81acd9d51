// The sites of SITES_DIR: a site is a folder, and the environment that its site.yaml makes.
import { readdirSync, realpathSync, type Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { readRegularFile } from '../regular-file.ts';
import { nearestWord } from '../nearest-word.ts';
import { ConfigurationError, readSettings, SITE_NAME, SITE_VARIABLES, type Environment } from '../settings.ts';
import { parseYaml } from '../yaml.ts';
import { SITE_KEYS } from './site-keys.ts';

/** A site of SITES_DIR. */
export type Site = {
  /** Name of its folder. */
  readonly name: string;
  /** Absolute path of its folder, which is its DATA_DIR. */
  readonly dir: string;
  /** True while sync leaves it alone; what was published stays served. */
  readonly isPaused: boolean;
  /** True for a site whose runs have a process of their own. */
  readonly hasOwnWorker: boolean;
  /** True for a site whose index another service publishes: sync has nothing to do for it. */
  readonly isFollowed: boolean;
  /** Variables that it has for itself. */
  readonly variables: Environment;
};

/** Names of folders that are sites: those of the file system and of hosts at once. */
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** True for what a site may be called. */
export const isSiteName = (name: string): boolean => NAME.test(name);

/** Name of the file that makes a folder a site. */
export const SITE_FILE = 'site.yaml';

/** Names of the sites of a folder, in order. What begins with a dot is none. Throws a ConfigurationError where the folder cannot be read. */
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

/** The environment of a site: what is set for all of them, and what it has for itself. */
export function siteEnvironment({ variables }: Pick<Site, 'variables'>, common: Environment): Environment {
  const environment: Record<string, string | undefined> = { ...common, SITES_DIR: undefined };
  for (const name of Object.keys(variables)) environment[twinOf(name)] = undefined;
  return { ...environment, ...variables };
}

/** `NAME_FILE` of NAME, and the other way round: a site that says one of them means no longer the other. */
const twinOf = (name: string): string => (name.endsWith('_FILE') ? name.slice(0, -5) : `${name}_FILE`);

/** Reads a site of a folder; throws a ConfigurationError with every fault of its settings, but none of its company data. */
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

/** The name of the site beside this one to whose folder its own is a link. */
function nameOfLinked(dir: string): string | undefined {
  const real = realpathSync(dir);
  const isBeside = dirname(real) === realpathSync(dirname(dir));
  return isBeside && basename(real) !== basename(dir) ? basename(real) : undefined;
}

/** Files in which a site keeps what its site file does not say itself. */
export function secretFilesOf({ variables }: Pick<Site, 'variables'>): string[] {
  return Object.entries(variables).flatMap(([name, file]) => (name.endsWith('_FILE') && file ? [file] : []));
}

/**
 * Faults of a site file that says for itself what the environment does not: outside SITES_DIR, nobody reads its `site_url`,
 * `public_url` and `settings`.
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

/** Keys that `settings` may have: the variables in lower case, but for those with a key of their own. */
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

/** The variables that the keys of a site file stand for; files that they name are beside it. */
function variablesOf({ site_url: siteUrl, public_url: publicUrl, settings = {} }: Keys, dir: string): Environment {
  const own = Object.entries(settings).map(([key, value]) => [
    key.toUpperCase(),
    key.endsWith('_file') ? resolve(dir, value) : value,
  ]);
  return { ...Object.fromEntries(own), SITE_URL: siteUrl, PUBLIC_URL: publicUrl, DATA_DIR: dir };
}

/** A fault of a variable as one of the key that stands for it. */
function asKey(fault: string): string {
  return fault.replace(/^[A-Z_]+(?=:)/, (name) => {
    const key = name.toLowerCase();
    return Object.hasOwn(SITE_KEYS, key) ? key : `settings.${key}`;
  });
}
