// ipaddr.js's only door.
import ipaddr from 'ipaddr.js';
import { remembering } from '../../shared/remember.ts';
import type { Request } from '../http/message.ts';

/** Where a proxy of ours would be. */
const INNER_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Memory for the chains of addresses that were read lately, in bytes. */
const REMEMBERED = 2_000_000;

type Address = ReturnType<typeof ipaddr.process>;

/**
 * Finds who calls. `X-Forwarded-For` is read from the right, and only as far as the hops are proxies that we trust:
 * what is left of them anybody can write. `onUntrustedProxy` is told once when a proxy seems to stand in front that is
 * not trusted, because then all its visitors are counted as one.
 */
export function createClientAddress(trustProxy: readonly string[], onUntrustedProxy: (address: string) => void) {
  const trusted = trustProxy.map(network);
  const isTrusted = (address: Address) =>
    trusted.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits));

  let noticed = false;
  function noticeProxy(address: Address): void {
    if (noticed || !INNER_RANGES.has(address.range())) return;
    noticed = true;
    onUntrustedProxy(address.toString());
  }

  /** From the right: the address at the other end of the connection, then what each proxy in turn says it saw. */
  const find = remembering(REMEMBERED, (addresses: string): ClientAddress => {
    const hops = addresses.split(',');
    let client = parse(hops.pop() ?? '');
    if (client && hops.length > 0 && !isTrusted(client)) noticeProxy(client);
    while (client && isTrusted(client)) {
      const hop = parse(hops.pop() ?? '');
      if (!hop) break;
      client = hop;
    }
    return describe(client);
  });

  return ({ headers, remoteAddress }: Pick<Request, 'headers' | 'remoteAddress'>): ClientAddress => {
    const forwarded = headers['x-forwarded-for'];
    return find(forwarded === undefined ? remoteAddress : `${String(forwarded)},${remoteAddress}`);
  };
}

/** Whose requests are counted together, and how the log names them. */
export type ClientAddress = {
  /** An IPv4 address, or the /64 of an IPv6 one: what one household has. */
  readonly key: string;
  /** Without the part that tells a person: /24 or /48. */
  readonly short: string;
};

function describe(address: Address | undefined): ClientAddress {
  if (!address) return { key: 'unknown', short: 'unknown' };
  const bytes = address.toByteArray();
  if (address.kind() === 'ipv4') return { key: address.toString(), short: `${bytes.slice(0, 3).join('.')}.0/24` };
  return { key: ipv6Network(bytes, 64), short: ipv6Network(bytes, 48) };
}

function ipv6Network(bytes: readonly number[], bits: number): string {
  const kept = bytes.map((byte, index) => (index < bits / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(kept).toString()}/${bits}`;
}

/** An address as proxies write it: perhaps with a port, in brackets, with a zone, or as IPv4 inside IPv6. */
function parse(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '');
  const strict = ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare);
  return strict ? ipaddr.process(bare) : undefined;
}

function network(text: string): [Address, number] {
  return text.includes('/') ? ipaddr.parseCIDR(text) : [ipaddr.parse(text), text.includes(':') ? 128 : 32];
}
