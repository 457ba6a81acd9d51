import type { AddressQuota } from '../../shared/address-quotas.ts';
import { createMembership, type ClientAddress } from './client-address.ts';
import { POLICIES } from './limits.ts';

/**
 * Returns the requests per window of a client without a token: the default, or the largest quota that contains its
 * address. Calls `quotas` for each request, because sync may change them.
 */
export function createAnonymousLimit(quotas: () => readonly AddressQuota[]): (client: ClientAddress) => number {
  const fallback: number = POLICIES.anonimo.limit;
  const blocksOf = lastOf((given: readonly AddressQuota[]) =>
    given.map(({ addresses, limit }) => ({ contains: createMembership(addresses), limit })),
  );
  return ({ address }) => {
    const blocks = blocksOf(quotas());
    if (blocks.length === 0 || address === '') return fallback;
    return blocks.reduce((most, { contains, limit }) => (limit > most && contains(address) ? limit : most), fallback);
  };
}

// Memoizes the last value.
function lastOf<Value, Made>(make: (value: Value) => Made): (value: Value) => Made {
  let last: { readonly value: Value; readonly made: Made } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, made: make(value) };
    return last.made;
  };
}
