import type { Client, State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { digest } from '../access/secret-digest.ts';
import { json, type Reply } from '../http/message.ts';
import { OAUTH_HEADERS, OAuthError } from './errors.ts';
import type { Form } from './form.ts';
import type { Grants } from './grants.ts';

type Options = { readonly state: State; readonly grants: Grants };

/**
 * `POST /oauth/revoke` for an authenticated client (RFC 7009); a refresh token is revoked with its grant. The response
 * is the same for valid tokens, unknown tokens and tokens of another client.
 */
export function createRevocation({ state, grants, log }: Options & { readonly log: Log }) {
  return async (client: Client, form: Form, address: ClientAddress): Promise<Reply> => {
    const token = requireToken(form);
    const removed = (await grants.revoke(token, client.id)) || (await state.tokens.remove(digest(token), client.id));
    if (removed) log.info({ client: client.id, from: shortOf(address) }, 'oauth.token.revoked');
    return { status: 200, headers: OAUTH_HEADERS, body: '' };
  };
}

/** `POST /oauth/introspect` for an authenticated client (RFC 7662). Tokens of another client are inactive. */
export function createIntrospection({ state, grants, issuer }: Options & { readonly issuer: string }) {
  return async (client: Client, form: Form): Promise<Reply> => {
    const sent = requireToken(form);
    const refresh = await grants.find(sent, client.id);
    if (refresh) {
      const { scope, expiresAt: exp } = refresh;
      return json(200, { active: true, scope, client_id: client.id, exp, iss: issuer }, OAUTH_HEADERS);
    }
    const token = await state.tokens.find(digest(sent));
    if (!token || token.clientId !== client.id) return json(200, { active: false }, OAUTH_HEADERS);
    const [first, ...rest] = token.audience;
    return json(
      200,
      {
        active: true,
        scope: token.scope,
        client_id: token.clientId,
        sub: token.clientId,
        token_type: 'Bearer',
        exp: token.expiresAt,
        iat: token.issuedAt,
        iss: issuer,
        aud: rest.length === 0 ? first : token.audience,
      },
      OAUTH_HEADERS,
    );
  };
}

function requireToken(form: Form): string {
  const token = form.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'token is missing');
  return token;
}
