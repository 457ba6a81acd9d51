import { bareHost } from '../../shared/addresses.ts';
import { WordPressError } from './errors.ts';
import { isPrivateAddress, literalAddress } from '../../shared/private-addresses.ts';
import { resolvesInside } from './private-network.ts';

const MOST_REDIRECTS = 5;

type Redirect = {
  readonly from: { readonly url: string; readonly status: number };
  readonly location: string;
  /** Redirects that were followed before it. */
  readonly followed: number;
};

/** The hosts of one site, and the border around them: what may be asked, and where a redirect may lead. */
export function createSiteHosts(site: URL) {
  const hosts = new Set([bareHost(site)]);
  let siteIsInside: boolean | undefined;

  /** True for an http(s) address on a host of the site. */
  function isOwn(address: string): boolean {
    const url = URL.parse(address);
    return url !== null && /^https?:$/.test(url.protocol) && hosts.has(bareHost(url));
  }

  /** Adds the host of an address to those of the site: `home` is not always where WordPress is installed. */
  function trust(address: string): void {
    const url = URL.parse(address);
    if (url) hosts.add(bareHost(url));
  }

  return {
    isOwn,
    trust,
    /** True once the site was seen to be in a private network: then its other hosts may be there too. */
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
      if (followed >= MOST_REDIRECTS) throw refuse(`the redirect number ${followed + 1} in a row`);
      if (!isOwn(target.href)) {
        throw refuse('which is on another host; if that is the same site, set SITE_URL to its address');
      }
      if (isDowngrade(new URL(from.url), target)) throw refuse('which is not encrypted');
      return target;
    },
    /** True for the host that the operator named, unless it has TLS and this address has none: credentials may go there. */
    mayGetLogin: (url: URL): boolean => bareHost(url) === bareHost(site) && !isDowngrade(site, url),
  };
}

const isDowngrade = (from: URL, to: URL): boolean => from.protocol === 'https:' && to.protocol === 'http:';
