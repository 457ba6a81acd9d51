import { AppError } from '../../shared/errors.ts';
import type { QuotaRecord } from '../../shared/operations.ts';
import type { Bearer } from './bearer.ts';
import { createLimiter, type CounterStore, type Limit, type Limiter, type Usage } from './limiter.ts';
import { POLICIES } from './limits.ts';

type PolicyName = keyof typeof POLICIES;
type Policy = Limit & { readonly name: PolicyName };

/** The caller that is counted: an identified client, or else whoever is at an address. */
export type Caller = {
  readonly address: string;
  /** Requests that the address may make in a window without a token. */
  readonly anonymousLimit: number;
  readonly clientId?: string | undefined;
};

/** The usage of a caller, and the policy that applies to it. */
export type Quota = Usage & { readonly policy: Policy };

type Options = {
  /** Counters in memory: each policy has its own. */
  readonly inMemory: Readonly<Record<PolicyName, CounterStore>>;
  /** Counters that several servers share, if they do. */
  readonly shared?: CounterStore | undefined;
  /** Called once in each outage of the shared counters. */
  readonly onOutage: (error: unknown) => void;
};

/** A policy, and the limiters that count under it. */
type Account = { readonly policy: Policy; readonly inMemory: Limiter; readonly common: Limiter | undefined };

/**
 * Counts the requests of content and account operations: in memory, where a restart forgets at most one minute, or in
 * counters that servers share, and in memory again while those cannot be reached.
 */
export function createQuota({ inMemory, shared, onOutage }: Options) {
  const identified = openAccount(POLICIES.identificado);
  /** By limit, of which there are as many as the owner wrote down. All share the counters. */
  const anonymous = new Map<number, Account>();
  let outage = false;

  function openAccount(policy: Policy): Account {
    const common = shared && createLimiter(policy, shared);
    return { policy, inMemory: createLimiter(policy, inMemory[policy.name]), common };
  }

  function anonymousAccount(limit: number): Account {
    const known = anonymous.get(limit);
    if (known) return known;
    const account = openAccount({ ...POLICIES.anonimo, limit });
    anonymous.set(limit, account);
    return account;
  }

  /** A reader without a token needs nothing of the state, so its loss must not stop one. */
  async function useShared(common: Limiter, substitute: Limiter, work: (limiter: Limiter) => Usage | Promise<Usage>) {
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

  async function ask({ address, anonymousLimit, clientId }: Caller, what: 'count' | 'look'): Promise<Quota> {
    const account = clientId === undefined ? anonymousAccount(anonymousLimit) : identified;
    const key = clientId ?? address;
    const { policy, inMemory: local, common } = account;
    const usage = common ? await useShared(common, local, (limiter) => limiter[what](key)) : await local[what](key);
    return { ...usage, policy };
  }

  return {
    /** Counts one request of this caller. */
    count: (caller: Caller): Promise<Quota> => ask(caller, 'count'),
    /** The usage of this caller, without counting a request. */
    look: (caller: Caller): Promise<Quota> => ask(caller, 'look'),
  };
}
export type QuotaKeeper = ReturnType<typeof createQuota>;

/**
 * The rate limit fields (draft-ietf-httpapi-ratelimit-headers-11), and the three of older drafts. The structured fields are
 * a String with Integer parameters (RFC 9651 §4.1); names of policies have no character to escape.
 */
export function quotaHeaders({
  policy,
  remaining,
  resetSeconds,
}: Pick<Usage, 'remaining' | 'resetSeconds'> & { readonly policy: Limit }): Readonly<Record<string, string>> {
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
