import type { QuotaRecord } from '../../shared/operations.ts';
import { stringWithNumbers } from '../http/structured-fields.ts';
import type { Bearer } from '../oauth/bearer.ts';
import { createLimiter, type Limit, type Usage } from './limiter.ts';
import { createMemoryCounters } from './memory-counters.ts';

/** The quotas of the spec ("Limits"), by their names in the rate limit fields. */
export const POLICIES = {
  anonimo: { name: 'anonimo', limit: 60, windowSeconds: 60 },
  identificado: { name: 'identificado', limit: 600, windowSeconds: 60 },
} as const satisfies Record<string, Limit>;

type PolicyName = keyof typeof POLICIES;

/** Who is counted: a token's client, or whoever is at an address. */
export type Caller = { readonly address: string; readonly bearer?: Bearer | undefined };

/** What a caller has used, and of which policy. */
export type Quota = Usage & { readonly policy: Limit & { readonly name: PolicyName } };

/**
 * Counts the requests of content and account operations, in memory: a restart forgets, at most, one minute. A token
 * without `content:read` has its client counted like any anonymous one.
 */
export function createQuota(monotonicNow: () => number) {
  const limiters = {
    anonimo: createLimiter(POLICIES.anonimo, createMemoryCounters(monotonicNow)),
    identificado: createLimiter(POLICIES.identificado, createMemoryCounters(monotonicNow)),
  };

  function account({ address, bearer }: Caller): { readonly name: PolicyName; readonly key: string } {
    if (bearer?.scopes.includes('content:read')) return { name: 'identificado', key: bearer.clientId };
    return { name: 'anonimo', key: address };
  }

  return {
    /** Counts one request of this caller. */
    async count(caller: Caller): Promise<Quota> {
      const { name, key } = account(caller);
      return { ...(await limiters[name].count(key)), policy: POLICIES[name] };
    },
    /** What the caller has used, without counting. */
    async look(caller: Caller): Promise<Quota> {
      const { name, key } = account(caller);
      return { ...(await limiters[name].look(key)), policy: POLICIES[name] };
    },
  };
}
export type QuotaKeeper = ReturnType<typeof createQuota>;

const POLICY_FIELDS = {
  anonimo: policyField(POLICIES.anonimo),
  identificado: policyField(POLICIES.identificado),
};

/** The rate limit fields (draft-ietf-httpapi-ratelimit-headers-11), and the three of older drafts. */
export function quotaHeaders({ policy, remaining, resetSeconds }: Quota): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': POLICY_FIELDS[policy.name],
    RateLimit: stringWithNumbers(policy.name, { r: remaining, t: resetSeconds }),
    'RateLimit-Limit': String(policy.limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}

/** The quota record of the spec. */
export function quotaRecord({ clientId, scopes }: Bearer, quota: Quota): QuotaRecord {
  return {
    client_id: clientId,
    scope: scopes.join(' '),
    policy: quota.policy.name,
    limit: quota.policy.limit,
    window_seconds: quota.policy.windowSeconds,
    used: quota.used,
    remaining: quota.remaining,
    reset_seconds: quota.resetSeconds,
  };
}

function policyField({ name, limit, windowSeconds }: Limit): string {
  return stringWithNumbers(name, { q: limit, w: windowSeconds });
}
