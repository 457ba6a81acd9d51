import { ALL_SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import { headerRefs, responseRef, schemaRef } from './components.ts';
import { integer, objectSchema, text, texts } from './schemas.ts';

const CREDENTIALS = {
  client_id: text('For client_secret_post'),
  client_secret: text('For client_secret_post'),
};

/** Schemas of what OAuth endpoints take and answer. */
export const OAUTH_SCHEMAS = {
  OAuthError: objectSchema('A fault of an OAuth endpoint (RFC 6749 §5.2)', ['error'], {
    error: text('Error code'),
    error_description: text('Explanation, printable ASCII'),
  }),
  ClientMetadata: objectSchema('A client that wants to be registered (RFC 7591 §2)', [], {
    client_name: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of the client, for people' },
    contacts: {
      type: 'array',
      maxItems: 5,
      items: { type: 'string', maxLength: 254 },
      description: 'E-mail addresses of who is responsible for it',
    },
    scope: text(`Some of: ${ALL_SCOPES}`),
    redirect_uris: texts('Nothing is redirected here'),
    grant_types: texts('Answered with client_credentials, whatever is asked for'),
    token_endpoint_auth_method: {
      type: 'string',
      enum: ['client_secret_basic', 'client_secret_post', 'none'],
      description: 'none is answered with client_secret_basic',
    },
  }),
  ClientInformation: objectSchema(
    'A registered client (RFC 7591 §3.2.1)',
    ['client_id', 'client_secret', 'client_id_issued_at', 'client_secret_expires_at'],
    {
      client_id: text('Public name of the client'),
      client_secret: text('Cannot be queried again'),
      client_id_issued_at: integer('When it was registered, Unix seconds'),
      client_secret_expires_at: integer('0: never'),
      client_name: text('Name of the client, for people'),
      contacts: texts('E-mail addresses of who is responsible for it'),
      redirect_uris: texts('As they were sent'),
      grant_types: texts('client_credentials'),
      response_types: texts('None: there is no authorization endpoint to use'),
      token_endpoint_auth_method: text('How it authenticates at the token endpoint'),
      scope: text('Scopes that it may ask for'),
    },
  ),
  TokenRequest: objectSchema('A request for a token (RFC 6749 §4.4.2)', ['grant_type'], {
    grant_type: { type: 'string', const: 'client_credentials', description: 'The only grant there is' },
    scope: text('Both scopes unless given'),
    resource: text('RFC 8707: the one resource that the token is for'),
    ...CREDENTIALS,
  }),
  TokenResponse: objectSchema('A token (RFC 6749 §5.1)', ['access_token', 'token_type', 'expires_in', 'scope'], {
    access_token: text('Opaque'),
    token_type: { type: 'string', const: 'Bearer', description: 'How it is sent' },
    expires_in: integer('Seconds that it lasts'),
    scope: text('Its scopes'),
  }),
  TokenReference: objectSchema('The token that is meant', ['token'], { token: text('The token'), ...CREDENTIALS }),
  Introspection: objectSchema('A token, as its client may know it (RFC 7662 §2.2)', ['active'], {
    active: { type: 'boolean', description: 'Whether it can be used' },
    scope: text('Its scopes'),
    client_id: text('Its client'),
    token_type: text('How it is sent'),
    exp: integer('When it expires, Unix seconds'),
    iat: integer('When it was issued, Unix seconds'),
  }),
};

type Name = keyof typeof OAUTH_SCHEMAS;

const json = (name: Name) => ({ 'application/json': { schema: schemaRef(name) } });
const form = (name: Name) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: schemaRef(name) } },
});
const answer = (description: string, name: Name) => ({
  description,
  headers: headerRefs(['API-Version']),
  content: json(name),
});

const REFUSALS = {
  '400': responseRef('OAuthError'),
  '405': responseRef('OAuthMethodNotAllowed'),
  '413': responseRef('OAuthError'),
  '429': responseRef('OAuthTooManyRequests'),
  '500': responseRef('OAuthInternalError'),
};
const REFUSALS_OF_CLIENTS = { ...REFUSALS, '401': responseRef('OAuthUnauthorized') };

/** HTTP Basic, or the credentials in the form. */
const CLIENT = [{ client: [] }, {}];

/** The OAuth endpoints. */
export const oauthPaths = {
  [PATHS.oauth.register]: {
    post: {
      operationId: 'register_client',
      tags: ['oauth'],
      summary: 'Register a client (RFC 7591)',
      description:
        'Automatic, without approval. No member is required. The secret is told once. What this server cannot give is ' +
        'replaced, and the answer says by what: the grant is always client_credentials.',
      security: [],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaRef('ClientMetadata'),
            example: { client_name: 'Mi agente', contacts: ['yo@example.com'] },
          },
        },
      },
      responses: {
        '201': answer('The client', 'ClientInformation'),
        ...REFUSALS,
        '503': responseRef('OAuthNoRoom'),
      },
    },
  },
  [PATHS.oauth.token]: {
    post: {
      operationId: 'get_token',
      tags: ['oauth'],
      summary: 'Get an access token (RFC 6749 §4.4)',
      description: `Exchanges the client's credentials for a Bearer token that lasts ${TOKEN_LIFETIME} seconds.`,
      security: CLIENT,
      requestBody: form('TokenRequest'),
      responses: { '200': answer('The token', 'TokenResponse'), ...REFUSALS_OF_CLIENTS },
    },
  },
  [PATHS.oauth.revoke]: {
    post: {
      operationId: 'revoke_token',
      tags: ['oauth'],
      summary: 'Revoke a token (RFC 7009)',
      description: 'Ends a token of the calling client at once. Other tokens are left alone, with the same answer.',
      security: CLIENT,
      requestBody: form('TokenReference'),
      responses: {
        '200': { description: 'Done, or nothing to do', headers: headerRefs(['API-Version']) },
        ...REFUSALS_OF_CLIENTS,
      },
    },
  },
  [PATHS.oauth.introspect]: {
    post: {
      operationId: 'introspect_token',
      tags: ['oauth'],
      summary: 'Introspect a token (RFC 7662)',
      description: 'Tells whether a token of the calling client is active. Other tokens look inactive.',
      security: CLIENT,
      requestBody: form('TokenReference'),
      responses: { '200': answer('The token', 'Introspection'), ...REFUSALS_OF_CLIENTS },
    },
  },
};
