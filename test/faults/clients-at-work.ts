import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { join } from 'node:path';
import { checkIntegrity, openWritable } from '../../db/sqlite.ts';
import { openState } from '../../db/state/open.ts';
import { newClient, newToken, postForm, type Registered } from '../helpers/oauth.ts';
import { API } from '../helpers/running-server.ts';

type Server = { readonly url: string };

/** No more tokens than a client may ask for in a minute. */
const TOKENS_AT_ONCE = 25;

/** Clients of a server that may die at any moment, and what they were told with 2xx, which must hold for ever. */
export function createClientsAtWork() {
  const clients = new Map<string, Registered>();
  /** Valid tokens, with the ids of their clients. */
  const tokens = new Map<string, string>();
  const revoked = new Set<string>();
  const events = new EventEmitter();
  let reads = 0;
  let calls = 0;

  /** Asks from another address each time, so that nobody's quota ends. */
  function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    calls += 1;
    return fetch(url, { headers: { 'X-Forwarded-For': `198.18.${(calls >> 8) & 255}.${calls & 255}`, ...headers } });
  }

  async function read({ url }: Server, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const answer = await ask(`${url}${API}/read_page?url=/madrid/fontaneria`);
      assert.equal(answer.status, 200);
      await answer.arrayBuffer();
      reads += 1;
    }
  }

  async function register(server: Server): Promise<Registered> {
    const client = await newClient(server);
    clients.set(client.client_id, client);
    events.emit('confirmed');
    return client;
  }

  async function registerOn(server: Server, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await register(server);
  }

  /** Gets tokens, and gives every third back. */
  async function spend(server: Server, signal: AbortSignal): Promise<void> {
    const client = await register(server);
    for (let count = 0; count < TOKENS_AT_ONCE && !signal.aborted; count++) {
      const token = await newToken(server, client);
      if (count % 3 > 0) tokens.set(token, client.client_id);
      else if ((await postForm(server, '/oauth/revoke', { token }, { client })).ok) revoked.add(token);
      events.emit('confirmed');
    }
  }

  /** Makes the server count in its state: each failed authentication does. */
  async function fail(server: Server, signal: AbortSignal): Promise<void> {
    const client = { client_id: 'cli_nobody', client_secret: 'wrong' };
    while (!signal.aborted) await postForm(server, '/oauth/token', { grant_type: 'client_credentials' }, { client });
  }

  return {
    /** Everything at once, until the signal or until the server is gone. */
    work: (server: Server, signal: AbortSignal) =>
      Promise.allSettled([read, registerOn, spend, fail].map((one) => one(server, signal))),

    /** Waits until so many more registrations, tokens and revocations were confirmed. */
    async confirmed(more: number): Promise<void> {
      for (let left = more; left > 0; left--) await once(events, 'confirmed');
    },

    /** Proves that a server serves, and knows a client and a token of earlier. */
    async proveServing(server: Server): Promise<void> {
      assert.equal((await ask(`${server.url}${API}/search_pages?query=fontaneros`)).status, 200);
      const token = [...tokens.keys()].at(-1);
      const client = [...clients.values()].at(-1);
      if (token === undefined || !client) return;
      const { status } = await ask(`${server.url}${API}/quota`, { Authorization: `Bearer ${token}` });
      assert.equal(status, 200, 'a token of earlier');
      await newToken(server, client);
    },

    /** Proves that the state is whole and holds everything that was confirmed. */
    async proveKept(dir: string): Promise<void> {
      const file = join(dir, 'state.db');
      const db = openWritable(file);
      checkIntegrity(db);
      db.close();
      await using state = openState({ file, now: () => new Date() });
      for (const { client_id: id, client_secret: secret } of clients.values()) {
        assert.deepEqual((await state.clients.find(id))?.secretHash, digest(secret), `client ${id}`);
      }
      for (const [token, clientId] of tokens) {
        assert.equal((await state.tokens.find(digest(token)))?.clientId, clientId, `a token of ${clientId}`);
      }
      for (const token of revoked) assert.equal(await state.tokens.find(digest(token)), undefined, 'a revoked token');
    },

    counts: () => ({ clients: clients.size, tokens: tokens.size, revoked: revoked.size, reads }),
  };
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
