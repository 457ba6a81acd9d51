import type { ErrorCode } from '../../shared/errors.ts';

/**
 * Messages and hints of errors that a web server in front of this server returns too. `node
 * test/deploy/refusal-snippets.ts` copies them to `deploy/`. Do not use quotes or characters with a meaning in web
 * server configurations.
 */
export const REFUSALS = {
  bad_request: {
    message: 'This is not a valid HTTP/1.1 request',
    hint: 'Percent-encode the URL as UTF-8 (a space is %20), and send one Host header with a host name.',
  },
  method_not_allowed: {
    message: 'This method is not allowed here',
    hint: 'Use one of: GET, HEAD, POST, OPTIONS.',
    allow: 'GET, HEAD, POST, OPTIONS',
  },
  body_too_large: { message: 'The body is too long', hint: 'Send a shorter body.' },
  uri_too_long: {
    message: 'The URL is too long',
    hint: 'Send a shorter URL: a query has at most 200 characters, a url at most 300.',
  },
  header_too_large: {
    message: 'The headers are too long',
    hint: 'Send a shorter URL, fewer or shorter headers, and no cookies.',
  },
  service_not_ready: { message: 'The service is starting', hint: 'Try again in 5 seconds.', retryAfter: 5 },
} as const satisfies Partial<
  Record<
    ErrorCode,
    { readonly message: string; readonly hint: string; readonly allow?: string; readonly retryAfter?: number }
  >
>;
