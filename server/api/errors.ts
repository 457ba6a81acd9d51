import { AppError, type ErrorCode, type ParameterFault } from '../../shared/errors.ts';
import { json, NO_STORE, type Reply } from '../http/message.ts';

// Status and `code` by error, as in the WordPress REST API.
const ANSWERS: Record<ErrorCode, { readonly status: number; readonly code: string }> = {
  invalid_parameter: { status: 400, code: 'rest_invalid_param' },
  bad_request: { status: 400, code: 'rest_bad_request' },
  page_not_found: { status: 404, code: 'rest_page_not_found' },
  cursor_expired: { status: 410, code: 'rest_cursor_expired' },
  no_route: { status: 404, code: 'rest_no_route' },
  misdirected_request: { status: 421, code: 'rest_misdirected_request' },
  method_not_allowed: { status: 405, code: 'rest_method_not_allowed' },
  not_acceptable: { status: 406, code: 'rest_not_acceptable' },
  request_timeout: { status: 408, code: 'rest_request_timeout' },
  uri_too_long: { status: 414, code: 'rest_uri_too_long' },
  header_too_large: { status: 431, code: 'rest_header_too_large' },
  body_too_large: { status: 413, code: 'rest_body_too_large' },
  not_logged_in: { status: 401, code: 'rest_not_logged_in' },
  invalid_token: { status: 401, code: 'rest_invalid_token' },
  invalid_signature: { status: 401, code: 'rest_invalid_signature' },
  insufficient_scope: { status: 403, code: 'rest_forbidden' },
  quota_exhausted: { status: 429, code: 'rest_too_many_requests' },
  service_not_ready: { status: 500, code: 'service_not_ready' },
};

/**
 * Renders an error as JSON with `code`, `message` and `data`. `more` are additional headers. Unexpected errors
 * have the message "Internal error".
 */
export function renderApiError(error: unknown, more: Readonly<Record<string, string>> = {}): Reply {
  if (!(error instanceof AppError)) {
    return reply(500, { code: 'internal_server_error', message: 'Internal error', data: { status: 500 } });
  }
  const { status, code } = ANSWERS[error.code];
  const headers: Record<string, string> = { ...more };
  if (error.allow !== undefined) headers['Allow'] = error.allow;
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  return reply(
    status,
    {
      code: missingOnly(error.parameters) ? 'rest_missing_callback_param' : code,
      message: error.message,
      data: {
        status,
        ...(error.hint !== undefined && { hint: error.hint }),
        ...(error.retryAfter !== undefined && { retry_after: error.retryAfter }),
        ...(error.requiredScope !== undefined && { required_scope: error.requiredScope }),
        ...parameterData(error.parameters),
      },
    },
    headers,
  );
}

function reply(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply {
  return json(status, body, { ...NO_STORE, ...headers });
}

function missingOnly(faults: readonly ParameterFault[]): boolean {
  return faults.length > 0 && faults.every((fault) => fault.code === 'missing');
}

// `params` and `details` as in WordPress: names if parameters are missing, otherwise a message and details by name.
function parameterData(faults: readonly ParameterFault[]): Record<string, unknown> {
  if (faults.length === 0) return {};
  if (missingOnly(faults)) return { params: faults.map((fault) => fault.name) };
  return {
    params: Object.fromEntries(faults.map((fault) => [fault.name, fault.message])),
    details: Object.fromEntries(
      faults.map(({ name, code, message }) => [
        name,
        { code: code === 'missing' ? 'rest_missing_callback_param' : code, message, data: null },
      ]),
    ),
  };
}
