import { prefixesOf } from '../http/path-prefix.ts';

// The path prefix of a site on its host.
type Place<Site> = { readonly name: string; readonly url: string; readonly prefix: string; readonly site: Site };

// Sites of a host by path prefix, and the largest number of segments so far.
type Host<Site> = { readonly byPrefix: Map<string, Place<Site>>; deepest: number };

/** The site of a request, or the reason why there is none. */
export type Destination<Site> =
  | { readonly is: 'site'; readonly site: Site }
  /** The host has sites, but none at this path. */
  | { readonly is: 'nowhere' }
  | { readonly is: 'unknown-host' };

const UNKNOWN_HOST = { is: 'unknown-host' } as const;
const NOWHERE = { is: 'nowhere' } as const;

// Ports that a URL of the scheme may omit.
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * Maps host and path of a request to a site. Among several sites of a host, the longest path prefix matches. The first
 * site with an address keeps it; a second site with the same address is rejected.
 */
export function createHostTable<Site>() {
  // By every form of the host.
  const byHost = new Map<string, Host<Site>>();
  const byName = new Map<string, Place<Site>>();

  // Assigns an address to a site, or returns the name of the site that has it.
  function set(name: string, url: string, site: Site): string | undefined {
    const prefix = new URL(url).pathname.replace(/\/$/, '');
    const hosts = hostsOf(url);
    const holders = hosts.map((host) => byHost.get(host)?.byPrefix.get(prefix)?.name);
    const holder = holders.find((candidate) => candidate !== undefined && candidate !== name);
    remove(name);
    if (holder !== undefined) return holder;
    const place = { name, url, prefix, site };
    byName.set(name, place);
    for (const host of hosts) {
      const known = byHost.get(host) ?? { byPrefix: new Map(), deepest: 0 };
      known.byPrefix.set(prefix, place);
      known.deepest = Math.max(known.deepest, prefix.split('/').length - 1);
      byHost.set(host, known);
    }
    return undefined;
  }

  function remove(name: string): void {
    const place = byName.get(name);
    if (!place) return;
    byName.delete(name);
    for (const host of hostsOf(place.url)) {
      const known = byHost.get(host);
      known?.byPrefix.delete(place.prefix);
      if (known?.byPrefix.size === 0) byHost.delete(host);
    }
  }

  // Finds the site of a request by its `Host` header and target.
  function find(host: string, target: string): Destination<Site> {
    const known = byHost.get(normalHost(host));
    if (!known) return UNKNOWN_HOST;
    let found = known.byPrefix.get('');
    for (const prefix of prefixesOf(target, known.deepest)) {
      if (prefix.length > (found?.prefix.length ?? 0)) found = known.byPrefix.get(prefix) ?? found;
    }
    return found ? { is: 'site', site: found.site } : NOWHERE;
  }

  return { set, remove, find };
}

// The forms of a host in `Host`: with and without the default port.
function hostsOf(url: string): readonly string[] {
  const { host, protocol } = new URL(url);
  const known = normalHost(host);
  const port = DEFAULT_PORTS[protocol];
  return /:\d+$/.test(known) || port === undefined ? [known] : [known, `${known}:${port}`];
}

/**
 * Normalizes a host: lower case, without trailing dot, leading zeros of the port, empty port, and with the canonical
 * form of an IPv6 address (RFC 3986 §3.2.2, RFC 5952). Percent-encoding is not decoded.
 */
export function normalHost(host: string): string {
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(host.toLowerCase()) ?? [];
  const known = IPV6.test(name) ? (URL.parse(`http://${name}/`)?.hostname ?? name) : name.replace(/\.$/, '');
  return port === '' ? known : `${known}:${Number(port)}`;
}

const IPV6 = /^\[[\da-f:.]+\]$/;
