/**
 * Costs of quotas and tokens: `search_pages` anonymous and with a token, against bare Polka returning the same bytes to
 * the same requests, in turn in one run; and how many tokens a second the token endpoint issues. With the state in SQLite,
 * and in a Valkey or Redis on the same machine if it has one.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openState } from '../db/state/open.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';
import { hasValkey, startValkey, type ValkeyServer } from '../test/helpers/valkey-server.ts';
import { anonymousCallers, load, type Caller, type Load } from './load.ts';
import { startBarePolka } from './peer.ts';
import { median, startProgram } from './program.ts';

const SITE = 'https://casa.example';
const SEARCH = '/wp-json/agentes/v1/search_pages?query=fontaneros&city=madrid';

/** So many that their quotas outlast the run. */
const CLIENTS = 8000;
const TOKENS = 1000;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Fills the state with clients, some of them with a token; answers what they send. */
async function registerClients(
  file: string,
  addresses?: readonly string[],
): Promise<{ readonly basic: readonly Caller[]; readonly bearer: readonly Caller[] }> {
  await using state = openState({ addresses, file, now: () => new Date() });
  const now = Math.floor(Date.now() / 1000);
  const ids = Array.from({ length: CLIENTS }, (_, n) => `cli_${n}`);
  for (const id of ids) {
    await state.clients.add({
      id,
      secretHash: digest(`cqs_${id}`),
      name: null,
      contacts: [],
      scope: 'content:read quota:read',
      authMethod: 'client_secret_basic',
      redirectUris: [],
      registeredAt: now,
      activeAt: now,
    });
  }
  for (const clientId of ids.slice(0, TOKENS)) {
    const token = { hash: digest(`cqt_${clientId}`), clientId, scope: 'content:read quota:read', audience: [SITE] };
    await state.tokens.add({ ...token, issuedAt: now, expiresAt: now + 3600 }, 50);
  }
  return {
    basic: ids.map((id) => ({
      Authorization: `Basic ${Buffer.from(`${id}:cqs_${id}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    })),
    bearer: ids.slice(0, TOKENS).map((id) => ({ Authorization: `Bearer cqt_${id}` })),
  };
}

/** A server whose clients are in one store or another. */
async function startServer(dataDir: string, store?: ValkeyServer) {
  const { basic, bearer } = await registerClients(join(dataDir, 'state.db'), store && [store.url]);
  const server = await startProgram('../server/main.ts', [], {
    DATA_DIR: dataDir,
    PORT: '0',
    PUBLIC_URL: SITE,
    TRUST_PROXY: '127.0.0.1',
    ...(store && { STATE_URL: store.url }),
  });
  return { ...server, store: store ? 'Valkey' : 'SQLite', basic, bearer };
}

/** Measures each route in turn with its peer, `rounds` times. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const rounds = quick ? 1 : 5;
  const seconds = quick ? 1 : 4;
  await using opened = new AsyncDisposableStack();
  const data = opened.use(await temporaryDataDir());
  await data.publish();
  const servers = [opened.use(await startServer(data.dir))];
  if (hasValkey()) servers.push(opened.use(await startServer(data.dir, opened.use(await startValkey()))));
  const peer = opened.use(await startBarePolka(`${servers[0]?.url}${SEARCH}`));

  const rows = [];
  for (const caller of ['anonymous', 'with a token'] as const) {
    const peers: Load[] = [];
    const ours = servers.map((server) => ({ server, turns: [] as Load[] }));
    for (let round = 0; round < rounds; round++) {
      for (const { server, turns } of ours) {
        turns.push(
          await load(server.url + SEARCH, seconds, caller === 'anonymous' ? anonymousCallers(round) : server.bearer),
        );
      }
      peers.push(await load(peer.url + SEARCH, seconds, anonymousCallers(round)));
    }
    const bare = median(peers.map(({ rps }) => rps));
    for (const { server, turns } of ours) {
      const ratios = turns.map(({ rps }, round) => rps / (peers[round]?.rps ?? Number.NaN));
      rows.push({
        caller,
        state: server.store,
        ...figures(turns, 'requests/s'),
        'bare Polka requests/s': Math.round(bare),
        ratio: Number(median(ratios).toFixed(3)),
      });
    }
  }
  const grant = { method: 'POST', body: 'grant_type=client_credentials' } as const;
  const issued = [];
  for (const { url, store, basic } of servers) {
    const turn = await load(`${url}/oauth/token`, quick ? 1 : 10, basic, grant);
    issued.push({ state: store, ...figures([turn], 'tokens issued/s') });
  }
  console.table(rows);
  console.table(issued);
  return { search_pages: rows, token_endpoint: issued };
}

function figures(turns: readonly Load[], unit: string) {
  return {
    [unit]: Math.round(median(turns.map(({ rps }) => rps))),
    'p50 ms': median(turns.map(({ p50 }) => p50)),
    'p99 ms': median(turns.map(({ p99 }) => p99)),
  };
}
