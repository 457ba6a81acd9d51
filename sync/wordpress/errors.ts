/** A request that may succeed after a failure: the same request a little later (`again`), or a smaller request. */
export type Remedy = 'again' | 'smaller';

/** Kinds of failure between sync and the site, with their remedies. */
export const REMEDIES = {
  /** No connection: refused, unknown host, no TLS. */
  unreachable: ['again'],
  /** The TLS certificate is not valid for the site. */
  certificate: [],
  /** The connection ended before the response did. */
  broken: ['again', 'smaller'],
  /** Connected, but too slow. */
  timeout: ['again', 'smaller'],
  /** An error status, from WordPress or a server in front of it. */
  status: ['again', 'smaller'],
  /** Status 401 or 403. */
  denied: [],
  /** A plugin ended the response with an error, which may concern a single page. */
  ended: ['smaller'],
  /** The `Retry-After` header exceeds the longest wait of a run. */
  later: [],
  /** A body without a JSON value: HTML, or any other text. */
  html: ['again', 'smaller'],
  not_json: ['again', 'smaller'],
  /** An incomplete JSON value. */
  truncated: ['again', 'smaller'],
  /** JSON with bytes that are not UTF-8. */
  damaged: ['again', 'smaller'],
  /** A body over the size limit, as sent or decompressed. */
  too_large: ['smaller'],
  /** A redirect that sync does not follow. */
  redirect: [],
  /** An address on a foreign host or in a private network. */
  foreign: [],
  /** No REST API at any candidate address. */
  no_api: [],
  /** JSON that does not match the schema of WordPress. */
  unexpected: [],
} as const satisfies Readonly<Record<string, readonly Remedy[]>>;
export type WordPressErrorKind = keyof typeof REMEDIES;

type WordPressErrorOptions = ErrorOptions & {
  readonly url: string;
  readonly status?: number | undefined;
  /** Raw `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  /** Number of attempts. */
  readonly attempts?: number | undefined;
  /** HTML of a `wp_die` message; some plugins reject a page with it. */
  readonly dieMessage?: string | undefined;
};

/** A failure of the site or of the connection to it. The message states cause and address for the operator. */
export class WordPressError extends Error {
  override readonly name = 'WordPressError';
  readonly kind: WordPressErrorKind;
  readonly url: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly attempts: number;
  readonly dieMessage: string | undefined;
  /** Cause only: the message without attempts and address. */
  readonly what: string;

  constructor(kind: WordPressErrorKind, what: string, options: WordPressErrorOptions) {
    const attempts = options.attempts ?? 1;
    super(`${what}${attempts > 1 ? `, ${attempts} times` : ''} (GET ${plainAddress(options.url)})`, options);
    this.kind = kind;
    this.what = what;
    this.url = options.url;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
    this.attempts = attempts;
    this.dieMessage = options.dieMessage;
  }

  /** Returns a copy with this number of attempts. */
  after(attempts: number): WordPressError {
    const { kind, what, url, status, retryAfter, dieMessage, cause } = this;
    return new WordPressError(kind, what, { url, status, retryAfter, dieMessage, attempts, cause });
  }
}

/** Callback for `catch`: returns a WordPressError and rethrows any other error. */
export function orFailure(error: unknown): WordPressError {
  if (error instanceof WordPressError) return error;
  throw error;
}

/** Creates a callback for `catch` that returns the fallback for a WordPressError and rethrows any other error. */
export const orNothing =
  <Nothing>(nothing: Nothing) =>
  (error: unknown): Nothing =>
    orFailure(error) && nothing;

/** Thrown if the REST API is closed and the run published the pages that visitors can see. */
export class ClosedSiteError extends WordPressError {}

/** Returns the kind of a failure with an error status. */
export const kindOfStatus = (status: number) => (status === 401 || status === 403 ? 'denied' : 'status');

/** True if a firewall or HTTP authentication intercepted the response, so it reveals nothing about the page. */
export const isFirewall = ({ kind }: WordPressError): boolean => kind === 'denied' || kind === 'html';

/** Query parameter with a new value in each request, so that no cache in front of WordPress sends the response. */
export const CACHE_BUSTER = '_';

const LONGEST_ADDRESS = 160;

// Removes the parameters of every request and shortens long lists of ids.
function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  for (const ours of [CACHE_BUSTER, '_fields']) url.searchParams.delete(ours);
  const text = url.href.replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text.length > LONGEST_ADDRESS ? `${text.slice(0, LONGEST_ADDRESS - 1)}…` : text;
}
