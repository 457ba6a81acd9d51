import { ANONYMOUS_LIMIT } from '../../shared/address-quotas.ts';
import type { Limit } from './limiter.ts';

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
