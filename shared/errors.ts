/** Codes of errors that clients may see. Each protocol maps them to its status codes in a table. */
export type ErrorCode =
  | 'invalid_parameter'
  | 'page_not_found'
  | 'cursor_expired'
  | 'no_route'
  | 'misdirected_request'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'bad_request'
  | 'uri_too_long'
  | 'header_too_large'
  | 'request_timeout'
  | 'body_too_large'
  | 'not_logged_in'
  | 'invalid_token'
  | 'invalid_signature'
  | 'insufficient_scope'
  | 'quota_exhausted'
  | 'service_not_ready';

/** An invalid parameter. `code` is a detail code of the WordPress REST API. */
export type ParameterFault = {
  readonly name: string;
  readonly code:
    | 'missing'
    | 'rest_invalid_type'
    | 'rest_not_in_enum'
    | 'rest_out_of_bounds'
    | 'rest_too_short'
    | 'rest_too_long'
    | 'rest_invalid_pattern';
  readonly message: string;
  /** Description of the received value, appended to the message in a hint. */
  readonly received?: string;
};

type AppErrorOptions = ErrorOptions & {
  /** Instruction to the caller that fixes the request. */
  readonly hint?: string;
  readonly parameters?: readonly ParameterFault[];
  /** Seconds until the same request may succeed. */
  readonly retryAfter?: number;
  /** For `method_not_allowed`: the allowed methods, as in the `Allow` header. */
  readonly allow?: string;
  /** For `insufficient_scope`: the missing scope. */
  readonly requiredScope?: string;
};

/** An error with a message for clients. Every further error is a bug and is returned as "Internal error". */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly parameters: readonly ParameterFault[];
  readonly retryAfter: number | undefined;
  readonly allow: string | undefined;
  readonly requiredScope: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.hint = options.hint;
    this.parameters = options.parameters ?? [];
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
    this.requiredScope = options.requiredScope;
  }
}

/** Returns the message of a thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the messages of an error and its causes, for an operator. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An AggregateError of refused connections has an empty message.
  const text = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  return error.cause === undefined ? text : `${text}: ${explain(error.cause)}`;
}
