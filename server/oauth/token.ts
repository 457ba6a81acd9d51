import type { Client, State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import { covers, type ProtectedResources } from '../access/protected-resources.ts';
import { digest } from '../access/secret-digest.ts';
import { json, type Reply } from '../http/message.ts';
import { isDocumentId } from './client-documents.ts';
import { newAccessToken, type RandomBytes } from './credentials.ts';
import { noRoom, OAUTH_HEADERS, OAuthError, UNKNOWN_CLIENT } from './errors.ts';
import { grantedAudience, type Form } from './form.ts';
import type { Grants, Permission, Redeemed } from './grants.ts';
import type { Throttles } from './throttles.ts';

// Live tokens of a client; the oldest token is deleted first.
const TOKENS_PER_CLIENT = 50;

// Live tokens of a public client, which any number of people use.
const TOKENS_PER_PUBLIC_CLIENT = 20_000;

// RFC 6749 §3.3.
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

type Options = {
  readonly state: State;
  readonly grants: Grants;
  readonly throttles: Throttles;
  readonly resources: ProtectedResources;
  readonly log: Log;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** `POST /oauth/token`: client credentials, authorization code and refresh token grants (RFC 6749 §4.4, §4.1.3, §6). */
export function createTokenEndpoint({ state, grants, throttles, resources, log, now, randomBytes }: Options) {
  type Answer = { readonly token: string; readonly scope: string; readonly audience: readonly string[] };

  async function issue(client: Client, { token, scope, audience }: Answer, address: ClientAddress): Promise<void> {
    const issuedAt = Math.floor(now().getTime() / 1000);
    const issued = await state.tokens.add(
      { hash: digest(token), clientId: client.id, scope, audience, issuedAt, expiresAt: issuedAt + TOKEN_LIFETIME },
      client.authMethod === 'none' ? TOKENS_PER_PUBLIC_CLIENT : TOKENS_PER_CLIENT,
    );
    if (!issued) throw new OAuthError('invalid_client', UNKNOWN_CLIENT);
    log.info({ client: client.id, scope, from: shortOf(address) }, 'oauth.token.issued');
  }

  async function byCredentials(client: Client, form: Form, address: ClientAddress): Promise<Reply> {
    if (client.authMethod === 'none') {
      throw new OAuthError(
        'unauthorized_client',
        'A public client has no client_credentials grant: use authorization_code',
      );
    }
    const scope = grantedScope(form, client.scope);
    const token = newAccessToken(randomBytes);
    await issue(client, { token, scope, audience: grantedAudience(form, resources) }, address);
    return answer({ access_token: token, scope });
  }

  // The code or refresh token is used up only if the rest of the request is valid.
  async function byGrant(
    client: Client,
    form: Form,
    address: ClientAddress,
    redeem: (admit: (permission: Permission) => Promise<void>) => Promise<Redeemed>,
  ): Promise<Reply> {
    const narrow = (permission: Permission) => ({
      scope: grantedScope(form, permission.scope),
      audience: narrowedAudience(form, permission.audience, resources),
    });
    const redeemed = await redeem(async (permission) => {
      narrow(permission);
      await storeDocumented(client, address);
    });
    const { scope, audience } = narrow(redeemed);
    await issue(client, { token: redeemed.accessToken, scope, audience }, address);
    await redeemed.confirm();
    return answer({ access_token: redeemed.accessToken, scope, refresh_token: redeemed.refreshToken });
  }

  // A documented client is stored with its first token.
  async function storeDocumented(client: Client, address: ClientAddress): Promise<void> {
    if (!isDocumentId(client.id) || (await state.clients.find(client.id))) return;
    if (!(await state.clients.hasRoom())) throw noRoom();
    await throttles.registration(address);
    const at = Math.floor(now().getTime() / 1000);
    await state.clients.add({ ...client, registeredAt: at, activeAt: at });
    log.info({ client: client.id, scope: client.scope, from: shortOf(address) }, 'oauth.client.registered');
  }

  return async (client: Client, form: Form, address: ClientAddress): Promise<Reply> => {
    const grant = required(form, 'grant_type');
    switch (grant) {
      case 'client_credentials':
        return await byCredentials(client, form, address);
      case 'authorization_code': {
        const code = required(form, 'code');
        const binding = {
          redirectUri: form.get('redirect_uri'),
          challenge: challengeOf(required(form, 'code_verifier')),
        };
        return await byGrant(client, form, address, (admit) => grants.redeemCode(code, client.id, binding, admit));
      }
      case 'refresh_token': {
        const token = required(form, 'refresh_token');
        return await byGrant(client, form, address, (admit) => grants.refresh(token, client.id, admit));
      }
      default:
        throw new OAuthError(
          'unsupported_grant_type',
          'The grants are client_credentials, authorization_code and refresh_token',
        );
    }
  };
}

function answer(
  values: Readonly<Record<'access_token' | 'scope', string>> & { readonly refresh_token?: string },
): Reply {
  const { access_token, ...more } = values;
  return json(200, { access_token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME, ...more }, OAUTH_HEADERS);
}

function required(form: Form, name: string): string {
  const value = form.get(name);
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing`);
  return value;
}

// RFC 7636 §4.6, S256.
function challengeOf(verifier: string): string {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) throw new OAuthError('invalid_request', 'code_verifier is not valid');
  return digest(verifier).toString('base64url');
}

function grantedScope(form: Form, most: string): string {
  const requested = form.get('scope');
  if (requested === undefined) return most;
  const allowed = most.split(' ');
  const values = requested.split(' ');
  if (!SCOPE.test(requested) || !values.every((value) => allowed.includes(value))) {
    throw new OAuthError(
      'invalid_scope',
      `The scopes of this client are: ${most}. Leave scope out to get them; register again for others`,
    );
  }
  return allowed.filter((value) => values.includes(value)).join(' ');
}

// The requested resources must be within the audience of the grant; the default is that audience.
function narrowedAudience(form: Form, granted: readonly string[], resources: ProtectedResources): readonly string[] {
  if (form.get('resource') === undefined) return granted;
  const requested = grantedAudience(form, resources);
  if (requested.every((resource) => covers(granted, resource))) return requested;
  throw new OAuthError('invalid_target', 'The resource is not one of the authorization request');
}
