import { ALL_SCOPES, SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import { headerRefs, QUOTA_HEADERS, responseRef, schemaRef } from './components.ts';

const text = (description: string) => ({ type: 'string', description });
const form = (required: readonly string[], properties: object) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', required, properties } } },
});
const answer = (description: string, required: readonly string[], properties: object, more: object = {}) => ({
  description,
  ...more,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
});

const OAUTH_ERRORS = {
  '400': responseRef('OAuthError'),
  '405': responseRef('OAuthError'),
  '413': responseRef('OAuthError'),
  '429': responseRef('OAuthTooManyRequests'),
  '500': responseRef('OAuthError'),
};
const CREDENTIALS = {
  client_id: text('For client_secret_post'),
  client_secret: text('For client_secret_post'),
};
/** HTTP Basic, or the credentials in the form. */
const CLIENT = [{ client: [] }, {}];

/** The addresses below `{site_url}`: identity, OAuth and MCP. */
export function sitePaths(siteUrl: string) {
  const servers = [{ url: siteUrl }];
  return {
    [PATHS.identity]: { servers, get: identity },
    [PATHS.oauth.register]: { servers, post: register },
    [PATHS.oauth.token]: { servers, post: token },
    [PATHS.oauth.revoke]: { servers, post: revoke },
    [PATHS.oauth.introspect]: { servers, post: introspect },
    [PATHS.mcp]: { servers, post: mcp },
  };
}

const identity = {
  operationId: 'get_agent_identity',
  tags: ['cuenta'],
  summary: 'Who the calling client is',
  description: 'Tells client, scopes and quota of the token that is sent. It spends no quota.',
  security: [{ oauth2: SCOPES }, { bearer: [] }],
  responses: {
    '200': answer(
      'The client',
      ['client_id', 'scope', 'token_expires_in', 'quota'],
      {
        client_id: text('Identified client'),
        client_name: text('The name it registered with'),
        scope: text('Scopes of the token'),
        token_expires_in: { type: 'integer', description: 'Seconds the token has left' },
        quota: schemaRef('QuotaRecord'),
      },
      { headers: headerRefs(['API-Version', ...QUOTA_HEADERS]) },
    ),
    '400': responseRef('BadRequest'),
    '401': responseRef('Unauthorized'),
    '405': responseRef('MethodNotAllowed'),
    '406': responseRef('NotAcceptable'),
    '500': responseRef('InternalError'),
  },
};

const register = {
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
        schema: {
          type: 'object',
          properties: {
            client_name: { type: 'string', minLength: 1, maxLength: 100 },
            contacts: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 254 } },
            scope: text(`Some of: ${ALL_SCOPES}`),
            redirect_uris: { type: 'array', items: { type: 'string' }, description: 'Nothing is redirected here' },
            grant_types: { type: 'array', items: { type: 'string' } },
            token_endpoint_auth_method: {
              type: 'string',
              enum: ['client_secret_basic', 'client_secret_post', 'none'],
              description: 'none is answered with client_secret_basic',
            },
          },
        },
        example: { client_name: 'Mi agente', contacts: ['yo@example.com'] },
      },
    },
  },
  responses: {
    '201': answer('The client', ['client_id', 'client_secret', 'client_id_issued_at', 'client_secret_expires_at'], {
      client_id: text('Public name of the client'),
      client_secret: text('Cannot be queried again'),
      client_id_issued_at: { type: 'integer' },
      client_secret_expires_at: { type: 'integer', description: '0: never' },
      client_name: { type: 'string' },
      contacts: { type: 'array', items: { type: 'string' } },
      redirect_uris: { type: 'array', items: { type: 'string' } },
      grant_types: { type: 'array', items: { type: 'string' } },
      response_types: { type: 'array', items: { type: 'string' } },
      token_endpoint_auth_method: { type: 'string' },
      scope: { type: 'string' },
    }),
    ...OAUTH_ERRORS,
    '503': responseRef('OAuthNoRoom'),
  },
};

const token = {
  operationId: 'get_token',
  tags: ['oauth'],
  summary: 'Get an access token (RFC 6749 §4.4)',
  description: `Exchanges the client's credentials for a Bearer token that lasts ${TOKEN_LIFETIME} seconds.`,
  security: CLIENT,
  requestBody: form(['grant_type'], {
    grant_type: { type: 'string', const: 'client_credentials' },
    scope: text('Both scopes unless given'),
    resource: text('RFC 8707: the one resource that the token is for'),
    ...CREDENTIALS,
  }),
  responses: {
    '200': answer('The token', ['access_token', 'token_type', 'expires_in', 'scope'], {
      access_token: text('Opaque'),
      token_type: { type: 'string', const: 'Bearer' },
      expires_in: { type: 'integer' },
      scope: { type: 'string' },
    }),
    ...OAUTH_ERRORS,
    '401': responseRef('OAuthError'),
  },
};

const revoke = {
  operationId: 'revoke_token',
  tags: ['oauth'],
  summary: 'Revoke a token (RFC 7009)',
  description: 'Ends a token of the calling client at once. Other tokens are left alone, with the same answer.',
  security: CLIENT,
  requestBody: form(['token'], { token: text('The token'), ...CREDENTIALS }),
  responses: { '200': { description: 'Done, or nothing to do' }, ...OAUTH_ERRORS, '401': responseRef('OAuthError') },
};

const introspect = {
  operationId: 'introspect_token',
  tags: ['oauth'],
  summary: 'Introspect a token (RFC 7662)',
  description: 'Tells whether a token of the calling client is active. Other tokens look inactive.',
  security: CLIENT,
  requestBody: form(['token'], { token: text('The token'), ...CREDENTIALS }),
  responses: {
    '200': answer('The token', ['active'], {
      active: { type: 'boolean' },
      scope: { type: 'string' },
      client_id: { type: 'string' },
      token_type: { type: 'string' },
      exp: { type: 'integer' },
      iat: { type: 'integer' },
    }),
    ...OAUTH_ERRORS,
    '401': responseRef('OAuthError'),
  },
};

const message = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    method: { type: 'string' },
    params: { type: 'object' },
    result: { type: 'object' },
    error: { type: 'object' },
  },
};
const mcpError = { description: 'JSON-RPC error', content: { 'application/json': { schema: message } } };

const mcp = {
  operationId: 'mcp',
  tags: ['mcp'],
  summary: 'The same operations as MCP tools',
  description: 'Model Context Protocol, Streamable HTTP without sessions: one JSON-RPC message in, one out.',
  security: [{}, { oauth2: SCOPES }, { bearer: [] }],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: message,
        example: {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_company_info', arguments: { section: 'contact' } },
        },
      },
    },
  },
  responses: {
    '200': { ...mcpError, description: 'JSON-RPC response' },
    '202': { description: 'A notification was taken' },
    '400': mcpError,
    '401': { ...mcpError, headers: headerRefs(['WWW-Authenticate']) },
    '403': mcpError,
    '404': mcpError,
    '405': mcpError,
    '413': mcpError,
    '415': mcpError,
    '421': mcpError,
    '429': { ...mcpError, headers: headerRefs(['Retry-After', ...QUOTA_HEADERS]) },
    '500': mcpError,
  },
};
