import { createHmac } from 'node:crypto';
import type { State } from '../../db/state/state.ts';
import { CODE_LIFETIME, GRANT_LIFETIME } from '../access/limits.ts';
import { digest, sameDigest } from '../access/secret-digest.ts';
import type { RandomBytes } from './credentials.ts';
import { OAuthError } from './errors.ts';

/** A permission that a person gave a client at `/oauth/authorize`. */
export type Permission = {
  readonly clientId: string;
  /** Separated by spaces. */
  readonly scope: string;
  readonly audience: readonly string[];
};

/** The values of an authorization request that its code is bound to (RFC 6749 §4.1.3, RFC 7636 §4.6). */
export type CodeBinding = {
  /** As the request gave it; `undefined` if it left the choice to the registration. */
  readonly redirectUri: string | undefined;
  readonly challenge: string;
};

/** A redeemed permission and its tokens. `refreshToken` is valid once. */
export type Redeemed = Permission & {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Rejects with `invalid_grant` and revokes the access token if the grant was revoked meanwhile. */
  readonly confirm: () => Promise<void>;
};

// Called before a code or refresh token is used up; may throw.
type Admit = (permission: Permission) => Promise<void>;

// A position in a grant: 0 is its authorization code, later positions are refresh tokens.
type Position = Omit<Permission, 'clientId'> & {
  readonly grant: string;
  readonly position: number;
  readonly expiresAt: number;
};

const CODE = 'cqa_';
const REFRESH = 'cqr_';

// Added to the counter of a revoked grant, far above any position.
const REVOKED = 1_000_000_000;

// Positions whose access tokens can still be valid.
const MOST_LIVE = 60;

type Options = { readonly state: State; readonly now: () => Date; readonly randomBytes: RandomBytes };

/**
 * Authorization codes and refresh tokens (RFC 6749 §4.1, §6). Both are signed values, and nothing is stored until a code is
 * redeemed: then the state has a counter for each grant, the number of used positions. A position that is used
 * twice revokes the grant with its access tokens (RFC 9700 §2.2.2, §4.14.2).
 */
export function createGrants({ state, now, randomBytes }: Options) {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const signingKey = () => state.signingKey(randomBytes(32));
  const counterOf = (grant: string) => `grant:${grant}`;

  async function issueCode(permission: Permission, binding: CodeBinding): Promise<string> {
    const { clientId, scope, audience } = permission;
    const grant = randomBytes(16).toString('base64url');
    const position: Position = { grant, position: 0, expiresAt: seconds() + CODE_LIFETIME, scope, audience };
    return CODE + seal(await signingKey(), position, codeContext(clientId, binding));
  }

  async function redeemCode(code: string, clientId: string, binding: CodeBinding, admit: Admit): Promise<Redeemed> {
    const key = await signingKey();
    const position = unseal(key, code, CODE, codeContext(clientId, binding));
    return await advance(key, clientId, position, seconds() + GRANT_LIFETIME, admit);
  }

  async function refresh(token: string, clientId: string, admit: Admit): Promise<Redeemed> {
    const key = await signingKey();
    const position = unseal(key, token, REFRESH, refreshContext(clientId));
    return await advance(key, clientId, position, position.expiresAt, admit);
  }

  async function advance(
    key: Buffer,
    clientId: string,
    at: Position,
    expiresAt: number,
    admit: Admit,
  ): Promise<Redeemed> {
    if (at.expiresAt <= seconds()) throw invalidGrant();
    const { grant, position, scope, audience } = at;
    await admit({ clientId, scope, audience });
    const { count } = await state.counters.add(counterOf(grant), 1, GRANT_LIFETIME * 1000);
    if (count !== position + 1) {
      await revokeGrant(key, clientId, grant, count - 1);
      throw invalidGrant();
    }
    const accessToken = accessTokenOf(key, grant, position);
    const next: Position = { grant, position: position + 1, expiresAt, scope, audience };
    return {
      clientId,
      scope,
      audience,
      accessToken,
      refreshToken: REFRESH + seal(key, next, refreshContext(clientId)),
      async confirm() {
        const used = await state.counters.find(counterOf(grant));
        if (used?.count === position + 1) return;
        await state.tokens.remove(digest(accessToken), clientId);
        throw invalidGrant();
      },
    };
  }

  async function revokeGrant(key: Buffer, clientId: string, grant: string, used: number): Promise<void> {
    if (used >= REVOKED) return;
    await state.counters.add(counterOf(grant), REVOKED, GRANT_LIFETIME * 1000);
    for (let position = Math.max(0, used - MOST_LIVE); position < used; position += 1) {
      await state.tokens.remove(digest(accessTokenOf(key, grant, position)), clientId);
    }
  }

  // Returns the position of a valid refresh token of a client.
  async function find(token: string, clientId: string): Promise<Position | undefined> {
    if (!token.startsWith(REFRESH)) return undefined;
    try {
      const position = unseal(await signingKey(), token, REFRESH, refreshContext(clientId));
      const used = await state.counters.find(counterOf(position.grant));
      return used?.count === position.position && position.expiresAt > seconds() ? position : undefined;
    } catch (error) {
      if (error instanceof OAuthError) return undefined;
      throw error;
    }
  }

  // Revokes the grant of a client's refresh token (RFC 7009 §2.1); returns false if the token is not a refresh token.
  async function revoke(token: string, clientId: string): Promise<boolean> {
    const found = await find(token, clientId);
    if (!found) return false;
    await revokeGrant(await signingKey(), clientId, found.grant, found.position);
    return true;
  }

  return { issueCode, redeemCode, refresh, find, revoke };
}
export type Grants = ReturnType<typeof createGrants>;

const codeContext = (clientId: string, { redirectUri = '', challenge }: CodeBinding) => [
  'code',
  clientId,
  redirectUri,
  challenge,
];
const refreshContext = (clientId: string) => ['refresh', clientId];

// Derived, so that revoking a grant finds its access tokens without a list.
function accessTokenOf(key: Buffer, grant: string, position: number): string {
  return `cqt_${mac(key, ['access', grant, String(position)]).toString('base64url')}`;
}

function seal(
  key: Buffer,
  { grant, position, expiresAt, scope, audience }: Position,
  context: readonly string[],
): string {
  const payload = Buffer.from(JSON.stringify([grant, position, expiresAt, scope, audience])).toString('base64url');
  return `${payload}.${mac(key, [...context, payload]).toString('base64url')}`;
}

function unseal(key: Buffer, sealed: string, prefix: string, context: readonly string[]): Position {
  const [payload = '', signature = '', ...more] = sealed.startsWith(prefix)
    ? sealed.slice(prefix.length).split('.')
    : [];
  const expected = mac(key, [...context, payload]);
  if (more.length > 0 || !sameDigest(Buffer.from(signature, 'base64url'), expected)) throw invalidGrant();
  const [grant, position, expiresAt, scope, audience] = JSON.parse(
    Buffer.from(payload, 'base64url').toString('utf8'),
  ) as readonly [string, number, number, string, readonly string[]];
  return { grant, position, expiresAt, scope, audience };
}

// Parts cannot contain NUL, so that the joined string is unambiguous.
function mac(key: Buffer, parts: readonly string[]): Buffer {
  return createHmac('sha256', key).update(parts.join('\0')).digest();
}

function invalidGrant(): OAuthError {
  return new OAuthError(
    'invalid_grant',
    'The code or refresh token is not valid: it was used, has expired, or is for another request',
  );
}
