import { BlockList, isIP, isIPv6 } from 'node:net';

/** IPv4 networks that are not part of the public Internet (RFC 6890). */
const SPECIAL_IPV4 = [
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
] as const;

/** IPv6 networks: loopback, local-use NAT64 (RFC 8215), Teredo, unique local, link-local, site-local, multicast. */
const SPECIAL_IPV6 = [
  ['::', 127],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const;

/** IPv6 formats that embed an IPv4 address, with the number of bits before it. */
const EMBEDDING: readonly (readonly [prefixLength: number, embed: (high: string, low: string) => string])[] = [
  // IPv4-compatible (RFC 4291 §2.5.5.1), IPv4-mapped (§2.5.5.2), IPv4-translated (RFC 2765), NAT64 (RFC 6052), 6to4 (RFC 3056).
  [96, (high, low) => `::${high}:${low}`],
  [96, (high, low) => `::ffff:${high}:${low}`],
  [96, (high, low) => `::ffff:0:${high}:${low}`],
  [96, (high, low) => `64:ff9b::${high}:${low}`],
  [16, (high, low) => `2002:${high}:${low}::`],
];

const special = new BlockList();
for (const [network, prefix] of SPECIAL_IPV6) special.addSubnet(network, prefix, 'ipv6');
for (const [network, prefix] of SPECIAL_IPV4) {
  special.addSubnet(network, prefix, 'ipv4');
  const [a = 0, b = 0, c = 0, d = 0] = network.split('.').map(Number);
  const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  for (const [before, embed] of EMBEDDING) special.addSubnet(embed(high, low), before + prefix, 'ipv6');
}

/** Returns true for loopback, private, link-local and similar addresses, also if an IPv6 address embeds them. */
export function isPrivateAddress(address: string): boolean {
  return special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Returns the host of a URL if it is an IP address, `undefined` for a name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Returns true for a private address, and for a host name that exists only in internal networks. */
export function isPrivateHost(hostname: string): boolean {
  const literal = literalAddress(hostname);
  if (literal !== undefined) return isPrivateAddress(literal);
  return !hostname.includes('.') || /\.(?:localhost|internal)$/.test(hostname);
}
