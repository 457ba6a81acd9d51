import type { State } from '../../db/state/state.ts';
import type { ClientAddress } from '../access/client-address.ts';
import { createLimiter, type Limit } from '../access/limiter.ts';
import { OAUTH_LIMITS } from '../access/limits.ts';
import { OAuthError } from './errors.ts';

/**
 * The limits of the OAuth endpoints. Each function counts one event, and throws `temporarily_unavailable` when it is one
 * too many. The counters are in the state: a restart forgets none, and all processes share them.
 */
export function createThrottles(state: Pick<State, 'counters'>) {
  const throttle = (limit: Limit, description: string) => {
    const limiter = createLimiter(limit, state.counters);
    return async (key: string): Promise<void> => {
      const { exceeded, resetSeconds } = await limiter.count(key);
      if (exceeded) throw new OAuthError('temporarily_unavailable', description, { retryAfter: resetSeconds });
    };
  };
  const registration = throttle(OAUTH_LIMITS.registration, 'At most 5 registrations per hour from one address');
  const malformed = throttle(OAUTH_LIMITS.malformedRegistration, 'Too many registrations that were not valid');
  const token = throttle(OAUTH_LIMITS.token, 'At most 30 token requests per minute: use a token for its whole hour');
  const failed = throttle(OAUTH_LIMITS.failedAuthentication, 'Too many failed client authentications');
  return {
    registration: ({ key }: ClientAddress) => registration(key),
    malformedRegistration: ({ key }: ClientAddress) => malformed(key),
    failedAuthentication: ({ key }: ClientAddress) => failed(key),
    token: (clientId: string) => token(clientId),
  };
}
export type Throttles = ReturnType<typeof createThrottles>;
