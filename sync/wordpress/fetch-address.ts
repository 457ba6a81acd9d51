import { bareHost } from '../../shared/addresses.ts';

/**
 * Returns the address to fetch for a link of the site. Sync may read the site through a different host than its public host
 * (inside its network, or the demo on loopback). Then the address has the same path on that host.
 */
export function fetchAddress(
  address: string,
  { home, siteUrl }: { readonly home: string; readonly siteUrl: string },
): string {
  const [url, shown, own] = [URL.parse(address), new URL(home), new URL(siteUrl)];
  if (!url || bareHost(url) !== bareHost(shown) || bareHost(shown) === bareHost(own)) return address;
  const [from, to] = [shown, own].map(({ pathname }) => pathname.replace(/\/+$/, ''));
  const path = url.pathname.startsWith(`${from}/`) ? url.pathname.slice(from?.length) : url.pathname;
  return `${own.origin}${to}${path}${url.search}`;
}
