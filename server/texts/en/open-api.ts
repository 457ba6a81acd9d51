import { PATHS } from '../../../shared/public-paths.ts';
import { SCHEMAS_EN } from './open-api-schemas.ts';

/** The words of the contract, in English. Those of other languages have the same members. */
export const OPEN_API_EN = {
  summary: 'Read-only query of the published pages of this site',
  description: (siteUrl: string) =>
    'Searches and reads the published pages of this site, and gives the company data. Nothing can be changed, booked or ' +
    'bought. Reading needs no credentials: 60 requests per minute and IP address; with a token 600 per client, over the ' +
    `same data. Typical use: \`search_pages\`, then \`read_page\` with a returned \`url\`.\n\nThe same operations are MCP ` +
    `tools at \`POST ${siteUrl}${PATHS.mcp}\`. Clients must ignore fields that they do not know: v1 only grows.`,
  documentation: 'Instructions for agents',
  server: 'This site',
  tags: {
    contenido: 'Published content. No credentials are needed.',
    cuenta: 'The calling client',
    oauth: 'Registration and tokens, for a larger quota',
    mcp: 'Model Context Protocol',
  },
  operations: {
    index: {
      summary: 'The operations',
      description: 'Lists the operations with their parameters. It spends no quota.',
      answer: 'The operations',
      notModified: 'Not modified',
    },
    identity: {
      summary: 'Who the calling client is',
      description: 'Tells the client, the scopes and the quota of the token that is sent. It spends no quota.',
      answer: 'The client',
    },
    register: {
      summary: 'Register a client (RFC 7591)',
      description:
        'Automatic, without approval. No member is required. The secret is shown once. What this server cannot give is ' +
        'replaced, and the answer says by what: the grant is always client_credentials.',
      example: { client_name: 'My agent', contacts: ['me@example.com'] },
      answer: 'The client',
    },
    token: {
      summary: 'Get an access token (RFC 6749 §4.4)',
      description: (seconds: number) =>
        `Exchanges the client's credentials for a Bearer token that lasts ${seconds} seconds.`,
      answer: 'The token',
    },
    revoke: {
      summary: 'Revoke a token (RFC 7009)',
      description: 'Ends a token of the calling client at once. Other tokens are left alone, with the same answer.',
      answer: 'Done, or nothing to do',
    },
    introspect: {
      summary: 'Introspect a token (RFC 7662)',
      description: 'Tells whether a token of the calling client is active. Other tokens look inactive.',
      answer: 'The token',
    },
    mcp: {
      summary: 'The same operations as MCP tools',
      knowledge: 'Search and fetch as MCP tools, as ChatGPT calls them',
      description: 'Model Context Protocol, Streamable HTTP without sessions: one JSON-RPC message in, one out.',
      answers: {
        '200': 'The answer to a request. A call of a tool spends quota, and says what is left',
        '202': 'A notification was taken',
        '400': 'This is no message as MCP defines it',
        '401': 'The token is not valid, or the tool needs one',
        '403': 'The token lacks a scope, or this Origin may not call',
        '404': 'There is no such method',
        '405': 'Only POST and OPTIONS are possible here',
        '413': 'The message is too long',
        '415': 'The content type is not application/json',
        '421': 'This Host is not served here',
        '429': 'Quota exhausted',
        '500': 'Internal error',
      },
    },
  },
  markdown: 'The Markdown itself',
  headers: {
    'API-Version': 'Major API version that answered',
    Deprecation: 'Since when v1 is deprecated, once it is (RFC 9745)',
    Sunset: 'When v1 ends, once it is deprecated (RFC 8594)',
    Link:
      'Addresses with `rel` (RFC 8288): `deprecation` once v1 is deprecated; of a page as Markdown, `canonical`, and `next` ' +
      'when it is cut',
    RateLimit: 'Structured field: policy name, `r` = requests left, `t` = seconds until reset',
    'RateLimit-Policy': 'Structured field: policy name, `q` = quota per window, `w` = window in seconds',
    'RateLimit-Limit': 'Requests admitted in the window',
    'RateLimit-Remaining': 'Requests left in the current window',
    'RateLimit-Reset': 'Seconds until the counter restarts',
    'Retry-After': 'Seconds to wait before retrying',
    'WWW-Authenticate':
      'The challenge: `Bearer` with `resource_metadata` (RFC 9728) and `scope`; `Basic` at the OAuth endpoints (RFC 6749 §5.2)',
    ETag: 'Strong validator; send it back in `If-None-Match`',
    'Last-Modified': 'When what the answer tells last changed',
    Allow: 'The methods that are possible here',
    'X-Request-Id': 'Identifier of the request, as in the log of the service',
  },
  responses: {
    NotModified: 'The representation that `If-None-Match` names is current',
    BadRequest: 'A required parameter is missing or a parameter is invalid; `data.hint` says which',
    Unauthorized: 'A bearer token was sent that is not valid or expired, or a token is missing where required',
    Forbidden: 'The token lacks the scope; `data.required_scope` names those to ask for',
    NotFound: 'Operation or page does not exist',
    MethodNotAllowed: 'Only GET, HEAD and OPTIONS are possible here',
    NotAcceptable: '`Accept` excludes every type that there is',
    UriTooLong: 'The address is too long',
    TooManyRequests: 'Quota exhausted',
    InternalError: 'Internal error, or the index is not built yet (`service_not_ready`, with `Retry-After`)',
    OAuthError: 'The request cannot be fulfilled (RFC 6749 §5.2)',
    OAuthUnauthorized: 'Client authentication failed (`invalid_client`)',
    OAuthMethodNotAllowed: 'Only POST and OPTIONS are possible here',
    OAuthTooManyRequests: 'Too many requests to this endpoint',
    OAuthNoRoom: 'There is no room for new clients',
    OAuthInternalError: 'Internal error, or the store of clients cannot be reached',
  },
  security: {
    oauth2: (register: string, authMd: string) =>
      `Optional: raises the quota. Register first at ${register}; see ${authMd}`,
    scopes: {
      'content:read': 'Read content with the extended quota',
      'quota:read': "Query the client's own quota",
    },
    bearer: 'The same token, for tools that do not get one themselves',
    client: '`client_id` and `client_secret`',
  },
  schemas: SCHEMAS_EN,
};
