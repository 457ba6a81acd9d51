import type { State } from '../../db/state/state.ts';
import { delegationsOf, type ClientAddress } from '../access/client-address.ts';
import { createLimiter, type Limit } from '../access/limiter.ts';
import { OAUTH_LIMITS } from '../access/limits.ts';
import { OAuthError } from './errors.ts';

/**
 * The limits of the OAuth endpoints. Each function counts one event, and throws `temporarily_unavailable` when it is one
 * too many, which `onRefusal` is told by the name of the limit. The counters are in the state: a restart forgets none, and
 * all processes share them.
 */
export function createThrottles(state: Pick<State, 'counters'>, onRefusal?: (policy: string) => void) {
  const throttle = (limit: Limit, description: string) => {
    const limiter = createLimiter(limit, state.counters);
    const refuse = (retryAfter: number): never => {
      onRefusal?.(limit.name);
      throw new OAuthError('temporarily_unavailable', description, { retryAfter });
    };
    return {
      async count(key: string): Promise<void> {
        const { exceeded, resetSeconds } = await limiter.count(key);
        if (exceeded) refuse(resetSeconds);
      },
      /** Refuses what `count` would refuse, and counts nothing. */
      async look(key: string): Promise<void> {
        const { remaining, resetSeconds } = await limiter.look(key);
        if (remaining === 0) refuse(resetSeconds);
      },
    };
  };
  const ofAddress = throttle(OAUTH_LIMITS.registration, 'At most 5 registrations per hour from one address');
  const ofHome = throttle(OAUTH_LIMITS.registrationOfHome, 'At most 20 registrations per hour from one IPv6 /56');
  const ofSite = throttle(OAUTH_LIMITS.registrationOfSite, 'At most 60 registrations per hour from one IPv6 /48');
  const malformed = throttle(OAUTH_LIMITS.malformedRegistration, 'Too many registrations that were not valid');
  const token = throttle(OAUTH_LIMITS.token, 'At most 30 token requests per minute: use a token for its whole hour');
  const failed = throttle(OAUTH_LIMITS.failedAuthentication, 'Too many failed client authentications');

  /** Looks at the networks first: an address of one that is over its limit leaves no counter of its own. */
  async function registration(address: ClientAddress): Promise<void> {
    const { key } = address;
    const delegations = delegationsOf(address);
    if (!delegations) return await ofAddress.count(key);
    const { home, site } = delegations;
    await ofSite.look(site);
    await ofHome.look(home);
    await ofAddress.count(key);
    await ofHome.count(home);
    return await ofSite.count(site);
  }

  return {
    registration,
    malformedRegistration: ({ key }: ClientAddress) => malformed.count(key),
    failedAuthentication: ({ key }: ClientAddress) => failed.count(key),
    token: (clientId: string) => token.count(clientId),
  };
}
export type Throttles = ReturnType<typeof createThrottles>;
