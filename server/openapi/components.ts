import { PATHS } from '../../shared/public-paths.ts';

/** Header names of the answers that count: 200, 304 and 429. */
export const QUOTA_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

/** Every response header, by name. */
const headers: Readonly<Record<string, { readonly description: string; readonly schema: object }>> = {
  'API-Version': { description: 'Major API version that answered', schema: { type: 'string', const: '1' } },
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
    description: 'Carries `resource_metadata`, the protected resource metadata (RFC 9728)',
    schema: text,
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
    headers: headerRefs(['API-Version', ...more]),
    content: { 'application/json': { schema: schemaRef('Error') } },
  };
}

const responses = {
  NotModified: {
    description: 'The representation that `If-None-Match` names is current',
    headers: headerRefs(['API-Version', 'ETag', ...QUOTA_HEADERS]),
  },
  BadRequest: error('A required parameter is missing or a parameter is invalid; `data.hint` says which'),
  Unauthorized: error('A bearer token was sent that is not valid or expired, or a token is missing where required', [
    'WWW-Authenticate',
  ]),
  Forbidden: error('The token lacks the scope; `data.required_scope` names those to ask for', ['WWW-Authenticate']),
  NotFound: error('Operation or page does not exist'),
  MethodNotAllowed: error('Only GET, HEAD and OPTIONS are possible here', ['Allow']),
  NotAcceptable: error('`Accept` excludes every type that there is'),
  UriTooLong: error('The address is too long'),
  TooManyRequests: error('Quota exhausted', ['Retry-After', ...QUOTA_HEADERS]),
  InternalError: error('Internal error, or the index is not built yet (`service_not_ready`, with `Retry-After`)', [
    'Retry-After',
  ]),
  OAuthError: {
    description: 'RFC 6749 §5.2',
    content: { 'application/json': { schema: schemaRef('OAuthError') } },
  },
  OAuthNoRoom: {
    description: 'There is no room for new clients',
    headers: headerRefs(['Retry-After']),
    content: { 'application/json': { schema: schemaRef('OAuthError') } },
  },
  OAuthTooManyRequests: {
    description: 'Too many requests to this endpoint',
    headers: headerRefs(['Retry-After']),
    content: { 'application/json': { schema: schemaRef('OAuthError') } },
  },
};

const schemas = {
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', description: 'Stable error identifier' },
      message: { type: 'string', description: 'Readable explanation' },
      data: {
        type: 'object',
        required: ['status'],
        properties: {
          status: { type: 'integer', description: 'The HTTP status' },
          hint: { type: 'string', description: 'What to do to fix it' },
          retry_after: { type: 'integer', description: 'Seconds to wait' },
          required_scope: { type: 'string', description: 'Scopes to ask for, the one that the token lacks among them' },
          params: {
            description: 'The parameters that are missing, or a message for each that is invalid',
            anyOf: [
              { type: 'array', items: text },
              { type: 'object', additionalProperties: text },
            ],
          },
          details: { type: 'object', description: 'A detail for each invalid parameter, as WordPress tells it' },
        },
      },
    },
  },
  OAuthError: {
    type: 'object',
    required: ['error'],
    properties: {
      error: { type: 'string', description: 'Error code' },
      error_description: { type: 'string', description: 'Explanation, printable ASCII' },
    },
  },
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

/** The components object: schemas, headers, responses, security schemes (OpenAPI 3.1, "Components Object"). */
export function components(siteUrl: string, answers: Readonly<Record<string, object>>) {
  return { schemas: { ...answers, ...schemas }, headers, responses, securitySchemes: securitySchemes(siteUrl) };
}
