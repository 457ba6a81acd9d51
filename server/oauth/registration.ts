import { z } from 'zod';
import type { State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { ALL_SCOPES, SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { shortOf, type ClientAddress } from '../access/client-address.ts';
import { digest } from '../access/secret-digest.ts';
import { bodyText } from '../http/body.ts';
import { json, mediaTypeOf, type Reply, type Request } from '../http/message.ts';
import { newClientId, newClientSecret, type RandomBytes } from './credentials.ts';
import { OAUTH_HEADERS, OAuthError } from './errors.ts';
import type { Throttles } from './throttles.ts';

const MAX_METADATA = 8 * 1024;

/** `Retry-After` while there is no room for new clients, in seconds: somebody has to make some. */
const NO_ROOM_SECONDS = 3600;

const GRANT = 'client_credentials';

/**
 * Client metadata of RFC 7591 §2. Nothing is required; what is not named here is ignored. What another server would give is
 * replaced by what this one can (RFC 7591 §3.2.1), and the answer says so.
 */
const Metadata = z.object({
  client_name: z
    .string()
    .trim()
    .refine((name) => name !== '' && Array.from(name).length <= 100 && !/\p{Cc}/u.test(name))
    .optional(),
  contacts: z
    .array(
      z
        .string()
        .max(254)
        .regex(/^[^\s@]+@[^\s@]+$/),
    )
    .max(5)
    .default([]),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post', 'none']).optional(),
  scope: z
    .string()
    .default(ALL_SCOPES)
    .transform((scope) => SCOPES.filter((known) => scope.split(' ').includes(known)).join(' ') || ALL_SCOPES),
  redirect_uris: z.array(z.string().refine((uri) => URL.canParse(uri))).optional(),
});
type Metadata = z.infer<typeof Metadata>;

const WANTS: Readonly<Record<string, string>> = {
  client_name: 'client_name must be a text of 1 to 100 visible characters',
  contacts: 'contacts must be at most 5 e-mail addresses',
  grant_types: 'grant_types must be a list of texts',
  response_types: 'response_types must be a list of texts',
  token_endpoint_auth_method: 'token_endpoint_auth_method must be client_secret_basic or client_secret_post',
  scope: `scope must be a text, such as: ${ALL_SCOPES}`,
  redirect_uris: 'redirect_uris must be absolute URIs',
};

type Options = {
  readonly siteUrl: string;
  readonly state: State;
  readonly throttles: Throttles;
  readonly log: Log;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** `POST /oauth/register` (RFC 7591): whoever asks becomes a client. The secret is in this answer alone. */
export function createRegistration({ siteUrl, state, throttles, log, now, randomBytes }: Options) {
  function refusal(address: ClientAddress): OAuthError {
    const hint = 'Make room on the disk of DATA_DIR, or in the store of STATE_URL; until then nobody can register';
    log.error({ from: shortOf(address), hint }, 'oauth.registration.refused');
    const options = { status: 503, retryAfter: NO_ROOM_SECONDS };
    return new OAuthError('temporarily_unavailable', 'No more clients are accepted for now', options);
  }

  return async (request: Request, address: ClientAddress): Promise<Reply> => {
    const metadata = await readMetadata(request, siteUrl).catch(async (error: unknown) => {
      await throttles.malformedRegistration(address);
      throw error;
    });
    if (!(await state.clients.hasRoom())) throw refusal(address);
    const rateHeaders = await throttles.registration(address);
    const id = newClientId(randomBytes);
    const secret = newClientSecret(randomBytes);
    const issuedAt = Math.floor(now().getTime() / 1000);
    const { token_endpoint_auth_method: asked } = metadata;
    const authMethod = asked === 'client_secret_post' ? asked : 'client_secret_basic';
    await state.clients.add({
      id,
      secretHash: digest(secret),
      name: metadata.client_name ?? null,
      contacts: metadata.contacts,
      scope: metadata.scope,
      authMethod,
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
        // Nothing is redirected here, but the official MCP clients take an answer without them for a malformed one.
        ...(metadata.redirect_uris && { redirect_uris: metadata.redirect_uris }),
        grant_types: [GRANT],
        response_types: [],
        token_endpoint_auth_method: authMethod,
        scope: metadata.scope,
      },
      { ...OAUTH_HEADERS, ...rateHeaders },
    );
  };
}

async function readMetadata(request: Request, siteUrl: string): Promise<Metadata> {
  if (mediaTypeOf(request) !== 'application/json') {
    throw new OAuthError('invalid_client_metadata', 'The content type must be application/json');
  }
  const parsed = Metadata.safeParse(parseJson(bodyText(await request.body(MAX_METADATA))));
  if (parsed.success) {
    refuseLoginOnly(parsed.data, siteUrl);
    return parsed.data;
  }
  const member = String(parsed.error.issues[0]?.path[0]);
  throw new OAuthError(
    member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    WANTS[member] ?? 'The body must be a JSON object',
  );
}

/**
 * A public client that names other grants alone has only the login of a user in a browser (RFC 6749 §4.4: the client
 * credentials grant is for confidential clients). Registered, it would wait for one that cannot come.
 */
function refuseLoginOnly({ grant_types: grants, token_endpoint_auth_method: method }: Metadata, siteUrl: string): void {
  if (method !== 'none' || grants === undefined || grants.length === 0 || grants.includes(GRANT)) return;
  throw new OAuthError(
    'invalid_client_metadata',
    'There is no user login here, so a client without a secret has no grant that works. ' +
      'Use the server without authentication: it needs none. For a larger quota register with ' +
      `grant_types [${GRANT}] or with an empty object, get a token with POST ${siteUrl}${PATHS.oauth.token}, ` +
      `and give it to the client as a bearer token: ${siteUrl}${PATHS.authMd}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
  }
}
