import type { LookupAddress } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { bareHost } from '../../shared/addresses.ts';
import { isPrivateAddress, literalAddress } from '../../shared/private-addresses.ts';
import { restrictedLookup } from '../../shared/public-lookup.ts';
import { WordPressError } from './errors.ts';

const MOST_REDIRECTS = 5;

type Redirect = {
  readonly from: { readonly url: string; readonly status: number };
  readonly location: string;
  readonly followed: number;
};

/** Creates the set of hosts of a site, which limits requests and redirects. */
export function createSiteHosts(site: URL) {
  const hosts = new Set([bareHost(site)]);
  let siteIsInside: boolean | undefined;

  // True for an http(s) address on a host of the site.
  function isOwn(address: string): boolean {
    const url = URL.parse(address);
    return url !== null && /^https?:$/.test(url.protocol) && hosts.has(bareHost(url));
  }

  // Adds the host of an address: `home` may differ from the installation path of WordPress.
  function trust(address: string): void {
    const url = URL.parse(address);
    if (url) hosts.add(bareHost(url));
  }

  return {
    isOwn,
    trust,
    /** True if the site resolved to a private network: then its further hosts may be private too. */
    isInside: () => siteIsInside === true,
    async refuseForeign(url: URL): Promise<void> {
      if (!isOwn(url.href)) {
        throw new WordPressError('foreign', `${url.host} is not a host of this site`, { url: url.href });
      }
      if (url.hostname === site.hostname) return;
      siteIsInside ??= await resolvesInside(site.hostname);
      const literal = literalAddress(url.hostname);
      if (siteIsInside || literal === undefined || !isPrivateAddress(literal)) return;
      throw new WordPressError('foreign', `${url.host} is in a private network`, { url: url.href });
    },
    redirectTarget({ from, location, followed }: Redirect): URL {
      const target = URL.parse(location, from.url);
      const refuse = (why: string) => new WordPressError('redirect', `The site redirects to ${location}, ${why}`, from);
      if (!target) throw refuse('which is not an address');
      if (followed >= MOST_REDIRECTS) throw refuse(`redirect ${followed + 1} of this request`);
      if (!isOwn(target.href)) {
        throw refuse('which is on another host; if it is the same site, set SITE_URL to this address');
      }
      if (isDowngrade(new URL(from.url), target)) throw refuse('which is not encrypted');
      return target;
    },
    /** True for the configured host, unless the site uses TLS and this address does not: credentials may be sent there. */
    mayGetLogin: (url: URL): boolean => bareHost(url) === bareHost(site) && !isDowngrade(site, url),
  };
}

const isDowngrade = (from: URL, to: URL): boolean => from.protocol === 'https:' && to.protocol === 'http:';

/**
 * Returns the permitted address records of a host name; empty if the name is rejected. A name other than the site's must have
 * only public records, unless the site itself is in a private network. Otherwise a link on the site could make sync read internal
 * hosts (SSRF). If the site has public records, only these are used.
 */
export function permittedRecords(
  records: readonly LookupAddress[],
  name: { readonly isSite: boolean; readonly siteIsInside: boolean },
): readonly LookupAddress[] {
  if (name.siteIsInside) return records;
  const outside = records.filter(({ address }) => !isPrivateAddress(address));
  if (name.isSite) return outside.length > 0 ? outside : records;
  return outside.length === records.length ? records : [];
}

/** Resolves names for connections, restricted to permitted records; fails with `ERR_PRIVATE_NETWORK` if none is permitted. */
export function guardedLookup(siteHost: string, siteIsInside: () => boolean): LookupFunction {
  return restrictedLookup((records, hostname) =>
    permittedRecords(records, { isSite: hostname === siteHost, siteIsInside: siteIsInside() }),
  );
}

// True for a host that is a private address, or a name with only private records.
async function resolvesInside(hostname: string): Promise<boolean> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const found = await resolveAll(hostname, { all: true }).catch(() => []);
  return found.length > 0 && found.every(({ address }) => isPrivateAddress(address));
}
