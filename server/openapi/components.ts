import { PATHS } from '../../shared/public-paths.ts';

/** Header names of what was counted: 200, 304, 429, and refusals after that. */
export const QUOTA_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Header names of every answer of what belongs to v1. */
export const VERSION_HEADERS = ['API-Version', 'Deprecation', 'Sunset', 'Link'];

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every response header, by name. */
const headers: Readonly<Record<string, { readonly description: string; readonly schema: object }>> = {
  'API-Version': { description: 'Major API version that answered', schema: { type: 'string', const: '1' } },
  Deprecation: {
    description: 'Since when v1 is deprecated, once it is (RFC 9745)',
    schema: { type: 'string', examples: ['@1798761600'] },
  },
  Sunset: {
    description: 'When v1 ends, once it is deprecated (RFC 8594)',
    schema: { type: 'string', examples: ['Fri, 02 Jul 2027 00:00:00 GMT'] },
  },
  Link: {
    description:
      'Addresses with `rel` (RFC 8288): `deprecation` once v1 is deprecated; of a page as Markdown, `canonical`, and `next` ' +
      'when it is cut',
    schema: { type: 'string', examples: ['<https://example.com/auth.md#versiones>; rel="deprecation"'] },
  },
  RateLimit: {
    description: 'Structured field: policy name, `r` = requests left, `t` = seconds until reset',
    schema: { type: 'string', examples: ['"anonimo";r=57;t=31'] },
  },
  'RateLimit-Policy': {
    description: 'Structured field: policy name, `q` = quota per window, `w` = window in seconds',
    schema: { type: 'string', examples: ['"anonimo";q=60;w=60'] },
  },
  'RateLimit-Limit': { description: 'Requests admitted in the window', schema: count },
  'RateLimit-Remaining': { description: 'Requests left in the current window', schema: count },
  'RateLimit-Reset': { description: 'Seconds until the counter restarts', schema: count },
  'Retry-After': { description: 'Seconds to wait before retrying', schema: count },
  'WWW-Authenticate': {
    description:
      'The challenge: `Bearer` with `resource_metadata` (RFC 9728) and `scope`; `Basic` at the OAuth endpoints (RFC 6749 §5.2)',
    schema: { type: 'string', examples: ['Basic realm="oauth", charset="UTF-8"'] },
  },
  ETag: { description: 'Strong validator; send it back in `If-None-Match`', schema: text },
  'Last-Modified': { description: 'When what the answer tells last changed', schema: text },
  Allow: { description: 'The methods that are possible here', schema: text },
};

/** References to these headers, as a response lists them. */
export function headerRefs(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

function error(description: string, more: readonly string[] = []) {
  return {
    description,
    headers: headerRefs([...VERSION_HEADERS, ...more]),
    content: { 'application/json': { schema: schemaRef('Error') } },
  };
}

function oauthError(description: string, more: readonly string[] = []) {
  return {
    description,
    headers: headerRefs(['API-Version', ...more]),
    content: { 'application/json': { schema: schemaRef('OAuthError') } },
  };
}

const responses = {
  NotModified: {
    description: 'The representation that `If-None-Match` names is current',
    headers: headerRefs([...VERSION_HEADERS, 'ETag', ...QUOTA_HEADERS]),
  },
  BadRequest: error('A required parameter is missing or a parameter is invalid; `data.hint` says which', QUOTA_HEADERS),
  Unauthorized: error('A bearer token was sent that is not valid or expired, or a token is missing where required', [
    'WWW-Authenticate',
  ]),
  Forbidden: error('The token lacks the scope; `data.required_scope` names those to ask for', ['WWW-Authenticate']),
  NotFound: error('Operation or page does not exist', QUOTA_HEADERS),
  MethodNotAllowed: error('Only GET, HEAD and OPTIONS are possible here', ['Allow']),
  NotAcceptable: error('`Accept` excludes every type that there is', QUOTA_HEADERS),
  UriTooLong: error('The address is too long'),
  TooManyRequests: error('Quota exhausted', ['Retry-After', ...QUOTA_HEADERS]),
  InternalError: error('Internal error, or the index is not built yet (`service_not_ready`, with `Retry-After`)', [
    'Retry-After',
    ...QUOTA_HEADERS,
  ]),
  OAuthError: oauthError('The request cannot be fulfilled (RFC 6749 §5.2)'),
  OAuthUnauthorized: oauthError('Client authentication failed (`invalid_client`)', ['WWW-Authenticate']),
  OAuthMethodNotAllowed: oauthError('Only POST and OPTIONS are possible here', ['Allow']),
  OAuthTooManyRequests: oauthError('Too many requests to this endpoint', ['Retry-After']),
  OAuthNoRoom: oauthError('There is no room for new clients', ['Retry-After']),
  OAuthInternalError: oauthError('Internal error, or the store of clients cannot be reached', ['Retry-After']),
};

const securitySchemes = (siteUrl: string) => ({
  oauth2: {
    type: 'oauth2',
    description: `Optional: raises the quota. Register first at ${siteUrl}${PATHS.oauth.register}; see ${siteUrl}${PATHS.authMd}`,
    flows: {
      clientCredentials: {
        tokenUrl: `${siteUrl}${PATHS.oauth.token}`,
        scopes: {
          'content:read': 'Read content with the extended quota',
          'quota:read': "Query the client's own quota",
        },
      },
    },
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token, for tools that do not get one themselves' },
  client: { type: 'http', scheme: 'basic', description: '`client_id` and `client_secret`' },
});

/** The components object (OpenAPI 3.1, "Components Object"), with these schemas. */
export function components(siteUrl: string, schemas: Readonly<Record<string, object>>) {
  return { schemas, headers, responses, securitySchemes: securitySchemes(siteUrl) };
}
