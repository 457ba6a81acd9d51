/**
 * Kinds of failure between sync and the site.
 *
 * - `unreachable`: no connection (refused, unknown host, no TLS)
 * - `certificate`: the TLS certificate of the site is not valid for it
 * - `broken`: the connection ended before the answer did
 * - `timeout`: connected, but too slow
 * - `status`: an error status, from WordPress or from something in front of it
 * - `denied`: 401 or 403
 * - `ended`: a plugin ended the answer with an error of its own, which may be about one page
 * - `later`: the site asks to come back later than a run can wait
 * - `html`, `not_json`: a body that holds no JSON value
 * - `truncated`: a JSON value that does not end
 * - `damaged`: JSON with bytes in it that are not UTF-8
 * - `too_large`: a body over the size cap, as sent or once decompressed
 * - `redirect`: a redirect that is not followed
 * - `foreign`: an address that is not of this site, or that leads into a private network
 * - `no_api`: no REST API where one could be
 * - `no_pages`: a type that the settings ask for, and that holds no pages
 * - `unexpected`: JSON, but not what WordPress says
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
  /** The `Retry-After` header, as it came. */
  readonly retryAfter?: string | undefined;
  /** Attempts so far. */
  readonly attempts?: number | undefined;
  /** HTML of the message with which WordPress ended (`wp_die`), as some plugins have it refuse a page. */
  readonly said?: string | undefined;
};

/** A failure of the site or of the way to it; the message names the cause and the address for the operator. */
export class WordPressError extends Error {
  override readonly name = 'WordPressError';
  readonly kind: WordPressErrorKind;
  readonly url: string;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly attempts: number;
  readonly said: string | undefined;
  /** The cause alone: the message without times and address. */
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

  /** A copy that names so many attempts. */
  after(attempts: number): WordPressError {
    const { kind, what, url, status, retryAfter, said, cause } = this;
    return new WordPressError(kind, what, { url, status, retryAfter, said, attempts, cause });
  }
}

/** The REST API is closed, and the run published the pages that visitors get. */
export class ClosedSiteError extends WordPressError {}

/** True for an answer that says nothing of the page: a firewall, or a login of the server, stands before it. */
export const isFirewall = ({ kind }: WordPressError): boolean => kind === 'denied' || kind === 'html';

/** Query parameter whose value is new in every request, so that no cache between us and WordPress answers for it. */
export const CACHE_BUSTER = '_';

const LONGEST_ADDRESS = 160;

/** An address for people: without the parameters of every request, and not a hundred ids long. */
function plainAddress(address: string): string {
  const url = URL.parse(address);
  if (!url) return address;
  for (const ours of [CACHE_BUSTER, '_fields']) url.searchParams.delete(ours);
  const text = url.href.replaceAll('%2C', ',').replaceAll('%2F', '/');
  return text.length > LONGEST_ADDRESS ? `${text.slice(0, LONGEST_ADDRESS - 1)}…` : text;
}
