import { texts } from './page-data.js';
import { phrase } from './phrases.js';

/**
 * Sends a request and resolves to the exchange: `method`, `url`, `status`, `statusText`, `headers` as pairs,
 * `milliseconds`, the response as `text`, and as `body` if it is JSON.
 */
export async function exchange(url, { method = 'GET', ...init } = {}) {
  const started = performance.now();
  const answer = await fetch(url, { method, ...init });
  const text = await answer.text();
  return {
    method,
    url,
    status: answer.status,
    statusText: answer.statusText,
    headers: [...answer.headers],
    header: (name) => answer.headers.get(name),
    milliseconds: Math.round(performance.now() - started),
    text,
    body: parsed(text),
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Error response of the API. Its message is in the language of the page; `said` is the message of the API. */
export class ApiError extends Error {
  constructor(answer) {
    super(explanation(answer));
    this.status = answer.status;
    this.said = [answer.body?.message ?? answer.body?.error_description, answer.body?.data?.hint]
      .filter(Boolean)
      .join(' ');
    this.retryAfter = Number(answer.header('Retry-After') ?? 0);
    this.answer = answer;
  }
}

function explanation({ status, body }) {
  const { errors } = texts;
  if (body?.code === 'service_not_ready') return errors.notReady;
  if (body?.error === 'invalid_client') return errors.clientRefused;
  if (status === 401 || status === 403) return errors.tokenNeeded;
  if (status === 404) return errors.notFound;
  if (status === 400 || status === 414) return errors.invalid;
  return status >= 500 ? errors.server : phrase(errors.other, { status });
}

/**
 * Client of the API. Calls resolve to an exchange; they reject with an ApiError, or with the error of `fetch`. After a
 * 401 response the token is dropped and the call repeated without it.
 */
export function createApi(where, { onQuota, onTokenGone }) {
  // The page may have a host that is not the public host; requests go to the host of the page.
  const base = new URL(where.base_url).pathname;
  let token;

  async function get(operation, given = {}, { signal } = {}) {
    const sent = token;
    const answer = await exchange(`${base}/${operation}${queryOf(given)}`, {
      signal,
      headers: { Accept: 'application/json', ...(sent && { Authorization: `Bearer ${sent}` }) },
    });
    tellQuota(answer);
    if (answer.status !== 401 || sent === undefined) return accepted(answer);
    if (token === sent) {
      token = undefined;
      onTokenGone();
    }
    return await get(operation, given, { signal });
  }

  function tellQuota({ header }) {
    if (header('RateLimit-Limit') === null) return;
    onQuota({
      limit: Number(header('RateLimit-Limit')),
      remaining: Number(header('RateLimit-Remaining')),
      reset: Number(header('RateLimit-Reset')),
      policy: /^"([^"]*)"/.exec(header('RateLimit') ?? '')?.[1] ?? '',
    });
  }

  const post = async (url, init) => accepted(await exchange(new URL(url).pathname, { method: 'POST', ...init }));

  return {
    get,
    register: (name) =>
      post(where.registration_url, {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(name === '' ? {} : { client_name: name }),
      }),
    requestToken: ({ client_id: id, client_secret: secret }) =>
      post(where.token_url, {
        headers: { Authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }),
    useToken: (value) => {
      token = value;
    },
    hasToken: () => token !== undefined,
    /** Returns the call as a `curl` command. */
    asCurl: (operation, given = {}) => {
      const header = token ? ` -H 'Authorization: Bearer ${token}'` : '';
      return `curl '${where.base_url}/${operation}${queryOf(given).replaceAll("'", '%27')}'${header}`;
    },
    asMcp: (name, given) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }, undefined, 2),
  };
}

function queryOf(given) {
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
  return query.size > 0 ? `?${query}` : '';
}

function accepted(answer) {
  if (answer.status >= 400) throw new ApiError(answer);
  return answer;
}
