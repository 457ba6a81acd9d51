/** Calls of the API, with the token if there is one, and what they tell about the quota. */

/** A refusal of the API, with what it says to do. */
export class ApiError extends Error {
  constructor(status, body, retryAfter) {
    super(body?.message ?? body?.error_description ?? `Error ${status}`);
    this.status = status;
    this.hint = body?.data?.hint ?? '';
    this.retryAfter = retryAfter;
  }
}

export function createApi(where, { onQuota }) {
  // The page may be reached under another name than the public one: what is called is this origin.
  const base = new URL(where.base_url).pathname;
  let token;

  async function get(operation, given = {}, { signal } = {}) {
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));
    const address = `${operation}${query.size > 0 ? `?${query}` : ''}`;
    const answer = await fetch(`${base}/${address}`, {
      signal,
      headers: { Accept: 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    });
    const header = (name) => answer.headers.get(name);
    if (header('RateLimit-Limit') !== null) {
      onQuota({
        limit: Number(header('RateLimit-Limit')),
        remaining: Number(header('RateLimit-Remaining')),
        reset: Number(header('RateLimit-Reset')),
        policy: /^"([^"]*)"/.exec(header('RateLimit') ?? '')?.[1] ?? '',
      });
    }
    return await read(answer);
  }

  async function post(url, init) {
    return await read(await fetch(new URL(url).pathname, { method: 'POST', ...init }));
  }

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
    /** The same call as a `curl` command. */
    asCurl: (operation, given) => {
      const query = new URLSearchParams(given).toString().replaceAll("'", '%27');
      const header = token ? ` -H "Authorization: Bearer $ACCESS_TOKEN"` : '';
      return `curl '${where.base_url}/${operation}${query === '' ? '' : `?${query}`}'${header}`;
    },
    asMcp: (name, given) =>
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }, undefined, 2),
  };
}

async function read(answer) {
  const body = await answer.json().catch(() => undefined);
  if (!answer.ok) throw new ApiError(answer.status, body, Number(answer.headers.get('Retry-After') ?? 0));
  return body;
}
