/**
 * What quotas and tokens cost: `search_pages` anonymous and with a token, against bare Polka returning the same bytes to
 * the same requests, in turn in one run; and how many tokens a second the token endpoint issues.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../db/state.ts';
import { temporaryDataDir } from '../test/helpers/sample-index.ts';
import { anonymousCallers, load, type Caller } from './load.ts';
import { median, startProgram } from './program.ts';

const SITE = 'https://casa.example';
const SEARCH = '/wp-json/agentes/v1/search_pages?query=fontaneros&city=madrid';

/** So many that their quotas outlast the run. */
const CLIENTS = 8000;
const TOKENS = 1000;

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Fills the state with clients, some of them with a token; answers what they send. */
function registerClients(file: string): { readonly basic: readonly Caller[]; readonly bearer: readonly Caller[] } {
  using state = openState({ file, now: () => new Date() });
  const now = Math.floor(Date.now() / 1000);
  const ids = Array.from({ length: CLIENTS }, (_, n) => `cli_${n}`);
  for (const id of ids) {
    state.clients.add({
      id,
      secretHash: digest(`cqs_${id}`),
      name: null,
      contacts: [],
      scope: 'content:read quota:read',
      authMethod: 'client_secret_basic',
      registeredAt: now,
      activeAt: now,
    });
  }
  for (const clientId of ids.slice(0, TOKENS)) {
    const token = { hash: digest(`cqt_${clientId}`), clientId, scope: 'content:read quota:read', audience: [SITE] };
    state.tokens.add({ ...token, issuedAt: now, expiresAt: now + 3600 }, 50);
  }
  return {
    basic: ids.map((id) => ({
      Authorization: `Basic ${Buffer.from(`${id}:cqs_${id}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    })),
    bearer: ids.slice(0, TOKENS).map((id) => ({ Authorization: `Bearer cqt_${id}` })),
  };
}

/** Measures each way of calling in turn with its peer, `rounds` times. */
export async function run({ quick }: { readonly quick: boolean }): Promise<unknown> {
  const rounds = quick ? 1 : 5;
  const seconds = quick ? 2 : 4;
  const dir = await mkdtemp(join(tmpdir(), 'bench-'));
  await using data = await temporaryDataDir();
  await data.publish();
  const { basic, bearer } = registerClients(join(data.dir, 'state.db'));
  await using ours = await startProgram('../server/main.ts', [], {
    DATA_DIR: data.dir,
    PORT: '0',
    PUBLIC_URL: SITE,
    TRUST_PROXY: '127.0.0.1',
  });
  const bytes = join(dir, 'search.json');
  await writeFile(bytes, await (await fetch(ours.url + SEARCH)).text());
  await using peer = await startProgram('bare-polka.ts', [bytes]);

  const rows = [];
  for (const [caller, callersOf] of Object.entries({ anonymous: anonymousCallers, 'with a token': () => bearer })) {
    const turns = [];
    for (let round = 0; round < rounds; round++) {
      const callers = callersOf(round);
      turns.push({
        ours: await load(ours.url + SEARCH, seconds, callers),
        polka: await load(peer.url + SEARCH, seconds, callers),
      });
    }
    rows.push({
      caller,
      'requests/s': Math.round(median(turns.map((turn) => turn.ours.rps))),
      'p50 ms': median(turns.map((turn) => turn.ours.p50)),
      'p99 ms': median(turns.map((turn) => turn.ours.p99)),
      'bare Polka requests/s': Math.round(median(turns.map((turn) => turn.polka.rps))),
      ratio: Number(median(turns.map((turn) => turn.ours.rps / turn.polka.rps)).toFixed(3)),
    });
  }
  const grant = { method: 'POST', body: 'grant_type=client_credentials' } as const;
  const issued = await load(`${ours.url}/oauth/token`, quick ? 2 : 10, basic, grant);
  const tokens = { 'tokens issued/s': Math.round(issued.rps), 'p50 ms': issued.p50, 'p99 ms': issued.p99 };
  await rm(dir, { recursive: true });
  console.table(rows);
  console.table([tokens]);
  return { search_pages: rows, token_endpoint: tokens };
}
