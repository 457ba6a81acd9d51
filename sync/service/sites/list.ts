import { siteKey } from '../../../shared/addresses.ts';
import { messageOf } from '../../../shared/errors.ts';
import { publicAddress } from '../../../shared/public-paths.ts';
import { ConfigurationError, readSettings, type Environment, type Settings } from '../../../shared/settings.ts';
import { readSite, siteEnvironment, siteNames, type Site } from '../../../shared/sites/site.ts';

/** A site of SITES_DIR with its settings, or with the faults of an invalid config. */
export type ListedSite =
  | { readonly name: string; readonly site: Site; readonly settings: Settings }
  | { readonly name: string; readonly faults: readonly string[] };

export function listSites(dir: string, environment: Environment): ListedSite[] {
  return siteNames(dir).map((name) => listed(dir, name, environment));
}

function listed(dir: string, name: string, environment: Environment): ListedSite {
  try {
    const site = readSite(dir, name, environment);
    return { name, site, settings: readSettings(siteEnvironment(site, environment)) };
  } catch (error) {
    return { name, faults: error instanceof ConfigurationError ? error.faults : [messageOf(error)] };
  }
}

/** Returns the names of further sites that sync reads from the same WordPress address; excludes `name`. */
export function readersOf(siteUrl: string, all: readonly ListedSite[], name: string): string[] {
  const isReader = (one: ListedSite) =>
    'site' in one && isRead(one.site) && siteKey(one.settings.SITE_URL ?? '') === siteKey(siteUrl);
  return all.filter((one) => one.name !== name && isReader(one)).map((one) => one.name);
}

export const isRead = ({ isPaused, isFollowed }: Site): boolean => !isPaused && !isFollowed;

/** Returns the names of further sites that are served at the same public address; excludes `name`. */
export function sitesAt(publicUrl: string, all: readonly ListedSite[], name?: string): string[] {
  const isThere = (one: ListedSite) => 'settings' in one && placeOf(publicAddress(one.settings)) === placeOf(publicUrl);
  return all.filter((one) => one.name !== name && isThere(one)).map((one) => one.name);
}

// Parts of an address that select a site: host, port and path.
function placeOf(address: string): string {
  const { hostname, port, pathname } = new URL(address);
  return `${hostname}:${port}${pathname.replace(/\/+$/, '')}`;
}
