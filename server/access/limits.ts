import { ANONYMOUS_LIMIT, type AddressQuota } from '../../shared/address-quotas.ts';
import type { Limit } from './limiter.ts';
import { createMembership, type ClientAddress } from './client-address.ts';

/** Request quotas by the policy names in the rate limit headers. */
export const POLICIES = {
  anonimo: { name: 'anonimo', limit: ANONYMOUS_LIMIT, windowSeconds: 60 },
  identificado: { name: 'identificado', limit: 600, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;

const HOUR = 3600;

/**
 * Limits of the OAuth endpoints: registrations by address and network, token requests by client, further requests by
 * address.
 */
export const OAUTH_LIMITS = {
  registration: { name: 'registration', limit: 5, windowSeconds: HOUR },
  // A /48 network is free for anyone and has 65,536 /64 networks.
  registrationOfHome: { name: 'registration-56', limit: 20, windowSeconds: HOUR },
  registrationOfSite: { name: 'registration-48', limit: 60, windowSeconds: HOUR },
  malformedRegistration: { name: 'malformed-registration', limit: 30, windowSeconds: HOUR },
  token: { name: 'token', limit: 30, windowSeconds: 60 },
  authorization: { name: 'authorization', limit: 60, windowSeconds: HOUR },
  clientDocument: { name: 'client-document', limit: 30, windowSeconds: 60 },
  failedAuthentication: { name: 'failed-authentication', limit: 30, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;

/** Lifetime of an access token in seconds (`expires_in`, RFC 6749 §5.1). */
export const TOKEN_LIFETIME = HOUR;

/** Lifetime of an authorization code in seconds (RFC 6749 §4.1.2). */
export const CODE_LIFETIME = 60;

/** Lifetime of a grant in seconds, also with refresh tokens; then a person confirms it again. */
export const GRANT_LIFETIME = 90 * 24 * HOUR;

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
