import { texts } from './page-data.js';
import { phrase } from './phrases.js';

/**
 * A request and its answer as they went over the wire: `method`, `url`, `status`, `statusText`, `headers` as pairs,
 * `milliseconds`, the body as `text`, and what it holds as `body` when that is JSON.
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

/** A refusal of the API. Its message is in the language of the page; `said` is what the API said. */
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
 * The calls of the console. Each answers its exchange or throws: an ApiError for a refusal, what `fetch` throws when there
 * is no answer. A token that the API no longer takes is dropped, and the call made again without it.
 */
export function createApi(where, { onQuota, onTokenGone }) {
  // The page may be reached under another name than the public one: what is called is this origin.
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
    /** The same call as a `curl` command, ready to paste. */
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
