import type { State } from '../../db/state/state.ts';
import { AppError } from '../../shared/errors.ts';
import { countField, type Request } from '../http/message.ts';
import { covers } from './protected-resources.ts';
import { digest, sameDigest } from './secret-digest.ts';

/** The client of a valid access token. */
export type Bearer = {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Unix seconds. */
  readonly expiresAt: number;
};

/** RFC 6750 §2.1; the name of a scheme has no case. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Reads the credentials that a request offers for an address: nothing offered is `undefined`; whatever else is not one
 * valid token for that address throws `invalid_token`. It asks the state each time, so a revocation holds at once.
 */
export function createBearerAuthentication(state: Pick<State, 'tokens'>) {
  return (request: Pick<Request, 'headers' | 'rawHeaders'>, address: string): Promise<Bearer> | undefined => {
    const { authorization } = request.headers;
    return authorization === undefined ? undefined : read(authorization, request, address);
  };

  async function read(authorization: string, request: Pick<Request, 'rawHeaders'>, address: string): Promise<Bearer> {
    const token = countField(request, 'authorization') === 1 ? BEARER.exec(authorization)?.[1] : undefined;
    if (token === undefined) throw invalidToken('Send one header "Authorization: Bearer <ACCESS_TOKEN>", or none.');
    const hash = digest(token);
    const found = await state.tokens.find(hash);
    if (!found || !sameDigest(found.hash, hash)) {
      throw invalidToken('Get a new token at the token endpoint, or send no Authorization header.');
    }
    if (!covers(found.audience, address)) throw invalidToken('This token was issued for another resource.');
    return {
      clientId: found.clientId,
      scopes: found.scope.split(' '),
      expiresAt: found.expiresAt,
    };
  }
}
export type BearerAuthentication = ReturnType<typeof createBearerAuthentication>;

/** For an operation that nobody may call anonymously: the bearer, who must have this scope when one is named. */
export function requireBearer(bearer: Bearer | undefined, scope?: string): Bearer {
  if (!bearer) {
    throw new AppError('not_logged_in', 'This operation needs an access token', {
      hint: 'Register a client, get a token, and send it as "Authorization: Bearer <ACCESS_TOKEN>".',
    });
  }
  if (scope !== undefined && !bearer.scopes.includes(scope)) {
    throw new AppError('insufficient_scope', `The token does not have the scope ${scope}`, {
      hint: `Ask the token endpoint for a token with the scope ${scope}.`,
      requiredScope: scope,
    });
  }
  return bearer;
}

function invalidToken(hint: string): AppError {
  return new AppError('invalid_token', 'The access token is not valid or has expired', { hint });
}
