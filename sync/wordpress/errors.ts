/**
 * Kinds of failure between sync and the site.
 *
 * - `unreachable`: no connection (refused, unknown host, no TLS)
 * - `certificate`: the TLS certificate is not valid for the site
 * - `broken`: the connection ended before the response did
 * - `timeout`: connected, but too slow
 * - `status`: an error status, from WordPress or a server in front of it
 * - `denied`: status 401 or 403
 * - `ended`: a plugin ended the response with an error, which may concern a single page
 * - `later`: `Retry-After` exceeds the longest wait of a run
 * - `html`, `not_json`: a body without a JSON value
 * - `truncated`: an incomplete JSON value
 * - `damaged`: JSON with bytes that are not UTF-8
 * - `too_large`: a body over the size limit, as sent or decompressed
 * - `redirect`: a redirect that sync does not follow
 * - `foreign`: an address on a foreign host or in a private network
 * - `no_api`: no REST API at any candidate address
 * - `no_pages`: a configured type that does not contain pages
 * - `unexpected`: JSON that does not match the schema of WordPress
 */
export type WordPressErrorKind =
  | 'unreachable'
  | 'certificate'
  | 'broken'
  | 'timeout'
  | 'status'
  | 'denied'
  | 'ended'
  | 'later'
  | 'html'
  | 'not_json'
  | 'truncated'
  | 'damaged'
  | 'too_large'
  | 'redirect'
  | 'foreign'
  | 'no_api'
  | 'no_pages'
  | 'unexpected';

type WordPressErrorOptions = ErrorOptions & {
  readonly url: string;
  readonly status?: number | undefined;
  /** Raw `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  /** Number of attempts. */
  readonly attempts?: number | undefined;
  /** HTML of a `wp_die` message; some plugins reject a page with it. */
  readonly said?: string | undefined;
};

/** A failure of the site or of the connection to it. The message states cause and address for the operator. */
export class WordPressError extends Error {
  override readonly name = 'WordPressError';
  readonly kind: WordPressErrorKind;
  readonly url: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly attempts: number;
  readonly said: string | undefined;
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
    this.said = options.said;
  }

  /** Returns a copy with this number of attempts. */
  after(attempts: number): WordPressError {
    const { kind, what, url, status, retryAfter, said, cause } = this;
    return new WordPressError(kind, what, { url, status, retryAfter, said, attempts, cause });
  }
}

/** Thrown if the REST API is closed and the run published the pages that visitors can see. */
export class ClosedSiteError extends WordPressError {}

/** True if a firewall or HTTP authentication intercepted the response, so it reveals nothing about the page. */
export const isFirewall = ({ kind }: WordPressError): boolean => kind === 'denied' || kind === 'html';

/** Query parameter with a new value in each request, so that no cache in front of WordPress can answer. */
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
