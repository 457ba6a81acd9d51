import { AppError } from '../../shared/errors.ts';
import type { QuotaRecord } from '../../shared/operations.ts';
import type { Bearer } from './bearer.ts';
import { createLimiter, type CounterStore, type Limit, type Limiter, type Usage } from './limiter.ts';
import { POLICIES } from './limits.ts';

type PolicyName = keyof typeof POLICIES;
type Policy = Limit & { readonly name: PolicyName };

/** The counted caller: a client with a token, or an address. */
export type Caller = {
  readonly address: string;
  /** Requests per window for the address without a token. */
  readonly anonymousLimit: number;
  readonly clientId?: string | undefined;
};

export type Quota = Usage<Policy>;

type Options = {
  // Counters in memory for each policy.
  readonly inMemory: Readonly<Record<PolicyName, CounterStore>>;
  // Counters that several servers share.
  readonly shared?: CounterStore | undefined;
  // Called at the start of each outage of the shared counters.
  readonly onOutage: (error: unknown) => void;
};

// A policy and its limiters.
type Account = { readonly inMemory: Limiter<Policy>; readonly common: Limiter<Policy> | undefined };

/**
 * Counts requests of content and account operations in memory, or in counters that servers share. While shared counters
 * are unreachable, it counts in memory. A restart loses at most one minute.
 */
export function createQuota({ inMemory, shared, onOutage }: Options) {
  const identified = openAccount(POLICIES.identificado);
  // By limit; the settings bound their number. They share counters.
  const anonymous = new Map<number, Account>();
  let outage = false;

  function openAccount(policy: Policy): Account {
    const common = shared && createLimiter(policy, shared);
    return { inMemory: createLimiter(policy, inMemory[policy.name]), common };
  }

  function anonymousAccount(limit: number): Account {
    const known = anonymous.get(limit);
    if (known) return known;
    const account = openAccount({ ...POLICIES.anonimo, limit });
    anonymous.set(limit, account);
    return account;
  }

  // Anonymous readers do not need the state, so an outage must not stop them.
  async function useShared(
    common: Limiter<Policy>,
    substitute: Limiter<Policy>,
    work: (limiter: Limiter<Policy>) => Quota | Promise<Quota>,
  ) {
    try {
      const usage = await work(common);
      outage = false;
      return usage;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'service_not_ready') throw error;
      if (!outage) onOutage(error);
      outage = true;
      return await work(substitute);
    }
  }

  function measure({ address, anonymousLimit, clientId }: Caller, method: 'count' | 'look'): Quota | Promise<Quota> {
    const { inMemory: local, common } = clientId === undefined ? anonymousAccount(anonymousLimit) : identified;
    const key = clientId ?? address;
    return common ? useShared(common, local, (limiter) => limiter[method](key)) : local[method](key);
  }

  return {
    count: (caller: Caller): Quota | Promise<Quota> => measure(caller, 'count'),
    /** Returns the usage without counting. */
    look: (caller: Caller): Quota | Promise<Quota> => measure(caller, 'look'),
  };
}
export type QuotaKeeper = ReturnType<typeof createQuota>;

/**
 * Returns the rate limit headers (draft-ietf-httpapi-ratelimit-headers-11), and three headers of older drafts. Policy
 * names need no escaping as structured field strings (RFC 9651 §4.1).
 */
export function quotaHeaders({ policy, remaining, resetSeconds }: Usage): Readonly<Record<string, string>> {
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.limit};w=${policy.windowSeconds}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Limit': String(policy.limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}

/** Returns the response of `get_quota`. */
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
