import { bareHost } from '../../shared/addresses.ts';

/**
 * The address from which to fetch a link that the site writes. For a site that is read over another address than its public
 * one (from inside its own network, or the demo on loopback), that is the same path there.
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
