import { lookup as lookupAddress, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from './private-addresses.ts';

/** `ERR_PRIVATE_NETWORK`: a host name resolves into a private network. */
const PRIVATE_NETWORK = 'ERR_PRIVATE_NETWORK';

/**
 * Name resolution for connections, restricted to the address records that `permit` returns; fails with `ERR_PRIVATE_NETWORK`
 * when there are none.
 */
export function restrictedLookup(
  permit: (records: readonly LookupAddress[], hostname: string) => readonly LookupAddress[],
): LookupFunction {
  return (hostname, options, callback) => {
    lookupAddress(hostname, { ...options, all: true }, (error, found) => {
      const [first, ...others] = permit(found ?? [], hostname);
      const refusal = Object.assign(new Error(`${hostname} is in a private network`), { code: PRIVATE_NETWORK });
      if (error || !first) callback(error ?? refusal, '', 0);
      else if (options.all) callback(null, [first, ...others]);
      else callback(null, first.address, first.family);
    });
  };
}

/** Name resolution that refuses a name with any record in a private network. */
export const publicLookup: LookupFunction = restrictedLookup((records) =>
  records.some(({ address }) => isPrivateAddress(address)) ? [] : records,
);
