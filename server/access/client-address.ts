// ipaddr.js's only door.
import { BlockList, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Request } from '../http/message.ts';
import type { SignedForwarding } from './signed-forwarding.ts';

/** Address ranges in which a proxy of ours would be. */
const INNER_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** The client of a request, as its requests are counted together. */
export type ClientAddress = {
  /** The address itself; empty when it is not known. */
  readonly address: string;
  /** An IPv4 address, or the /64 of an IPv6 one: what one household has. */
  readonly key: string;
};

type Options = {
  /** Proxies whose `X-Forwarded-For` is believed: addresses and CIDR blocks. */
  readonly trustProxy: readonly string[];
  readonly signedForwarding: SignedForwarding;
  /** Called once when a proxy seems to stand in front that is not trusted: all its visitors are counted as one. */
  readonly onUntrustedProxy: (address: string) => void;
};

/**
 * Finds the address of a request's client. What a gateway has signed, or else `X-Forwarded-For`, is read from the right, and
 * only as far as the hops are proxies that we trust: what is left of them anybody can write.
 */
export function createClientAddress({ trustProxy, signedForwarding, onUntrustedProxy }: Options) {
  const isTrusted = createMembership(trustProxy);

  let noticed = false;
  function noticeProxy(address: string): void {
    if (noticed || !INNER_RANGES.has(ipaddr.parse(address).range())) return;
    noticed = true;
    onUntrustedProxy(address);
  }

  return (request: Pick<Request, 'method' | 'path' | 'headers' | 'remoteAddress'>): ClientAddress => {
    let client = read(request.remoteAddress);
    if (client === undefined) return UNKNOWN;
    const signed = signedForwarding(request);
    const forwarded = signed ?? request.headers['x-forwarded-for'];
    if (forwarded === undefined) return describe(client);
    let isBelieved = signed !== undefined || isTrusted(client);
    if (!isBelieved) noticeProxy(client);
    const hops = String(forwarded).split(',');
    while (isBelieved) {
      const hop = read(hops.pop() ?? '');
      if (hop === undefined) break;
      client = hop;
      isBelieved = isTrusted(client);
    }
    return describe(client);
  };
}

/** Makes a predicate: an address is one of these, or lies in one of these networks. */
export function createMembership(addresses: readonly string[]): (address: string) => boolean {
  const single = new Set<string>();
  const networks = new BlockList();
  for (const text of addresses) {
    const [address = '', bits] = text.split('/');
    if (bits === undefined) single.add(ipaddr.process(address).toString());
    else networks.addSubnet(address, Number(bits), familyOf(address));
  }
  const anyNetwork = networks.rules.length > 0;
  return (address) => single.has(address) || (anyNetwork && networks.check(address, familyOf(address)));
}

const UNKNOWN: ClientAddress = { address: '', key: 'unknown' };

function describe(address: string): ClientAddress {
  return { address, key: isIPv4(address) ? address : ipv6Network(address, 64) };
}

/** The network of a client, without the part that identifies a person: /24 or /48. */
export function shortOf({ address }: ClientAddress): string {
  if (address === '') return UNKNOWN.key;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : ipv6Network(address, 48);
}

/** The /56 and the /48 around an IPv6 address, the networks that providers delegate (RFC 6177). */
export function delegationsOf({
  address,
}: ClientAddress): { readonly home: string; readonly site: string } | undefined {
  if (!address.includes(':')) return undefined;
  return { home: ipv6Network(address, 56), site: ipv6Network(address, 48) };
}

function ipv6Network(address: string, bits: number): string {
  const bytes = ipaddr.parse(address).toByteArray();
  const kept = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}

/** The address in what a proxy writes: perhaps with a port, in brackets, with a zone, or as IPv4 inside IPv6. */
function read(hop: string): string | undefined {
  const text = hop.trim();
  if (isIPv4(text)) return text;
  const bare = text
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return isIPv4(bare) || ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare).toString() : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}
