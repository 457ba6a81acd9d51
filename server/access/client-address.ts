// The only import of ipaddr.js.
import { BlockList, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Request } from '../http/message.ts';
import type { SignedForwarding } from './signed-forwarding.ts';

// Likely ranges of a proxy of the operator.
const INNER_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Client of a request, and the key that counts its requests. */
export type ClientAddress = {
  /** IP address; empty if unknown. */
  readonly address: string;
  /** IPv4 address, or the /64 network of an IPv6 address, the usual size of a household. */
  readonly key: string;
};

type Options = {
  // Addresses and CIDR blocks of proxies whose `X-Forwarded-For` header is trusted.
  readonly trustProxy: readonly string[];
  readonly signedForwarding: SignedForwarding;
  // Called once if a request seems to come through an untrusted proxy; all its visitors then share a quota.
  readonly onUntrustedProxy: (address: string) => void;
};

/**
 * Creates a function that determines the client address of a request. It reads the signed header of a gateway, or
 * `X-Forwarded-For`, from the right, and stops at the first untrusted hop: clients can forge the hops before it.
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

/** Creates a predicate that matches addresses and CIDR networks. */
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

/** Returns the /24 or /48 network of a client for logs, which does not identify a person. */
export function shortOf({ address }: ClientAddress): string {
  if (address === '') return UNKNOWN.key;
  return isIPv4(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : ipv6Network(address, 48);
}

/** Returns the /56 and /48 networks of an IPv6 address, the usual delegations to customers (RFC 6177). */
export function delegationsOf({
  address,
}: ClientAddress): { readonly home: string; readonly site: string } | undefined {
  if (!address.includes(':')) return undefined;
  return { home: ipv6Network(address, 56), site: ipv6Network(address, 48) };
}

function ipv6Network(address: string, bits: number): string {
  const bytes = ipaddr.parse(address).toByteArray();
  const masked = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(masked).toString()}/${bits}`;
}

// Accepts a port, brackets, a zone and IPv4-mapped IPv6.
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
