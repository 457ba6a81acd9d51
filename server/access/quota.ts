import { AppError } from '../../shared/errors.ts';
import type { QuotaRecord } from '../../shared/operations.ts';
import type { Bearer } from './bearer.ts';
import { createLimiter, type CounterStore, type Limit, type Limiter, type Usage } from './limiter.ts';
import { POLICIES } from './limits.ts';
import { createMemoryCounters } from './memory-counters.ts';

type PolicyName = keyof typeof POLICIES;

/** The caller that is counted: an identified client, or else whoever is at an address. */
export type Caller = { readonly address: string; readonly clientId?: string | undefined };

/** The usage of a caller, and the policy that applies to it. */
export type Quota = Usage & { readonly policy: Limit & { readonly name: PolicyName } };

type Options = {
  readonly monotonicNow: () => number;
  /** Counters that several servers share, if they do. */
  readonly shared?: CounterStore | undefined;
  /** Called once in each outage of the shared counters. */
  readonly onOutage: (error: unknown) => void;
};

/**
 * Counts the requests of content and account operations: in memory, where a restart forgets at most one minute, or in
 * counters that servers share, and in memory again while those cannot be reached.
 */
export function createQuota({ monotonicNow, shared, onOutage }: Options) {
  const inMemory = limiters(() => createMemoryCounters(monotonicNow));
  const common = shared && limiters(() => shared);
  let outage = false;

  function use(name: PolicyName, work: (limiter: Limiter) => Promise<Usage>): Promise<Usage> {
    return common ? useShared(common[name], inMemory[name], work) : work(inMemory[name]);
  }

  /** A reader without a token needs nothing of the state, so its loss must not stop one. */
  async function useShared(limiter: Limiter, substitute: Limiter, work: (limiter: Limiter) => Promise<Usage>) {
    try {
      const usage = await work(limiter);
      outage = false;
      return usage;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_not_ready') throw error;
      if (!outage) onOutage(error);
      outage = true;
      return await work(substitute);
    }
  }

  function account({ address, clientId }: Caller): { readonly name: PolicyName; readonly key: string } {
    return clientId === undefined ? { name: 'anonimo', key: address } : { name: 'identificado', key: clientId };
  }

  return {
    /** Counts one request of this caller. */
    async count(caller: Caller): Promise<Quota> {
      const { name, key } = account(caller);
      return { ...(await use(name, (limiter) => limiter.count(key))), policy: POLICIES[name] };
    },
    /** The usage of this caller, without counting a request. */
    async look(caller: Caller): Promise<Quota> {
      const { name, key } = account(caller);
      return { ...(await use(name, (limiter) => limiter.look(key))), policy: POLICIES[name] };
    },
  };
}
export type QuotaKeeper = ReturnType<typeof createQuota>;

function limiters(store: () => CounterStore): Readonly<Record<PolicyName, Limiter>> {
  return {
    anonimo: createLimiter(POLICIES.anonimo, store()),
    identificado: createLimiter(POLICIES.identificado, store()),
  };
}

/**
 * The rate limit fields (draft-ietf-httpapi-ratelimit-headers-11), and the three of older drafts. The structured fields are
 * a String with Integer parameters (RFC 9651 §4.1); names of policies have no character to escape.
 */
export function quotaHeaders({ policy, remaining, resetSeconds }: Quota): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Limit': String(policy.limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}

/** The answer of get_quota. */
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
