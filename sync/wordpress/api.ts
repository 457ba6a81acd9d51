import imported from '@wordpress/api-fetch';
import type { ApiFetch, APIFetchOptions } from '@wordpress/api-fetch';
import type { Answer } from './connection.ts';
import { decodeBody, decodeJson } from './decode.ts';
import { cacheOf } from './caches.ts';
import { kindOfStatus, WordPressError } from './errors.ts';
import type { OnWordPressEvent } from './events.ts';
import { retryAll } from './pace.ts';
import type { Requests } from './requests.ts';

/*
 * The only importer of @wordpress/api-fetch. Its quirks:
 *
 * - Its types describe a CommonJS module, so the default import looks like a namespace. At run time the ES module is loaded, and
 *   the import is the function.
 * - It is a global singleton. Middlewares and the fetch handler belong to the module and are registered once. Each call passes
 *   its site under a symbol of its options.
 * - Its user-locale middleware cannot be unregistered and appends `_locale=user`. The parameter would select the profile language
 *   of a logged-in reader. The fetch handler removes it.
 */
const apiFetch = imported as unknown as ApiFetch;

const FOR = Symbol('the site that a call is for');

type Call = APIFetchOptions<true> & { readonly [FOR]: SiteCalls };
type SiteCalls = {
  readonly rootUrl: ReturnType<ApiFetch['createRootURLMiddleware']>;
  readonly send: (url: string, headers: Readonly<Record<string, string>>) => Promise<Reply>;
};

const siteOf = (options: APIFetchOptions): SiteCalls => (options as Call)[FOR];

apiFetch.use((options, next) => siteOf(options).rootUrl(options, next));
apiFetch.setFetchHandler((options) => {
  const url = new URL(options.url ?? '');
  url.searchParams.delete('_locale');
  return siteOf(options).send(url.href, { accept: 'application/json', ...options.headers });
});

// Characters of junk around the JSON in an event.
const MOST_JUNK = 300;

/** Application password of a WordPress user. */
export type Credentials = { readonly user: string; readonly password: string };

type ApiOptions = {
  readonly requests: Requests;
  // Ends with a slash, or is `…/?rest_route=/`.
  readonly root: string;
  readonly credentials: Credentials | undefined;
  readonly onEvent: OnWordPressEvent;
};

export type Query = Readonly<Record<string, string | number>>;
type Headers = Readonly<Record<string, string>>;

/** Creates a client for the REST API of a site. */
export function createApi({ requests, root, credentials, onEvent }: ApiOptions) {
  const rootUrl = apiFetch.createRootURLMiddleware(root);
  const login: Headers = credentials ? { authorization: basicAuthorization(credentials) } : {};

  // GET of a route such as `/wp/v2/pages`; resolves for an error status of WordPress too.
  function get(path: string, query: Query, retry = retryAll, headers: Headers = {}): Promise<Reply> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const read = (answer: Answer) => readReply(answer, onEvent);
    const send: SiteCalls['send'] = (url, sent) => requests.get({ url, headers: sent, retry, read });
    const call: Call = {
      path: `${path}?${parameters.toString()}`,
      headers: { ...login, ...headers },
      [FOR]: { rootUrl, send },
    };
    return apiFetch<Reply>(call);
  }

  return { get };
}
export type Api = ReturnType<typeof createApi>;

/** Throws a WordPressError with the code and message of WordPress if the response has an error status. */
export function refuseError(reply: Reply): void {
  if (reply.status < 300) return;
  const { url, status, data } = reply;
  const account = data as { readonly code?: unknown; readonly message?: unknown } | null;
  const words = [account?.code, account?.message].filter((word) => typeof word === 'string').join(': ');
  throw new WordPressError(kindOfStatus(status), `The site answered ${status} ${words}`.trim(), { url, status });
}

function readReply({ url, status, headers, body, askedAt, delay }: Answer, onEvent: OnWordPressEvent) {
  // An error response needs only its code, so the encoding of its message does not matter.
  const decoded = status < 300 ? decodeBody(body) : decodeJson(body.toString('utf8'));
  if (!decoded.ok) {
    const kind = status >= 300 ? kindOfStatus(status) : decoded.kind;
    throw new WordPressError(kind, `The site answered ${status} with ${decoded.what}`, { url, status });
  }
  const { value: data, before, after } = decoded;
  if (before !== '' || after !== '') {
    onEvent({ type: 'junk_skipped', url, before: before.slice(0, MOST_JUNK), after: after.slice(0, MOST_JUNK) });
  }
  const error = status >= 300 && typeof data === 'object' && data !== null && 'code' in data ? data.code : undefined;
  const cache = cacheOf(headers);
  return {
    url,
    status,
    /** See `Answer`. */
    askedAt,
    delay,
    /** Name of the cache that sent the response; `undefined` if WordPress sent it. */
    cache: cache?.hit === true ? cache.name : undefined,
    data,
    /** Error code of WordPress, such as `rest_post_invalid_page_number`; `undefined` for a success. */
    code: typeof error === 'string' ? error : undefined,
    /** Size of the listing, which may count rows that this reader cannot see. */
    total: wholeNumber(headers['x-wp-total']),
    totalPages: wholeNumber(headers['x-wp-totalpages']),
  };
}
/** A response of the REST API: JSON with a success status, or an error status with the error code of WordPress. */
export type Reply = Readonly<ReturnType<typeof readReply>>;

const wholeNumber = (value: string | string[] | undefined): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : undefined;

/** Returns the `Authorization` header of an application password (RFC 7617). */
export const basicAuthorization = ({ user, password }: Credentials): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
