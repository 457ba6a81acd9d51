import type { Client, State } from '../../db/state/state.ts';
import { delegationsOf, type ClientAddress } from '../access/client-address.ts';
import { createLimiter, type Limit, type Usage } from '../access/limiter.ts';
import { OAUTH_LIMITS, type POLICIES } from '../access/limits.ts';
import { quotaHeaders } from '../access/quota.ts';
import { OAuthError } from './errors.ts';

type RateHeaders = Readonly<Record<string, string>>;

/**
 * Rate limits of the OAuth endpoints. Each function counts an event and returns the rate limit headers of the response.
 * It throws `temporarily_unavailable` if the limit is exceeded, and reports the name of the limit to `onRefusal`.
 * Counters are in the state: they survive a restart, and all processes share them. The headers name the policy of the
 * contract for the kind of caller.
 */
export function createThrottles(state: Pick<State, 'counters'>, onRefusal?: (policy: string) => void) {
  const throttle = (limit: Limit, policyName: keyof typeof POLICIES, description: string) => {
    const limiter = createLimiter(limit, state.counters);
    const headersOf = (usage: Usage) => quotaHeaders({ ...usage, policy: { ...limit, name: policyName } });
    const refuse = (usage: Usage): never => {
      onRefusal?.(limit.name);
      const options = { retryAfter: usage.resetSeconds, headers: headersOf(usage) };
      throw new OAuthError('temporarily_unavailable', description, options);
    };
    return {
      async count(key: string): Promise<RateHeaders> {
        const usage = await limiter.count(key);
        return usage.exceeded ? refuse(usage) : headersOf(usage);
      },
      /** Throws like `count`, without counting. */
      async look(key: string): Promise<void> {
        const usage = await limiter.look(key);
        if (usage.remaining === 0) refuse(usage);
      },
    };
  };
  const ofAddress = throttle(OAUTH_LIMITS.registration, 'anonimo', 'At most 5 registrations per hour from one address');
  const ofHome = throttle(
    OAUTH_LIMITS.registrationOfHome,
    'anonimo',
    'At most 20 registrations per hour from one IPv6 /56',
  );
  const ofSite = throttle(
    OAUTH_LIMITS.registrationOfSite,
    'anonimo',
    'At most 60 registrations per hour from one IPv6 /48',
  );
  const malformed = throttle(
    OAUTH_LIMITS.malformedRegistration,
    'anonimo',
    'Too many registrations that were not valid',
  );
  const token = throttle(
    OAUTH_LIMITS.token,
    'identificado',
    'At most 30 token requests per minute: use a token for its whole hour',
  );
  const authorization = throttle(
    OAUTH_LIMITS.authorization,
    'anonimo',
    'At most 60 authorizations per hour from one address',
  );
  const clientDocument = throttle(OAUTH_LIMITS.clientDocument, 'anonimo', 'Too many client documents from one address');
  const failed = throttle(OAUTH_LIMITS.failedAuthentication, 'anonimo', 'Too many failed client authentications');

  // Networks come first: no counter is created for an address in a limited network.
  async function registration(address: ClientAddress): Promise<RateHeaders> {
    const { key } = address;
    const delegations = delegationsOf(address);
    if (!delegations) return await ofAddress.count(key);
    const { home, site } = delegations;
    await ofSite.look(site);
    await ofHome.look(home);
    const headers = await ofAddress.count(key);
    await ofHome.count(home);
    await ofSite.count(site);
    return headers;
  }

  return {
    registration,
    malformedRegistration: ({ key }: ClientAddress) => malformed.count(key),
    failedAuthentication: ({ key }: ClientAddress) => failed.count(key),
    authorization: ({ key }: ClientAddress) => authorization.count(key),
    clientDocument: ({ key }: ClientAddress) => clientDocument.count(key),
    /** The id of a public client is no secret, so its requests are counted by address as well. */
    token: ({ id, authMethod }: Pick<Client, 'id' | 'authMethod'>, { key }: ClientAddress) =>
      token.count(authMethod === 'none' ? `${id} ${key}` : id),
  };
}
export type Throttles = ReturnType<typeof createThrottles>;
