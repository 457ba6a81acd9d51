import { fill } from '../../shared/fill.ts';
import { ALL_SCOPES } from '../../shared/operations.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { TOKEN_LIFETIME } from '../access/limits.ts';
import type { OpenApiTexts } from '../texts/texts.ts';
import { headerRefs, QUOTA_HEADERS, responseRef, schemaRef } from './components.ts';
import { INTEGER, objectSchema, TEXT, TEXTS } from './schemas.ts';

const CREDENTIALS = { client_id: TEXT, client_secret: TEXT };

/** Schemas of OAuth requests and responses. */
export function oauthSchemas({ schemas }: OpenApiTexts) {
  return {
    OAuthError: objectSchema(schemas.OAuthError, ['error'], { error: TEXT, error_description: TEXT }),
    ClientMetadata: objectSchema(schemas.ClientMetadata, [], {
      client_name: { type: 'string', minLength: 1, maxLength: 100 },
      contacts: { type: 'array', maxItems: 5, items: { type: 'string', maxLength: 254 } },
      scope: { type: 'string', examples: [ALL_SCOPES] },
      redirect_uris: TEXTS,
      grant_types: TEXTS,
      token_endpoint_auth_method: { type: 'string', enum: ['client_secret_basic', 'client_secret_post', 'none'] },
    }),
    ClientInformation: objectSchema(
      schemas.ClientInformation,
      ['client_id', 'client_secret', 'client_id_issued_at', 'client_secret_expires_at'],
      {
        client_id: TEXT,
        client_secret: TEXT,
        client_id_issued_at: INTEGER,
        client_secret_expires_at: INTEGER,
        client_name: TEXT,
        contacts: TEXTS,
        redirect_uris: TEXTS,
        grant_types: TEXTS,
        response_types: TEXTS,
        token_endpoint_auth_method: TEXT,
        scope: TEXT,
      },
    ),
    TokenRequest: objectSchema(schemas.TokenRequest, ['grant_type'], {
      grant_type: { type: 'string', enum: ['client_credentials', 'authorization_code', 'refresh_token'] },
      scope: TEXT,
      resource: TEXT,
      code: TEXT,
      redirect_uri: TEXT,
      code_verifier: { type: 'string', minLength: 43, maxLength: 128 },
      refresh_token: TEXT,
      ...CREDENTIALS,
    }),
    TokenResponse: objectSchema(schemas.TokenResponse, ['access_token', 'token_type', 'expires_in', 'scope'], {
      access_token: TEXT,
      token_type: { type: 'string', const: 'Bearer' },
      expires_in: INTEGER,
      scope: TEXT,
      refresh_token: TEXT,
    }),
    TokenReference: objectSchema(schemas.TokenReference, ['token'], { token: TEXT, ...CREDENTIALS }),
    Introspection: objectSchema(schemas.Introspection, ['active'], {
      active: { type: 'boolean' },
      scope: TEXT,
      client_id: TEXT,
      token_type: TEXT,
      exp: INTEGER,
      iat: INTEGER,
    }),
  };
}

type Name = keyof ReturnType<typeof oauthSchemas>;

const json = (name: Name) => ({ 'application/json': { schema: schemaRef(name) } });
const form = (name: Name) => ({
  required: true,
  content: { 'application/x-www-form-urlencoded': { schema: schemaRef(name) } },
});
const answer = (description: string, name: Name, more: readonly string[] = []) => ({
  description,
  headers: headerRefs(['API-Version', ...more]),
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

// HTTP Basic, or credentials in the form.
const CLIENT = [{ client: [] }, {}];

const parameter = (name: string, required: boolean, schema: object = TEXT) => ({ name, in: 'query', required, schema });

/** Paths of the OAuth endpoints. */
export function oauthPaths({ operations: { register, authorize, token, revoke, introspect } }: OpenApiTexts) {
  return {
    [PATHS.oauth.authorize]: {
      get: {
        operationId: 'authorize_client',
        tags: ['oauth'],
        summary: authorize.summary,
        description: authorize.description,
        security: [],
        parameters: [
          parameter('response_type', true, { type: 'string', const: 'code' }),
          parameter('client_id', true),
          parameter('code_challenge', true, { type: 'string', minLength: 43, maxLength: 43 }),
          parameter('code_challenge_method', true, { type: 'string', const: 'S256' }),
          parameter('redirect_uri', false),
          parameter('scope', false),
          parameter('state', false),
          parameter('resource', false),
        ],
        responses: {
          '200': {
            description: authorize.answer,
            headers: headerRefs(['API-Version']),
            content: { 'text/html': { schema: TEXT } },
          },
          '303': { description: authorize.fault, headers: headerRefs(['API-Version']) },
          ...REFUSALS,
        },
      },
    },
    [PATHS.oauth.register]: {
      post: {
        operationId: 'register_client',
        tags: ['oauth'],
        summary: register.summary,
        description: register.description,
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemaRef('ClientMetadata'), example: register.example } },
        },
        responses: {
          '201': answer(register.answer, 'ClientInformation', QUOTA_HEADERS),
          ...REFUSALS,
          '503': responseRef('OAuthNoRoom'),
        },
      },
    },
    [PATHS.oauth.token]: {
      post: {
        operationId: 'get_token',
        tags: ['oauth'],
        summary: token.summary,
        description: fill(token.description, { seconds: TOKEN_LIFETIME }),
        security: CLIENT,
        requestBody: form('TokenRequest'),
        responses: { '200': answer(token.answer, 'TokenResponse', QUOTA_HEADERS), ...REFUSALS_OF_CLIENTS },
      },
    },
    [PATHS.oauth.revoke]: {
      post: {
        operationId: 'revoke_token',
        tags: ['oauth'],
        summary: revoke.summary,
        description: revoke.description,
        security: CLIENT,
        requestBody: form('TokenReference'),
        responses: {
          '200': { description: revoke.answer, headers: headerRefs(['API-Version']) },
          ...REFUSALS_OF_CLIENTS,
        },
      },
    },
    [PATHS.oauth.introspect]: {
      post: {
        operationId: 'introspect_token',
        tags: ['oauth'],
        summary: introspect.summary,
        description: introspect.description,
        security: CLIENT,
        requestBody: form('TokenReference'),
        responses: { '200': answer(introspect.answer, 'Introspection'), ...REFUSALS_OF_CLIENTS },
      },
    },
  };
}
