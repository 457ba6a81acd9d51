import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { siteKey } from '../shared/addresses.ts';
import { giveToOwnerOf, makeDirectory } from '../shared/directories.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { isPrivateHost } from '../shared/private-addresses.ts';
import { ConfigurationError, DEMO_DATA_DIR, readSettings, type Environment } from '../shared/settings.ts';
import { commandSite } from '../shared/sites/command-site.ts';
import { openToInspect } from './sqlite.ts';

/** `site` of a data directory that holds the demo. */
export const DEMO = 'demo';

const Identity = z.object({
  /** Address that sync reads (`SITE_URL`), or `demo`. Absent where only a published index was followed. */
  site: z.string().optional(),
  /** Home address that WordPress reports, which generations name. Absent before the first publication. */
  home: z.string().optional(),
  /** Earlier addresses of the same site. */
  former: z.array(z.string()).default([]),
});

/** The site that a data directory belongs to. */
export type SiteIdentity = z.infer<typeof Identity>;

const fileIn = (dataDir: string): string => join(dataDir, 'site.json');

/**
 * The site that a data directory belongs to: from its `site.json`, else from the mirror or the live index of an earlier release.
 * `undefined` for a directory that holds no site. Throws a ConfigurationError where it holds one and cannot report which.
 */
export function identityOf(dataDir: string): SiteIdentity | undefined {
  const file = fileIn(dataDir);
  const text = textOf(file);
  if (text === undefined) return inheritedIdentity(dataDir);
  try {
    return Identity.parse(JSON.parse(text));
  } catch {
    const found = inheritedIdentity(dataDir);
    if (found) return found;
    throw new ConfigurationError([`DATA_DIR: ${file} is damaged; restore it from a backup, or use another directory`]);
  }
}

/** Writes down the site of a data directory, unless the file says so already. */
export function writeIdentity(dataDir: string, identity: SiteIdentity): void {
  const before = textOf(fileIn(dataDir));
  const parsed = Identity.parse(identity);
  if (before?.trim() === JSON.stringify(parsed)) return;
  const aside = `${fileIn(dataDir)}.${process.pid}.tmp`;
  writeFileSync(aside, `${JSON.stringify(parsed)}\n`, { mode: 0o600, flush: true });
  giveToOwnerOf(dataDir, aside);
  renameSync(aside, fileIn(dataDir));
}

/** Name of a site for messages. */
export const nameOfSite = ({ site, home }: SiteIdentity): string =>
  site === DEMO ? 'the demo site' : (home ?? site ?? 'a site of unknown address');

/** Makes the directory the site's before sync reads it. Throws a ConfigurationError where it is another site's. */
export function claimDataDir(dataDir: string, siteUrl: string | undefined): void {
  const identity = requireOwnDataDir(dataDir, siteUrl);
  const site = siteUrl ?? DEMO;
  makeDirectory(dataDir);
  if (identity?.site === DEMO && site !== DEMO) {
    // No server may answer for the site with the index of the demo.
    rmSync(join(dataDir, 'index'), { recursive: true, force: true });
    writeIdentity(dataDir, { site, former: [] });
  } else if (!identity) writeIdentity(dataDir, { site, former: [] });
  else writeIdentity(dataDir, { ...identity, site });
}

/** Writes down the home address that WordPress reports; the one before stays a former address. */
export function noteHome(dataDir: string, siteUrl: string | undefined, home: string): void {
  const identity = identityOf(dataDir) ?? { site: siteUrl ?? DEMO, former: [] };
  if (identity.home === home) return;
  const former = [...identity.former, ...(identity.home === undefined ? [] : [identity.home])];
  writeIdentity(dataDir, { ...identity, home, former: [...new Set(former)].filter((one) => one !== home) });
}

/** Writes down the site of a published index that was fetched. */
export function noteFollowedSite(dataDir: string, { site: home, former = [] }: FollowedSite): void {
  const identity = orUndefined(() => identityOf(dataDir));
  const earlier = [...(identity?.former ?? []), ...(identity?.home === undefined ? [] : [identity.home]), ...former];
  writeIdentity(dataDir, { ...identity, home, former: [...new Set(earlier)].filter((one) => one !== home) });
}

type FollowedSite = { readonly site: string; readonly former?: readonly string[] | undefined };

/**
 * Throws a ConfigurationError where a backup is of another site than the directory that it is to be put into, or than `siteUrl`
 * where that is empty. Answers the site of the backup, if it has one.
 */
export function requireSameSite(
  dataDir: string,
  backup: string,
  siteUrl: string | undefined,
): SiteIdentity | undefined {
  // One that cannot be read is refused as a backup.
  const saved = orUndefined(() => identityOf(backup));
  const here = identityOf(dataDir) ?? (siteUrl === undefined ? undefined : { site: siteUrl, former: [] });
  if (!saved || !here || addressesOf(saved).some((one) => addressesOf(here).includes(one))) return saved;
  throw new ConfigurationError([
    `DATA_DIR: ${dataDir} belongs to ${describe(here)}, and ${backup} is a backup of ${describe(saved)}; use another DATA_DIR for it`,
  ]);
}

const addressesOf = ({ site, home, former }: SiteIdentity): readonly string[] =>
  [site, home, ...former].flatMap((one) => (one === undefined ? [] : [keyOf(one)]));

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Accepts a new address of the same site: `npm run sync -- --move-site`. */
export function moveSite(dataDir: string, siteUrl: string | undefined): void {
  const identity = identityOf(dataDir);
  if (siteUrl === undefined) throw new ConfigurationError(['--move-site: set SITE_URL to the new address of the site']);
  if (!identity || identity.site === DEMO) return;
  const former = [...identity.former, identity.site ?? siteUrl].filter((one) => keyOf(one) !== keyOf(siteUrl));
  writeIdentity(dataDir, { ...identity, site: siteUrl, former: [...new Set(former)] });
}

/**
 * Throws a ConfigurationError where the directory belongs to another site than the one sync is to read (no `siteUrl`: the demo).
 * The demo gives way to a site: it holds nothing of anybody.
 */
export function requireOwnDataDir(dataDir: string, siteUrl: string | undefined): SiteIdentity | undefined {
  // Where nothing is left that can be read, the settings decide, if they name a site.
  const identity = siteUrl === undefined ? identityOf(dataDir) : orUndefined(() => identityOf(dataDir));
  const isOwn =
    siteUrl === undefined
      ? identity?.site === DEMO
      : identity?.site === DEMO || (identity !== undefined && isAddress(identity, siteUrl));
  if (!identity || isOwn) return identity;
  // A mirror of an earlier release names the key of an address alone, and a followed index the home.
  if (siteUrl !== undefined && identity.site === undefined && isPrivateAddress(siteUrl)) return identity;
  throw otherSite(dataDir, identity, siteUrl, 'if the site has moved, run npm run sync -- --move-site');
}

/**
 * The same for a server, which may know the site by its public address while sync reads it by a private one, or still by a former
 * address.
 */
export function requireOwnServed(dataDir: string, siteUrl: string | undefined): void {
  const identity = siteUrl === undefined ? identityOf(dataDir) : orUndefined(() => identityOf(dataDir));
  if (!identity || siteUrl === undefined || identity.site === DEMO || isAddress(identity, siteUrl)) return;
  if (identity.former.some((one) => keyOf(one) === keyOf(siteUrl))) return;
  const { site, home } = identity;
  if (
    site === undefined
      ? isPrivateAddress(siteUrl)
      : home === undefined && isPrivateAddress(site) !== isPrivateAddress(siteUrl)
  )
    return;
  throw otherSite(dataDir, identity, siteUrl, 'if the site has moved, run npm run sync -- --move-site first');
}

function otherSite(dataDir: string, identity: SiteIdentity, siteUrl: string | undefined, advice: string) {
  const wanted = siteUrl === undefined ? 'there is no SITE_URL, which means the demo site' : `SITE_URL is ${siteUrl}`;
  return new ConfigurationError([
    `DATA_DIR: ${dataDir} belongs to ${describe(identity)}, but ${wanted}; use another DATA_DIR for another site; ${advice}`,
  ]);
}

function describe(identity: SiteIdentity): string {
  const { site, home } = identity;
  const isBoth = site !== undefined && site !== DEMO && home !== undefined && keyOf(site) !== keyOf(home);
  return isBoth
    ? `${site} (${home})`
    : nameOfSite(site === DEMO ? { ...identity, home: undefined } : { ...identity, home: site ?? home });
}

/** True for a home address that generations of this site name; every address where the directory has no site. */
export function isOfSite(identity: SiteIdentity | undefined, home: string): boolean {
  if (!identity || (identity.site === undefined && identity.home === undefined)) return true;
  const known = [identity.site, identity.home, ...identity.former];
  // Before its first publication, nobody knows the home of a site that is read by another address.
  if (
    identity.home === undefined &&
    !known.some((one) => one === DEMO || (one !== undefined && !isPrivateAddress(one)))
  )
    return true;
  return known.some((one) => one !== undefined && keyOf(one) === keyOf(home));
}

/** True for the address that sync reads, and for the home that WordPress reports there. */
const isAddress = ({ site, home }: SiteIdentity, address: string): boolean =>
  [site, home].some((one) => one !== undefined && keyOf(one) === keyOf(address));

const keyOf = (address: string): string => (URL.canParse(address) ? siteKey(address) : address);

const isPrivateAddress = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && isPrivateHost(url.hostname);
};

/** What the mirror, or else the live index, of an earlier release reports. */
function inheritedIdentity(dataDir: string): SiteIdentity | undefined {
  const pointer = pointerSite(dataDir);
  const mirror = mirrorSite(join(dataDir, 'mirror.db'));
  if (mirror === 'unreadable' && pointer === undefined) {
    throw new ConfigurationError([
      `DATA_DIR: ${dataDir} holds a site, and its mirror.db and index cannot report which; restore a backup, or use another directory`,
    ]);
  }
  if (mirror !== 'unreadable' && mirror !== undefined) return mirror;
  return pointer === undefined ? undefined : { home: pointer, former: [] };
}

function pointerSite(dataDir: string): string | undefined {
  try {
    const { site } = z
      .object({ site: z.string() })
      .parse(JSON.parse(textOf(join(dataDir, 'index', 'current.json')) ?? ''));
    return site;
  } catch {
    return undefined;
  }
}

function mirrorSite(file: string): SiteIdentity | 'unreadable' | undefined {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  try {
    const db = openToInspect(file);
    try {
      const select = db.prepare<[string], string>('SELECT value FROM facts WHERE name = ?').pluck();
      const fact = (name: string): unknown => JSON.parse(select.get(name) ?? 'null');
      const source = fact('source');
      const home = z.object({ home: z.string() }).safeParse(fact('site')).data?.home;
      if (typeof source !== 'string') return home === undefined ? undefined : { home, former: [] };
      if (source === DEMO) return { site: DEMO, home, former: [] };
      // The key has no scheme; the home has, where they are one site.
      const isHome = home !== undefined && keyOf(home) === source;
      return { site: isHome ? home : `http://${source}`, home, former: [] };
    } finally {
      db.close();
    }
  } catch {
    return 'unreadable';
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const NAMES = ['SITE_URL', 'INDEX_URL', 'SITES_DIR', 'DATA_DIR'];

/**
 * The environment with the site of its data directory, where it names none. Where it names neither, the demo has its own directory,
 * unless the default one holds a site.
 */
export function settledEnvironment(environment: Environment): Environment {
  const asked = NAMES.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, environment[name]] as const);
  let settings;
  try {
    settings = readSettings(Object.fromEntries(asked));
  } catch (error) {
    // Reported with all other faults by whoever reads the whole.
    if (error instanceof ConfigurationError) return environment;
    throw error;
  }
  const { SITE_URL, INDEX_URL, SITES_DIR } = settings;
  if (SITE_URL !== undefined || SITES_DIR !== undefined) return environment;
  const dir = resolve(settings.DATA_DIR);
  const namesDir = Boolean(environment['DATA_DIR'] ?? environment['DATA_DIR_FILE']);
  const identity = identityOf(dir);
  const isOfDemo = identity === undefined || identity.site === DEMO;
  if (INDEX_URL !== undefined) return environment;
  if (isOfDemo) return namesDir ? environment : { ...environment, DATA_DIR: DEMO_DATA_DIR };
  const site = identity.site ?? identity.home;
  return site === undefined ? environment : { ...environment, SITE_URL: site };
}

/** The arguments and the environment of a command about one site (`commandSite`), with the site of its data directory. */
export async function commandOfSite(args: readonly string[], environment: Environment) {
  const command = await commandSite(args, environment);
  const asksForHelp = command.args.includes('--help') || command.args.includes('-h');
  return asksForHelp ? command : { ...command, environment: settledEnvironment(command.environment) };
}

/** The same for a command that must not run with a misspelt setting. */
export async function siteCommand(args: readonly string[], environment: Environment) {
  if (!args.includes('--help') && !args.includes('-h')) refuseMisnamedSettings();
  return await commandOfSite(args, environment);
}
