import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { json, NO_STORE, type Reply } from '../http/message.ts';

/** Error codes of RFC 6749 §5.2, RFC 7591 §3.2.2 and RFC 8707 §2, and two codes registered for other endpoints. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'temporarily_unavailable'
  | 'server_error';

const STATUS: Record<OAuthErrorCode, number> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_client_metadata: 400,
  invalid_redirect_uri: 400,
  temporarily_unavailable: 429,
  server_error: 500,
};

/**
 * Error description of failed client authentication: the same in all cases, so that it does not reveal registered
 * clients.
 */
export const UNKNOWN_CLIENT =
  'Client authentication failed: send client_id and client_secret by HTTP Basic, or both in the form; POST /oauth/register gives them';

// Status, error code and description for each `ErrorCode`.
const FAULTS: Record<ErrorCode, readonly [status: number, code: OAuthErrorCode, description: string]> = {
  invalid_parameter: [400, 'invalid_request', 'A parameter is not valid'],
  bad_request: [400, 'invalid_request', 'The request is not well formed'],
  page_not_found: [404, 'invalid_request', 'No route matches this URL'],
  cursor_expired: [410, 'invalid_request', 'The cursor cannot be resumed'],
  no_route: [404, 'invalid_request', 'No route matches this URL'],
  misdirected_request: [421, 'invalid_request', 'This host is not served here'],
  method_not_allowed: [405, 'invalid_request', 'This method is not allowed here; see Allow'],
  not_acceptable: [406, 'invalid_request', 'This service answers with JSON'],
  uri_too_long: [414, 'invalid_request', 'The URL is too long'],
  header_too_large: [431, 'invalid_request', 'The headers are too long'],
  request_timeout: [408, 'invalid_request', 'The request took too long to arrive'],
  body_too_large: [413, 'invalid_request', 'The body is too long'],
  not_logged_in: [401, 'invalid_client', UNKNOWN_CLIENT],
  invalid_token: [401, 'invalid_client', UNKNOWN_CLIENT],
  invalid_signature: [401, 'invalid_client', 'The signature is not valid'],
  insufficient_scope: [403, 'invalid_scope', 'The scope is missing'],
  quota_exhausted: [429, 'temporarily_unavailable', 'Too many requests'],
  service_not_ready: [500, 'server_error', 'The service cannot be reached at the moment'],
};

/** Headers of every response of an OAuth endpoint (RFC 6749 §5.1). */
export const OAUTH_HEADERS = { ...NO_STORE, Pragma: 'no-cache' };

/** An OAuth error response. The description is printable ASCII without `"` and `\`, and repeats no input. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly retryAfter: number | undefined;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>> | undefined;

  constructor(
    code: OAuthErrorCode,
    description: string,
    options: {
      readonly retryAfter?: number;
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(description);
    this.code = code;
    this.retryAfter = options.retryAfter;
    this.status = options.status ?? STATUS[code];
    this.headers = options.headers;
  }
}

// `Retry-After` in seconds while there is no room for new clients: an operator has to make room.
const NO_ROOM_SECONDS = 3600;

/** Returns the error for new clients and grants while the state is full. */
export function noRoom(): OAuthError {
  const options = { status: 503, retryAfter: NO_ROOM_SECONDS };
  return new OAuthError('temporarily_unavailable', 'No more clients are accepted for now', options);
}

/** Returns true for the path of an OAuth endpoint, also below the path of a site. */
export const isOAuthTarget = (target: string): boolean => /^(?:\/[^?#]*)?\/oauth\//.test(target);

/** Renders an error of an OAuth endpoint (RFC 6749 §5.2). */
export function renderOAuthError(error: unknown): Reply {
  if (error instanceof OAuthError) return refusal(error.status, error.code, error.message, error);
  if (error instanceof AppError) return refusal(...FAULTS[error.code], error);
  return refusal(500, 'server_error', 'Internal error', {});
}

function refusal(
  status: number,
  error: OAuthErrorCode,
  description: string,
  more: Partial<Pick<OAuthError, 'retryAfter' | 'headers'> & Pick<AppError, 'allow'>>,
): Reply {
  return json(
    status,
    { error, error_description: description },
    {
      ...OAUTH_HEADERS,
      ...more.headers,
      ...(status === 401 && { 'WWW-Authenticate': 'Basic realm="oauth", charset="UTF-8"' }),
      ...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
      ...(more.allow !== undefined && { Allow: more.allow }),
    },
  );
}
