import type { AddressQuota } from '../../shared/address-quotas.ts';
import { createMembership, type ClientAddress } from './client-address.ts';
import { POLICIES } from './limits.ts';

/**
 * The requests that a client may make in a window without a token, by its address: those of everybody, or the most that one
 * of these quotas gives it. `quotas` is asked each time, because sync may write others.
 */
export function createAnonymousLimit(quotas: () => readonly AddressQuota[]): (client: ClientAddress) => number {
  const everybody: number = POLICIES.anonimo.limit;
  const blocksOf = lastOf((given: readonly AddressQuota[]) =>
    given.map(({ addresses, limit }) => ({ contains: createMembership(addresses), limit })),
  );
  return ({ address }) => {
    const blocks = blocksOf(quotas());
    if (blocks.length === 0 || address === '') return everybody;
    return blocks.reduce((most, { contains, limit }) => (limit > most && contains(address) ? limit : most), everybody);
  };
}

/** Remembers what was made of the last value. */
function lastOf<Value, Made>(make: (value: Value) => Made): (value: Value) => Made {
  let last: { readonly value: Value; readonly made: Made } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, made: make(value) };
    return last.made;
  };
}
