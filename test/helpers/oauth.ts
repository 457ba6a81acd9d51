import { fetchInContract } from './contract.ts';
import { jsonOf, type RunningServer } from './running-server.ts';

export type Registered = { readonly client_id: string; readonly client_secret: string };

let registrations = 0;

/** Posts JSON to the registration endpoint, from an address of its own unless told. */
export async function register(server: Pick<RunningServer, 'url'>, metadata: unknown = {}, from?: string) {
  registrations += 1;
  const address = from ?? `100.64.${(registrations >> 8) & 255}.${registrations & 255}`;
  return await fetchInContract(`${server.url}/oauth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  });
}

/** Registers a client that must succeed. */
export async function newClient(server: Pick<RunningServer, 'url'>, metadata: unknown = {}): Promise<Registered> {
  const answer = await register(server, metadata);
  if (answer.status !== 201) throw new Error(`registration answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Registered;
}

/** HTTP Basic with both halves as they are. */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

/** Posts a form to an OAuth endpoint, as a client by HTTP Basic when one is given. */
export async function postForm(
  server: Pick<RunningServer, 'url'>,
  path: string,
  form: Readonly<Record<string, string>> | string,
  options: { readonly client?: Registered; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const { client } = options;
  return await fetchInContract(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(client && { Authorization: basic(client.client_id, client.client_secret) }),
      ...options.headers,
    },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });
}

/** Gets a token that must be issued. */
export async function newToken(
  server: Pick<RunningServer, 'url'>,
  client: Registered,
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const answer = await postForm(server, '/oauth/token', { grant_type: 'client_credentials', ...more }, { client });
  const body = await jsonOf(answer);
  if (answer.status !== 200) throw new Error(`the token endpoint answered ${answer.status}: ${JSON.stringify(body)}`);
  return body.access_token as string;
}

/** A client with a token for everything. */
export async function identified(server: Pick<RunningServer, 'url'>, more: Readonly<Record<string, string>> = {}) {
  const client = await newClient(server);
  const token = await newToken(server, client, more);
  return { client, token, headers: { Authorization: `Bearer ${token}` } };
}
