import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { ANONYMOUS_LIMIT } from '../../shared/address-quotas.ts';
import { isNetwork } from '../../shared/settings.ts';

// Prefix lengths of the largest and the smallest block. IPv6 addresses are counted by their /64.
const BITS = { v4: { min: 8, max: 32 }, v6: { min: 16, max: 64 } } as const;

// Maximum number of requests per minute.
const MOST = 60_000;

const limit = `a whole number from ${ANONYMOUS_LIMIT + 1} to ${MOST}`;

const block = z
  .string('an address or a CIDR block, such as 192.0.2.0/24')
  .refine(isNetwork, { error: 'an address or a CIDR block, such as 192.0.2.0/24', abort: true })
  .refine(hasSize, 'a block of /8 to /32, or of IPv6 /16 to /64')
  .refine((text) => !/^::ffff:/i.test(text), 'IPv4 addresses as such, not inside IPv6');

function hasSize(text: string): boolean {
  const [address = '', bits] = text.split('/');
  const { min, max } = isIPv4(address) ? BITS.v4 : BITS.v6;
  const size = bits === undefined ? (isIPv4(address) ? max : 128) : Number(bits);
  return size >= min && size <= max;
}

/** Schema of address blocks with a larger anonymous quota in site.yaml. */
export const AddressQuotas = z.array(
  z.strictObject({
    name: z.string('text').trim().min(1, 'some text'),
    addresses: z.array(block, 'a list of addresses and CIDR blocks').min(1, 'at least one address or block'),
    requests_per_minute: z
      .int(limit)
      .min(ANONYMOUS_LIMIT + 1, limit)
      .max(MOST, limit),
  }),
  'a list of names with addresses and requests_per_minute',
);
