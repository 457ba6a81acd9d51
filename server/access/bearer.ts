import type { State } from '../../db/state/state.ts';
import { AppError } from '../../shared/errors.ts';
import { ALL_SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
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

// RFC 6750 §2.1; the scheme is case-insensitive.
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i;

/**
 * Validates the bearer token of a request for an address. Returns `undefined` without an Authorization header; throws
 * `invalid_token` unless it has a single valid token with this audience. Tokens are not cached, so a revocation takes
 * effect at once.
 */
export function createBearerAuthentication(state: Pick<State, 'tokens'>, siteUrl: string) {
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
      throw invalidToken(`Get a new token with ${tokenRequest(siteUrl)}, or send no Authorization header.`);
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

/** Throws `not_logged_in` without a token, and `insufficient_scope` if the token lacks `scope`. */
export function requireBearer(bearer: Bearer | undefined, siteUrl: string, scope?: string): Bearer {
  if (!bearer) {
    throw new AppError('not_logged_in', 'This operation requires an access token', {
      hint: `To get one, ${wayToToken(siteUrl)}.`,
    });
  }
  if (scope !== undefined && !bearer.scopes.includes(scope)) {
    throw new AppError('insufficient_scope', `The token does not have the scope ${scope}`, {
      hint:
        `Get a token with ${tokenRequest(siteUrl)} and scope=${ALL_SCOPES}. ` +
        `A client that was registered with fewer scopes must register again.`,
      requiredScope: ALL_SCOPES,
    });
  }
  return bearer;
}

/**
 * Describes the two requests from registration to a token. Hints contain them, because models do not read headers or
 * follow links.
 */
export function wayToToken(siteUrl: string): string {
  return (
    `register with POST ${siteUrl}${PATHS.oauth.register} (JSON, {} is enough), then get a token with ` +
    `${tokenRequest(siteUrl)}, and send it as "Authorization: Bearer <ACCESS_TOKEN>"`
  );
}

function tokenRequest(siteUrl: string): string {
  return (
    `POST ${siteUrl}${PATHS.oauth.token} (form, grant_type=client_credentials, HTTP Basic with client_id and ` +
    'client_secret)'
  );
}

function invalidToken(hint: string): AppError {
  return new AppError('invalid_token', 'The access token is not valid or has expired', { hint });
}

/**
 * Returns the `WWW-Authenticate` header for a rejected or missing token (RFC 6750 §3, RFC 9728 §5.1). Other errors have
 * none: clients treat the header as a challenge with any status. Values are ASCII without `"` and `\`.
 */
export function challengeHeaders(error: unknown, metadataUrl: string): Readonly<Record<string, string>> {
  if (!(error instanceof AppError)) return {};
  const parameters: string[] = ['realm="agentes"'];
  if (error.code === 'invalid_token') {
    parameters.push('error="invalid_token"', 'error_description="The access token is not valid or has expired"');
  } else if (error.code === 'insufficient_scope') {
    parameters.push('error="insufficient_scope"');
  } else if (error.code !== 'not_logged_in') {
    return {};
  }
  parameters.push(`resource_metadata="${metadataUrl}"`, `scope="${ALL_SCOPES}"`);
  return { 'WWW-Authenticate': `Bearer ${parameters.join(', ')}` };
}
