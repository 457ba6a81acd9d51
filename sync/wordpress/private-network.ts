import { lookup as lookupAddress, type LookupAddress } from 'node:dns';
import { lookup as resolveAll } from 'node:dns/promises';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Addresses that a public site has no business to lead to. */
const inside = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, prefix, 'ipv6');
}

/** Whether an IP address is loopback, private, link-local or otherwise not of the public network. */
export function isPrivateAddress(address: string): boolean {
  // BlockList also judges ::ffff:10.0.0.1 by its IPv4 rules.
  return inside.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Host of a URL as an IP address, or `undefined` when it is a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** `ERR_PRIVATE_NETWORK`: a host name of the site resolves into a private network. */
export const PRIVATE_NETWORK = 'ERR_PRIVATE_NETWORK';

/**
 * Resolves names for connections. A name other than `siteHost` must not resolve into a private network, unless the
 * site itself is there: otherwise a page of the site could have us read what only this machine can reach.
 */
export function guardedLookup(siteHost: string, siteIsInside: () => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookupAddress(hostname, options, (error, address, family) => {
      const found: readonly LookupAddress[] =
        typeof address === 'string' ? [{ address, family: family ?? 4 }] : (address ?? []);
      const refused = hostname !== siteHost && !siteIsInside() && found.some((each) => isPrivateAddress(each.address));
      const refusal = Object.assign(new Error(`${hostname} is in a private network`), { code: PRIVATE_NETWORK });
      callback(error ?? (refused ? refusal : null), address, family);
    });
  };
}

/** Whether a host is, or resolves to, an address of a private network. */
export async function resolvesInside(hostname: string): Promise<boolean> {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  const found = await resolveAll(hostname, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivateAddress(address));
}
