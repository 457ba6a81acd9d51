import type { Client, State } from '../../db/state/state.ts';
import { ALL_SCOPES } from '../../shared/operations.ts';
import { digest, sameDigest } from '../access/secret-digest.ts';
import { decodeComponent } from '../http/form-encoding.ts';
import { countField, type Request } from '../http/message.ts';
import { isDocumentId } from './client-documents.ts';
import { OAuthError, UNKNOWN_CLIENT } from './errors.ts';
import type { Form } from './form.ts';

// The id of a public client has no secret.
type Credentials = { readonly id: string; readonly secret: string | undefined };

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

// Compared for unknown clients, so that the response time is the same.
const NOBODY = digest('');

/**
 * Authenticates the client of a request by `client_secret_basic` or `client_secret_post`, as registered (RFC 6749
 * §2.3); a public client only sends its id. Unknown clients, deleted clients and wrong secrets get the same response,
 * `invalid_client`. A client with a metadata document is not looked up: its codes carry its permissions.
 */
export function createClientAuthentication(state: Pick<State, 'clients'>) {
  return async (request: Pick<Request, 'headers' | 'rawHeaders'>, form: Form): Promise<Client> => {
    const credentials = offered(request, form);
    if (credentials.secret === undefined && isDocumentId(credentials.id)) return documentedClient(credentials.id);
    const client = await state.clients.find(credentials.id);
    if (credentials.secret === undefined) {
      if (client?.authMethod !== 'none') throw invalidClient();
      return client;
    }
    const same = sameDigest(digest(credentials.secret), client?.secretHash ?? NOBODY);
    if (!client || !same) throw invalidClient();
    // With its secret, a public client has the rights of a confidential client.
    return client.authMethod === 'none' ? { ...client, authMethod: 'client_secret_post' } : client;
  };
}

function documentedClient(id: string): Client {
  const times = { registeredAt: 0, activeAt: 0 };
  return {
    id,
    secretHash: NOBODY,
    name: null,
    contacts: [],
    scope: ALL_SCOPES,
    authMethod: 'none',
    redirectUris: [],
    ...times,
  };
}

function offered(request: Pick<Request, 'headers' | 'rawHeaders'>, form: Form): Credentials {
  const { authorization } = request.headers;
  const [id, secret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) {
    if (id === undefined) throw invalidClient();
    return { id, secret };
  }
  if (secret !== undefined) {
    throw new OAuthError(
      'invalid_request',
      'Authenticate the client with one method: Basic, or client_secret in the body',
    );
  }
  const basic = countField(request, 'authorization') === 1 ? basicCredentials(authorization) : undefined;
  if (!basic) throw invalidClient();
  if (id !== undefined && id !== basic.id) {
    throw new OAuthError('invalid_request', 'client_id differs from the authenticated client');
  }
  return basic;
}

// RFC 6749 §2.3.1 form-encodes both parts, but many clients send them raw. Issued ids and secrets are the same in both
// forms.
function basicCredentials(header: string): Credentials | undefined {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  try {
    return { id: decodeComponent(text.slice(0, colon)), secret: decodeComponent(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

function invalidClient(): OAuthError {
  return new OAuthError('invalid_client', UNKNOWN_CLIENT);
}
