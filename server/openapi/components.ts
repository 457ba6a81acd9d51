import { fill } from '../../shared/fill.ts';
import { PATHS } from '../../shared/public-paths.ts';
import type { OpenApiTexts } from '../texts/texts.ts';

/** Headers of metered responses: 200, 304, 429 and later errors. */
export const QUOTA_HEADERS = [
  'RateLimit',
  'RateLimit-Policy',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Headers of every response of v1. */
export const VERSION_HEADERS = ['API-Version', 'Deprecation', 'Sunset', 'Link'];

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
const textLike = (example: string) => ({ type: 'string', examples: [example] });

// By header name.
const HEADERS: Readonly<Record<keyof OpenApiTexts['headers'], object>> = {
  'API-Version': { type: 'string', const: '1' },
  Deprecation: textLike('@1798761600'),
  Sunset: textLike('Fri, 02 Jul 2027 00:00:00 GMT'),
  Link: textLike('<https://example.com/auth.md#versiones>; rel="deprecation"'),
  RateLimit: textLike('"anonimo";r=57;t=31'),
  'RateLimit-Policy': textLike('"anonimo";q=60;w=60'),
  'RateLimit-Limit': count,
  'RateLimit-Remaining': count,
  'RateLimit-Reset': count,
  'Retry-After': count,
  'WWW-Authenticate': textLike('Basic realm="oauth", charset="UTF-8"'),
  ETag: text,
  'Last-Modified': text,
  Allow: text,
  'X-Request-Id': { type: 'string', format: 'uuid' },
};

function headers(texts: OpenApiTexts['headers']) {
  const names = Object.keys(HEADERS) as (keyof typeof HEADERS)[];
  return Object.fromEntries(names.map((name) => [name, { description: texts[name], schema: HEADERS[name] }]));
}

/** Returns references to headers, and to `X-Request-Id`, which every response has. */
export function headerRefs(names: readonly string[]): Record<string, { $ref: string }> {
  return Object.fromEntries([...names, 'X-Request-Id'].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
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

const responses = (texts: OpenApiTexts['responses']) => ({
  NotModified: {
    description: texts.NotModified,
    headers: headerRefs([...VERSION_HEADERS, 'ETag', 'Last-Modified', ...QUOTA_HEADERS]),
  },
  BadRequest: error(texts.BadRequest, QUOTA_HEADERS),
  Unauthorized: error(texts.Unauthorized, ['WWW-Authenticate']),
  Forbidden: error(texts.Forbidden, ['WWW-Authenticate']),
  NotFound: error(texts.NotFound, QUOTA_HEADERS),
  MethodNotAllowed: error(texts.MethodNotAllowed, ['Allow']),
  NotAcceptable: error(texts.NotAcceptable, QUOTA_HEADERS),
  Gone: error(texts.Gone, QUOTA_HEADERS),
  UriTooLong: error(texts.UriTooLong),
  TooManyRequests: error(texts.TooManyRequests, ['Retry-After', ...QUOTA_HEADERS]),
  InternalError: error(texts.InternalError, ['Retry-After', ...QUOTA_HEADERS]),
  OAuthError: oauthError(texts.OAuthError),
  OAuthUnauthorized: oauthError(texts.OAuthUnauthorized, ['WWW-Authenticate']),
  OAuthMethodNotAllowed: oauthError(texts.OAuthMethodNotAllowed, ['Allow']),
  OAuthTooManyRequests: oauthError(texts.OAuthTooManyRequests, ['Retry-After', ...QUOTA_HEADERS]),
  OAuthNoRoom: oauthError(texts.OAuthNoRoom, ['Retry-After']),
  OAuthInternalError: oauthError(texts.OAuthInternalError, ['Retry-After']),
});

const securitySchemes = (siteUrl: string, texts: OpenApiTexts['security']) => ({
  oauth2: {
    type: 'oauth2',
    description: fill(texts.oauth2, {
      register: `${siteUrl}${PATHS.oauth.register}`,
      authMd: `${siteUrl}${PATHS.authMd}`,
    }),
    flows: {
      clientCredentials: {
        tokenUrl: `${siteUrl}${PATHS.oauth.token}`,
        scopes: texts.scopes,
      },
      authorizationCode: {
        authorizationUrl: `${siteUrl}${PATHS.oauth.authorize}`,
        tokenUrl: `${siteUrl}${PATHS.oauth.token}`,
        refreshUrl: `${siteUrl}${PATHS.oauth.token}`,
        scopes: texts.scopes,
      },
    },
  },
  bearer: { type: 'http', scheme: 'bearer', description: texts.bearer },
  client: { type: 'http', scheme: 'basic', description: texts.client },
});

/** Returns the components object (OpenAPI 3.1, "Components Object"). */
export function components(siteUrl: string, texts: OpenApiTexts, schemas: Readonly<Record<string, object>>) {
  return {
    schemas,
    headers: headers(texts.headers),
    responses: responses(texts.responses),
    securitySchemes: securitySchemes(siteUrl, texts.security),
  };
}
