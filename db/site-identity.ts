import { readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { siteKey } from '../shared/addresses.ts';
import { makeDirectory, replaceFile } from '../shared/directories.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { isPrivateHost } from '../shared/private-addresses.ts';
import { ConfigurationError, DEMO_DATA_DIR, readSettings, type Environment } from '../shared/settings.ts';
import { commandSite } from '../shared/sites/command-site.ts';
import { openToInspect } from './sqlite.ts';

export const DEMO = 'demo';

const Identity = z.object({
  // Address that sync reads (`SITE_URL`), or `demo`. Absent if only a published index was followed.
  site: z.string().optional(),
  // Home address that WordPress reports, as in generations. Absent before the first publication.
  home: z.string().optional(),
  // Earlier addresses of the same site.
  former: z.array(z.string()).default([]),
});

/** Site of a data directory, the object in `site.json`. */
export type SiteIdentity = z.infer<typeof Identity>;

const fileIn = (dataDir: string): string => join(dataDir, 'site.json');

/**
 * Reads the site of a data directory from `site.json`, or from the mirror or the live index of an earlier release.
 * Returns `undefined` for a directory without a site. Throws a ConfigurationError if the files exist and cannot be
 * read.
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

/** Writes the site of a data directory if it changed. */
export function writeIdentity(dataDir: string, identity: SiteIdentity): void {
  const before = textOf(fileIn(dataDir));
  const parsed = Identity.parse(identity);
  if (before?.trim() === JSON.stringify(parsed)) return;
  replaceFile(fileIn(dataDir), `${JSON.stringify(parsed)}\n`, { flush: true });
}

/** Returns the display name of a site for messages. */
export const nameOfSite = ({ site, home }: SiteIdentity): string =>
  site === DEMO ? 'the demo site' : (home ?? site ?? 'a site of unknown address');

/**
 * Assigns the directory to a site before its first sync. Throws a ConfigurationError if it belongs to a different site.
 */
export function claimDataDir(dataDir: string, siteUrl: string | undefined): void {
  const identity = requireOwnDataDir(dataDir, siteUrl);
  const site = siteUrl ?? DEMO;
  makeDirectory(dataDir);
  const hadDemo = identity?.site === DEMO && site !== DEMO;
  // A server must not serve the index of the demo for the site.
  if (hadDemo) rmSync(join(dataDir, 'index'), { recursive: true, force: true });
  writeIdentity(dataDir, hadDemo || !identity ? { site, former: [] } : { ...identity, site });
}

/** Writes the home address that WordPress reports; the previous address becomes a former address. */
export function noteHome(dataDir: string, siteUrl: string | undefined, home: string): void {
  const identity = identityOf(dataDir) ?? { site: siteUrl ?? DEMO, former: [] };
  if (identity.home === home) return;
  const former = [...identity.former, ...(identity.home === undefined ? [] : [identity.home])];
  writeIdentity(dataDir, { ...identity, home, former: [...new Set(former)].filter((address) => address !== home) });
}

/** Writes the site of a downloaded index. */
export function noteFollowedSite(dataDir: string, { site: home, former = [] }: FollowedSite): void {
  const identity = orUndefined(() => identityOf(dataDir));
  const earlier = [...(identity?.former ?? []), ...(identity?.home === undefined ? [] : [identity.home]), ...former];
  writeIdentity(dataDir, { ...identity, home, former: [...new Set(earlier)].filter((address) => address !== home) });
}

type FollowedSite = { readonly site: string; readonly former?: readonly string[] | undefined };

/**
 * Throws a ConfigurationError if a backup belongs to a different site than the directory, or than `siteUrl` if the
 * directory is empty. Returns the site of the backup, if known.
 */
export function requireSameSite(
  dataDir: string,
  backup: string,
  siteUrl: string | undefined,
): SiteIdentity | undefined {
  // An unreadable identity is reported by the check of the backup.
  const saved = orUndefined(() => identityOf(backup));
  const here = identityOf(dataDir) ?? (siteUrl === undefined ? undefined : { site: siteUrl, former: [] });
  if (!saved || !here || addressesOf(saved).some((address) => addressesOf(here).includes(address))) return saved;
  throw new ConfigurationError([
    `DATA_DIR: ${dataDir} belongs to ${describe(here)}, and ${backup} is a backup of ${describe(saved)}; use another DATA_DIR for it`,
  ]);
}

const addressesOf = ({ site, home, former }: SiteIdentity): readonly string[] =>
  [site, home, ...former].flatMap((address) => (address === undefined ? [] : [keyOf(address)]));

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
  const former = [...identity.former, identity.site ?? siteUrl].filter((address) => keyOf(address) !== keyOf(siteUrl));
  writeIdentity(dataDir, { ...identity, site: siteUrl, former: [...new Set(former)] });
}

/**
 * Throws a ConfigurationError if the directory belongs to a different site than sync reads (without `siteUrl`: the
 * demo). A site replaces the demo, which has no valuable data.
 */
export function requireOwnDataDir(dataDir: string, siteUrl: string | undefined): SiteIdentity | undefined {
  // If no file is readable, the settings decide.
  const identity = siteUrl === undefined ? identityOf(dataDir) : orUndefined(() => identityOf(dataDir));
  const isOwn =
    siteUrl === undefined
      ? identity?.site === DEMO
      : identity?.site === DEMO ||
        (identity !== undefined && addressesOf({ ...identity, former: [] }).includes(keyOf(siteUrl)));
  if (!identity || isOwn) return identity;
  // A mirror of an earlier release has only the key of an address, and a followed index only the home.
  if (siteUrl !== undefined && identity.site === undefined && isPrivateAddress(siteUrl)) return identity;
  throw otherSite(dataDir, identity, siteUrl, 'if the site has moved, run npm run sync -- --move-site');
}

/** Checks the directory for a server, which may know the site by its public address or by a former address. */
export function requireOwnServed(dataDir: string, siteUrl: string | undefined): void {
  const identity = siteUrl === undefined ? identityOf(dataDir) : orUndefined(() => identityOf(dataDir));
  if (!identity || siteUrl === undefined || identity.site === DEMO) return;
  if (addressesOf(identity).includes(keyOf(siteUrl))) return;
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

/** Returns true for a home address of this site, and for every address if the directory has no site. */
export function isOfSite(identity: SiteIdentity | undefined, home: string): boolean {
  if (!identity || (identity.site === undefined && identity.home === undefined)) return true;
  const known = [identity.site, identity.home, ...identity.former];
  // Before the first publication, the home of a site with a private address is unknown.
  if (
    identity.home === undefined &&
    !known.some((address) => address === DEMO || (address !== undefined && !isPrivateAddress(address)))
  )
    return true;
  return addressesOf(identity).includes(keyOf(home));
}

const keyOf = (address: string): string => (URL.canParse(address) ? siteKey(address) : address);

const isPrivateAddress = (address: string): boolean =>
  URL.canParse(address) && isPrivateHost(new URL(address).hostname);

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
    using db = openToInspect(file);
    const select = db.prepare<[string], string>('SELECT value FROM facts WHERE name = ?').pluck();
    const fact = (name: string): unknown => JSON.parse(select.get(name) ?? 'null');
    const source = fact('source');
    const home = z.object({ home: z.string() }).safeParse(fact('site')).data?.home;
    if (typeof source !== 'string') return home === undefined ? undefined : { home, former: [] };
    if (source === DEMO) return { site: DEMO, home, former: [] };
    // The key has no scheme; the home of the same site has it.
    const isHome = home !== undefined && keyOf(home) === source;
    return { site: isHome ? home : `http://${source}`, home, former: [] };
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
 * Adds the site of the data directory to an environment without SITE_URL. Without a site, the demo uses its default
 * directory, unless DATA_DIR contains a site.
 */
export function settledEnvironment(environment: Environment): Environment {
  const variables = NAMES.flatMap((name) => [name, `${name}_FILE`]).map((name) => [name, environment[name]] as const);
  let settings;
  try {
    settings = readSettings(Object.fromEntries(variables));
  } catch (error) {
    // The caller reports it together with all further errors.
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

/** Resolves arguments and environment of a command (`commandSite`), with the site of the data directory. */
export async function commandOfSite(args: readonly string[], environment: Environment) {
  const command = await commandSite(args, environment);
  const requestsHelp = command.args.includes('--help') || command.args.includes('-h');
  return requestsHelp ? command : { ...command, environment: settledEnvironment(command.environment) };
}

/** Resolves them for a command that must not run with a misspelt setting. */
export async function siteCommand(args: readonly string[], environment: Environment) {
  if (!args.includes('--help') && !args.includes('-h')) refuseMisnamedSettings();
  return await commandOfSite(args, environment);
}
