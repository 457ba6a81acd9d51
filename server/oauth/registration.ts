import type { State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { ALL_SCOPES } from '../../shared/operations.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { digest } from '../access/secret-digest.ts';
import { bodyText } from '../http/body.ts';
import { json, mediaTypeOf, type Reply, type Request } from '../http/message.ts';
import { ClientMetadata } from './client-metadata.ts';
import { newClientId, newClientSecret, type RandomBytes } from './credentials.ts';
import { noRoom, OAUTH_HEADERS, OAuthError } from './errors.ts';
import type { Throttles } from './throttles.ts';

const MAX_METADATA = 8 * 1024;

const [CODE, REFRESH, CREDENTIALS] = ['authorization_code', 'refresh_token', 'client_credentials'] as const;

const WANTS: Readonly<Record<string, string>> = {
  client_name: 'client_name must be a text of 1 to 100 visible characters',
  contacts: 'contacts must be at most 5 e-mail addresses',
  grant_types: 'grant_types must be a list of texts',
  response_types: 'response_types must be a list of texts',
  token_endpoint_auth_method: 'token_endpoint_auth_method must be client_secret_basic, client_secret_post or none',
  scope: `scope must be a text, such as: ${ALL_SCOPES}`,
  redirect_uris:
    'redirect_uris must be at most 20 URIs without fragment: https, http of the loopback interface, or a scheme of your own',
};

type Options = {
  readonly state: State;
  readonly throttles: Throttles;
  readonly log: Log;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** `POST /oauth/register` (RFC 7591): every valid request creates a client. Only this response contains the secret. */
export function createRegistration({ state, throttles, log, now, randomBytes }: Options) {
  function refusal(address: ClientAddress): OAuthError {
    const hint = 'Free space on the disk of DATA_DIR, or in the store of STATE_URL; until then clients cannot register';
    log.error({ from: shortOf(address), hint }, 'oauth.registration.refused');
    return noRoom();
  }

  return async (request: Request, address: ClientAddress): Promise<Reply> => {
    const metadata = await readMetadata(request).catch(async (error: unknown) => {
      await throttles.malformedRegistration(address);
      throw error;
    });
    if (!(await state.clients.hasRoom())) throw refusal(address);
    const rateHeaders = await throttles.registration(address);
    const id = newClientId(randomBytes);
    const secret = newClientSecret(randomBytes);
    const issuedAt = Math.floor(now().getTime() / 1000);
    const grants = grantsOf(metadata);
    const authMethod = authMethodOf(metadata, grants);
    await state.clients.add({
      id,
      secretHash: digest(secret),
      name: metadata.client_name ?? null,
      contacts: metadata.contacts,
      scope: metadata.scope,
      authMethod,
      redirectUris: metadata.redirect_uris ?? [],
      registeredAt: issuedAt,
      activeAt: issuedAt,
    });
    log.info({ client: id, scope: metadata.scope, from: shortOf(address) }, 'oauth.client.registered');
    return json(
      201,
      {
        client_id: id,
        client_secret: secret,
        client_id_issued_at: issuedAt,
        client_secret_expires_at: 0,
        ...(metadata.client_name !== undefined && { client_name: metadata.client_name }),
        ...(metadata.contacts.length > 0 && { contacts: metadata.contacts }),
        ...(metadata.redirect_uris && { redirect_uris: metadata.redirect_uris }),
        grant_types: grants,
        response_types: grants.includes(CODE) ? ['code'] : [],
        token_endpoint_auth_method: authMethod,
        scope: metadata.scope,
      },
      { ...OAUTH_HEADERS, ...rateHeaders },
    );
  };
}

async function readMetadata(request: Request): Promise<ClientMetadata> {
  if (mediaTypeOf(request) !== 'application/json') {
    throw new OAuthError('invalid_client_metadata', 'The content type must be application/json');
  }
  const parsed = ClientMetadata.safeParse(parseJson(bodyText(await request.body(MAX_METADATA))));
  if (parsed.success) {
    requireRedirectUri(parsed.data);
    return parsed.data;
  }
  const member = String(parsed.error.issues[0]?.path[0]);
  throw new OAuthError(
    member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    WANTS[member] ?? 'The body must be a JSON object',
  );
}

// The supported grants of a registration, or all grants if it has redirect URIs only. Without redirect URIs only client
// credentials remain.
function grantsOf({ grant_types: named = [], redirect_uris: redirectUris = [] }: ClientMetadata): readonly string[] {
  if (redirectUris.length === 0) return [CREDENTIALS];
  const known = [CODE, REFRESH, CREDENTIALS].filter((grant) => named.includes(grant));
  if (known.length === 0) return [CODE, REFRESH, CREDENTIALS];
  return known.includes(CODE) && !known.includes(REFRESH) ? [CODE, REFRESH, ...known.slice(1)] : known;
}

// A public client must not use client credentials (RFC 6749 §4.4).
function authMethodOf({ token_endpoint_auth_method: named }: ClientMetadata, grants: readonly string[]): string {
  if (named === 'none' && grants.includes(CODE)) return named;
  return named === 'client_secret_post' ? named : 'client_secret_basic';
}

// A public client without client credentials cannot work without a redirect URI.
function requireRedirectUri({
  grant_types: grants = [],
  redirect_uris: redirectUris = [],
  token_endpoint_auth_method: method,
}: ClientMetadata): void {
  if (method !== 'none' || redirectUris.length > 0 || grants.length === 0 || grants.includes(CREDENTIALS)) return;
  throw new OAuthError('invalid_redirect_uri', 'The grant authorization_code needs redirect_uris');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
  }
}
