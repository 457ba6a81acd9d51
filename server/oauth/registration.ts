import { z } from 'zod';
import type { State } from '../../db/state/state.ts';
import type { Log } from '../../shared/log.ts';
import { ALL_SCOPES, SCOPES } from '../../shared/operations.ts';
import type { ClientAddress } from '../access/client-address.ts';
import { MAX_CONTACTS_BYTES } from '../access/limits.ts';
import { digest } from '../access/secret-digest.ts';
import { json, mediaTypeOf, type Reply, type Request } from '../http/message.ts';
import { newClientId, newClientSecret, type RandomBytes } from './credentials.ts';
import { OAUTH_HEADERS, OAuthError } from './errors.ts';
import type { Throttles } from './throttles.ts';

const MAX_METADATA = 8 * 1024;

/** `Retry-After` while there is no room for new clients, in seconds: somebody has to make some. */
const NO_ROOM_SECONDS = 3600;

/** Client metadata of RFC 7591 §2. Nothing is required; what is not named here is ignored. */
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
    .refine((contacts) => Buffer.byteLength(contacts.join('')) <= MAX_CONTACTS_BYTES)
    .default([]),
  grant_types: z
    .array(z.string())
    .refine((types) => types.includes('client_credentials'))
    .optional(),
  response_types: z.array(z.string()).optional(),
  token_endpoint_auth_method: z.enum(['client_secret_basic', 'client_secret_post']).default('client_secret_basic'),
  scope: z
    .string()
    .default(ALL_SCOPES)
    .transform((scope) => SCOPES.filter((known) => scope.split(' ').includes(known)).join(' '))
    .refine((scope) => scope !== ''),
  redirect_uris: z.array(z.string().refine((uri) => URL.canParse(uri))).optional(),
});
type Metadata = z.infer<typeof Metadata>;

const WANTS: Readonly<Record<string, string>> = {
  client_name: 'client_name must be a text of 1 to 100 visible characters',
  contacts: `contacts must be at most 5 e-mail addresses, of ${MAX_CONTACTS_BYTES} bytes together`,
  grant_types: 'grant_types must contain client_credentials',
  response_types: 'response_types must be a list of texts',
  token_endpoint_auth_method: 'token_endpoint_auth_method must be client_secret_basic or client_secret_post',
  scope: `scope must contain one of: ${ALL_SCOPES}`,
  redirect_uris: 'redirect_uris must be absolute URIs',
};

type Options = {
  readonly state: State;
  readonly throttles: Throttles;
  readonly log: Log;
  readonly now: () => Date;
  readonly randomBytes: RandomBytes;
};

/** `POST /oauth/register` (RFC 7591): whoever asks becomes a client. The secret is in this answer alone. */
export function createRegistration({ state, throttles, log, now, randomBytes }: Options) {
  function refusal({ short }: ClientAddress): OAuthError {
    const hint = 'Make room on the disk of DATA_DIR, or in the store of STATE_URL; until then nobody can register';
    log.error({ from: short, hint }, 'oauth.registration.refused');
    const options = { status: 503, retryAfter: NO_ROOM_SECONDS };
    return new OAuthError('temporarily_unavailable', 'There is no room for new clients at the moment', options);
  }

  return async (request: Request, address: ClientAddress): Promise<Reply> => {
    const metadata = await readMetadata(request).catch(async (error: unknown) => {
      await throttles.malformedRegistration(address);
      throw error;
    });
    if (!(await state.clients.hasRoom())) throw refusal(address);
    await throttles.registration(address);
    const id = newClientId(randomBytes);
    const secret = newClientSecret(randomBytes);
    const issuedAt = Math.floor(now().getTime() / 1000);
    await state.clients.add({
      id,
      secretHash: digest(secret),
      name: metadata.client_name ?? null,
      contacts: metadata.contacts,
      scope: metadata.scope,
      authMethod: metadata.token_endpoint_auth_method,
      registeredAt: issuedAt,
      activeAt: issuedAt,
    });
    log.info({ client: id, scope: metadata.scope, from: address.short }, 'oauth.client.registered');
    return json(
      201,
      {
        client_id: id,
        client_secret: secret,
        client_id_issued_at: issuedAt,
        client_secret_expires_at: 0,
        ...(metadata.client_name !== undefined && { client_name: metadata.client_name }),
        ...(metadata.contacts.length > 0 && { contacts: metadata.contacts }),
        grant_types: ['client_credentials'],
        response_types: [],
        token_endpoint_auth_method: metadata.token_endpoint_auth_method,
        scope: metadata.scope,
      },
      OAUTH_HEADERS,
    );
  };
}

async function readMetadata(request: Request): Promise<Metadata> {
  if (mediaTypeOf(request) !== 'application/json') {
    throw new OAuthError('invalid_client_metadata', 'The content type must be application/json');
  }
  const text = (await request.body(MAX_METADATA)).toString('utf8');
  const parsed = Metadata.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const member = String(parsed.error.issues[0]?.path[0]);
  throw new OAuthError(
    member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata',
    WANTS[member] ?? 'The body must be a JSON object',
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new OAuthError('invalid_client_metadata', 'The body must be a JSON object');
  }
}
