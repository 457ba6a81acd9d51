/**
 * Headers of every response: CORS for every origin (Fetch, "CORS protocol"), and the security headers of an API without
 * frames.
 */
export function commonHeaders(options: { readonly https: boolean }): Readonly<Record<string, string>> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers':
      'API-Version, RateLimit, RateLimit-Policy, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ' +
      'WWW-Authenticate, ETag, Link, Deprecation, Sunset, X-Request-Id',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ...(options.https && { 'Strict-Transport-Security': 'max-age=31536000' }),
  };
}
