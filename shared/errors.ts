/** Codes of the errors that strangers may read about; each protocol maps them to its own numbers in a table. */
export type ErrorCode =
  | 'invalid_parameter'
  | 'page_not_found'
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

/** One parameter that was refused. `code` is a WordPress REST detail code. */
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
  /** The received value in words, to be said after the message in a hint. */
  readonly received?: string;
};

type AppErrorOptions = ErrorOptions & {
  /** An instruction to the caller that would put it right. */
  readonly hint?: string;
  readonly parameters?: readonly ParameterFault[];
  /** Seconds after which the same call may succeed. */
  readonly retryAfter?: number;
  /** For `method_not_allowed`: the methods that are. */
  readonly allow?: string;
  /** For `insufficient_scope`: the scope that is missing. */
  readonly requiredScope?: string;
};

/** An error that a stranger may read about. Whatever else is thrown is a bug, and is answered "Internal error". */
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

/** Message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Message of an error and of its causes, for an operator. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A connection that was refused at each of a name's addresses has no words of its own.
  const text = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
  return error.cause === undefined ? text : `${text}: ${explain(error.cause)}`;
}
