import { bareHost } from '../../shared/addresses.ts';
import { WordPressError } from './errors.ts';
import { isPrivateAddress, literalAddress } from '../../shared/private-addresses.ts';
import { resolvesInside } from './private-network.ts';

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
