import { PATHS } from '../../../shared/public-paths.ts';
import { SCHEMAS_EN } from './open-api-schemas.ts';

/** Texts of the OpenAPI document in English. Further languages have the same fields. */
export const OPEN_API_EN = {
  summary: 'Read-only API for the published pages of this site',
  description: (siteUrl: string) =>
    'Read-only API for the published pages of this site and the company data. Nothing can be changed, booked, bought or paid ' +
    'for. You need no credentials to read: the rate limit is 60 requests per minute and IP address. With an access token it is ' +
    '600 per client, over the same data. Typical flow: search with `search_pages`, then read a returned `url` with ' +
    '`read_page`.\n\nThe same operations are available as MCP tools at ' +
    `\`POST ${siteUrl}${PATHS.mcp}\`. Ignore unknown fields: v1 may add more.`,
  documentation: 'Instructions for agents',
  server: 'This site',
  tags: {
    contenido: 'Published content. No credentials are needed.',
    cuenta: 'Your client',
    oauth: 'Registration and access tokens, to raise the rate limit',
    mcp: 'Model Context Protocol',
  },
  operations: {
    index: {
      summary: 'List the operations',
      description: 'Lists the operations with their parameters. It uses no request of the rate limit.',
      answer: 'Operations',
      notModified: 'Not modified',
    },
    identity: {
      summary: 'Identify the client of the token',
      description:
        'Returns the client, scopes and remaining requests of the token. It uses no request of the rate limit.',
      answer: 'Client',
    },
    register: {
      summary: 'Register a client (RFC 7591)',
      description:
        'Registration is automatic and no member is required. The secret is shown once. The server replaces unsupported values ' +
        'and returns those it applies. With `redirect_uris`, a person can confirm the connection.',
      example: { client_name: 'My agent', contacts: ['me@example.com'] },
      answer: 'Registered client',
    },
    authorize: {
      summary: 'Show the page that connects a client (RFC 6749 §4.1.1)',
      description:
        'The page has a button, and there are no accounts: the button identifies nobody and gives the client a code for its ' +
        'rate limit. PKCE with S256 is required.',
      answer: 'HTML page',
      fault: 'The request is not valid: `error`, `state` and `iss` at the redirect URI (RFC 6749 §4.1.2.1, RFC 9207)',
    },
    token: {
      summary: 'Get an access token (RFC 6749 §4.4, §4.1.3, §6)',
      description: (seconds: number) =>
        `Exchanges the client's credentials, an authorization code or a refresh token for a Bearer token that lasts ${seconds} seconds.`,
      answer: 'Access token',
    },
    revoke: {
      summary: 'Revoke a token (RFC 7009)',
      description:
        'Revokes a token of the authenticated client at once. A token of another client is not changed, and the response is the same.',
      answer: 'Token revoked, or unknown',
    },
    introspect: {
      summary: 'Introspect a token (RFC 7662)',
      description:
        'Reports whether a token of the authenticated client is active. Tokens of other clients appear inactive.',
      answer: 'State of the token',
    },
    mcp: {
      summary: 'The operations as MCP tools',
      knowledge: 'MCP tools search and fetch, for ChatGPT',
      description: 'Model Context Protocol over Streamable HTTP without sessions: one JSON-RPC message per request.',
      answers: {
        '200': 'JSON-RPC response. Tool calls use one request and carry the rate limit headers',
        '202': 'Notification accepted',
        '400': 'The message does not conform to MCP',
        '401': 'The token is not valid, or the tool requires one',
        '403': 'The token lacks a scope, or the Origin is not allowed',
        '404': 'The method does not exist',
        '405': 'Only POST and OPTIONS are allowed',
        '413': 'The message is too long',
        '415': 'The content type is not application/json',
        '421': 'The server does not serve this Host',
        '429': 'Rate limit exhausted',
        '500': 'Internal error',
      },
    },
  },
  webhook: {
    summary: 'Receive the changes of pages',
    description:
      'Sends the changes of `get_changes` in order, each message until it is accepted. Verify the signature (Standard Webhooks).',
    answers: {
      '2XX': 'The message is accepted; the next message follows',
      '410': 'The receiver declines further messages',
    },
  },
  markdown: 'Page text as Markdown',
  headers: {
    'API-Version': 'Major API version that answered',
    Deprecation: 'Date since which v1 is deprecated, if it is (RFC 9745)',
    Sunset: 'Date on which v1 stops working, if it is deprecated (RFC 8594)',
    Link:
      'Links with `rel` (RFC 8288): `deprecation` if v1 is deprecated; on a page as Markdown, `canonical`, and `next` if the ' +
      'rest of the text is missing',
    RateLimit: 'Structured field: policy name, `r` = requests left, `t` = seconds until reset',
    'RateLimit-Policy': 'Structured field: policy name, `q` = quota per window, `w` = window in seconds',
    'RateLimit-Limit': 'Requests admitted in the window',
    'RateLimit-Remaining': 'Requests left in the current window',
    'RateLimit-Reset': 'Seconds until the counter restarts',
    'Retry-After': 'Seconds to wait before retrying',
    'WWW-Authenticate':
      'Challenge: `Bearer` with `resource_metadata` (RFC 9728) and `scope`; `Basic` at the OAuth endpoints (RFC 6749 §5.2)',
    ETag: 'Strong validator; send it back in `If-None-Match`',
    'Last-Modified': 'Date of the last change of the content',
    Allow: 'Allowed methods',
    'X-Request-Id': 'Identifier of the request, also in the log of the service',
  },
  responses: {
    NotModified: 'No changes since the representation in `If-None-Match`',
    BadRequest: 'A required parameter is missing or a parameter is invalid; `data.hint` says which',
    Unauthorized: 'The token is not valid or has expired, or the operation requires one',
    Forbidden: 'The token lacks a scope; `data.required_scope` lists the scopes to request',
    NotFound: 'The operation or page does not exist',
    MethodNotAllowed: 'Only GET, HEAD and OPTIONS are allowed',
    NotAcceptable: '`Accept` excludes every available format',
    Gone: 'The cursor cannot be resumed: omit `since` and start over',
    UriTooLong: 'The URL is too long',
    TooManyRequests: 'Rate limit exhausted',
    InternalError: 'Internal error, or the index is not built yet (`service_not_ready`, with `Retry-After`)',
    OAuthError: 'The request is not valid (RFC 6749 §5.2)',
    OAuthUnauthorized: 'Client authentication failed (`invalid_client`)',
    OAuthMethodNotAllowed: 'Only POST and OPTIONS are allowed',
    OAuthTooManyRequests: 'Limit of this endpoint exhausted',
    OAuthNoRoom: 'No more clients are accepted for now',
    OAuthInternalError: 'Internal error, or the client store is unreachable',
  },
  security: {
    oauth2: (register: string, authMd: string) =>
      `Optional: raises the rate limit. Register first at ${register}; see ${authMd}`,
    scopes: {
      'content:read': 'Read content with the raised rate limit',
      'quota:read': 'Query the rate limit of your client',
    },
    bearer: 'The same token, for tools that cannot obtain it themselves',
    client: '`client_id` and `client_secret`',
  },
  schemas: SCHEMAS_EN,
};
