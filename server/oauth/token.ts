import type { Client, State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import type { ProtectedResources } from '../access/protected-resources.ts';
import { digest } from '../access/secret-digest.ts';
import { json, type Reply } from '../http/message.ts';
import { newAccessToken, type RandomBytes } from './credentials.ts';
import { OAUTH_HEADERS, OAuthError, UNKNOWN_CLIENT } from './errors.ts';
import type { Form } from './form.ts';

/** Live tokens that a client may have; the oldest makes room. */
const TOKENS_PER_CLIENT = 50;

/** The characters of a scope (RFC 6749 §3.3). */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

type Options = {
  readonly state: State;
  readonly resources: ProtectedResources;
  readonly log: Log;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** `POST /oauth/token` for an authenticated client: the client credentials grant (RFC 6749 §4.4). */
export function createTokenEndpoint({ state, resources, log, now, randomBytes }: Options) {
  return async (client: Client, form: Form, address: ClientAddress): Promise<Reply> => {
    requireGrant(form);
    const scope = grantedScope(form, client);
    const audience = grantedAudience(form, resources);
    const token = newAccessToken(randomBytes);
    const issuedAt = Math.floor(now().getTime() / 1000);
    const issued = await state.tokens.add(
      { hash: digest(token), clientId: client.id, scope, audience, issuedAt, expiresAt: issuedAt + TOKEN_LIFETIME },
      TOKENS_PER_CLIENT,
    );
    if (!issued) throw new OAuthError('invalid_client', UNKNOWN_CLIENT);
    log.info({ client: client.id, scope, from: shortOf(address) }, 'oauth.token.issued');
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: TOKEN_LIFETIME, scope }, OAUTH_HEADERS);
  };
}

function requireGrant(form: Form): void {
  const grant = form.get('grant_type');
  if (grant === undefined) throw new OAuthError('invalid_request', 'grant_type is missing');
  if (grant !== 'client_credentials') {
    throw new OAuthError('unsupported_grant_type', 'The only supported grant is client_credentials');
  }
}

function grantedScope(form: Form, client: Client): string {
  const asked = form.get('scope');
  if (asked === undefined) return client.scope;
  const allowed = client.scope.split(' ');
  const values = asked.split(' ');
  if (!SCOPE.test(asked) || !values.every((value) => allowed.includes(value))) {
    throw new OAuthError(
      'invalid_scope',
      `The scopes of this client are: ${client.scope}. Leave scope out to get them; register again for others`,
    );
  }
  return allowed.filter((value) => values.includes(value)).join(' ');
}

/** The resources that a token is for (RFC 8707); the whole site unless the request says otherwise. */
function grantedAudience(form: Form, resources: ProtectedResources): readonly string[] {
  const known = Object.values(resources).map(({ resource }) => resource);
  const asked = form.all('resource').map((text) => text.replace(/(?<!\/)\/+$/, ''));
  if (!asked.every((resource) => known.includes(resource))) {
    throw new OAuthError('invalid_target', 'The resource does not belong to this server');
  }
  return asked.length === 0 ? [resources.site.resource] : known.filter((resource) => asked.includes(resource));
}
