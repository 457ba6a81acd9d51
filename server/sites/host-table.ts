import { prefixesOf } from '../http/path-prefix.ts';

/** Where a site is: the names of its host as `Host` has them, and the path of its public address. */
type Place<Site> = { readonly name: string; readonly url: string; readonly prefix: string; readonly site: Site };

/** A host: its places by their paths, and the most segments that one has had. */
type Host<Site> = { readonly byPrefix: Map<string, Place<Site>>; deepest: number };

/** What a request is for. */
export type Destination<Site> =
  | { readonly is: 'site'; readonly site: Site }
  /** The host has sites, and none of them is at this path. */
  | { readonly is: 'nowhere' }
  | { readonly is: 'unknown-host' };

const UNKNOWN_HOST = { is: 'unknown-host' } as const;
const NOWHERE = { is: 'nowhere' } as const;

/** Port that an address of this scheme need not name. */
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/**
 * Sites by host and path of their public addresses: of several on one host, the one with the longest path that a request is below.
 * Whoever has an address keeps it as long as they stay; one who wants the same one is told who has it.
 */
export function createHostTable<Site>() {
  /** By every form of the host. */
  const byHost = new Map<string, Host<Site>>();
  const byName = new Map<string, Place<Site>>();

  /** Gives a site its address; answers the name of another one that has it already. */
  function set(name: string, url: string, site: Site): string | undefined {
    const prefix = new URL(url).pathname.replace(/\/$/, '');
    const hosts = hostsOf(url);
    const others = hosts.map((host) => byHost.get(host)?.byPrefix.get(prefix)?.name);
    const other = others.find((one) => one !== undefined && one !== name);
    remove(name);
    if (other !== undefined) return other;
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

  /** The site of a request: by its host as `Host` says it, and its target. */
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

/** The host of a public address in each form in which `Host` may say it: the default port is there, or not. */
function hostsOf(url: string): readonly string[] {
  const { host, protocol } = new URL(url);
  const known = normalHost(host);
  const port = DEFAULT_PORTS[protocol];
  return /:\d+$/.test(known) || port === undefined ? [known] : [known, `${known}:${port}`];
}

/**
 * A host without what makes no other of it: upper case, the dot at the end of a full name, zeros before a port, an empty port, and
 * the ways to write one IPv6 address (RFC 3986 §3.2.2, RFC 5952). Nothing is decoded.
 */
export function normalHost(host: string): string {
  const [, name = '', port = ''] = /^(.*?)(?::(\d*))?$/.exec(host.toLowerCase()) ?? [];
  const known = IPV6.test(name) ? (URL.parse(`http://${name}/`)?.hostname ?? name) : name.replace(/\.$/, '');
  return port === '' ? known : `${known}:${Number(port)}`;
}

const IPV6 = /^\[[\da-f:.]+\]$/;
