import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { checksumOf } from '../../db/generations.ts';
import { openWritable, checkIntegrity } from '../../db/sqlite.ts';
import { openState } from '../../db/state/open.ts';
import { newClient, newToken, postForm, type Registered } from '../helpers/oauth.ts';
import { runProgram } from '../helpers/program.ts';
import { API } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { seeded } from '../helpers/seeded.ts';
import { compiledOnce } from './temporary-dir.ts';

const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_121);
const KILLS = Number(process.env['KILLS'] ?? 200);
/** Data directories whose servers are killed at the same time. */
const LANES = 2;

/** How long a server is let work, and how long it may take to open, before it is killed; in milliseconds. */
const LONGEST_WORK = 250;
const LONGEST_OPENING = 700;

/** What clients were told with 2xx, and so must hold for ever. */
function createLedger() {
  return {
    clients: new Map<string, Registered>(),
    tokens: new Map<string, string>(),
    revoked: new Set<string>(),
  };
}
type Ledger = ReturnType<typeof createLedger>;

const digest = (secret: string) => createHash('sha256').update(secret).digest();

describe('a server that is killed at any moment', () => {
  it(`loses nothing that it confirmed in ${KILLS} kills, and serves at the next start (seed ${SEED})`, async (t) => {
    await using compiled = await compiledOnce();
    const tally = { kills: 0, opening: 0, clients: 0, tokens: 0, revoked: 0, reads: 0, unanswered: 0 };

    async function lane(number: number): Promise<void> {
      const random = seeded(SEED + number);
      const ledger = createLedger();
      await using data = await temporaryDataDir();
      await data.publish();
      const env = { DATA_DIR: data.dir, PORT: '0', TRUST_PROXY: '127.0.0.1', ...compiled.env };
      for (let round = 1; tally.kills < KILLS; round++) {
        const where = `lane ${number}, round ${round}`;
        if (round % 10 === 0) await data.publish();
        await using program = runProgram('server/main.ts', env);
        if (random() < 1 / 3) {
          await once(program.child, 'spawn');
          await wait(random() * LONGEST_OPENING);
          tally.opening += 1;
        } else {
          const [, url = ''] = await program.printed(/"url":"([^"]+)"/);
          await proveServing(url, ledger).catch((error: unknown) =>
            assert.fail(`${where}: ${String(error)}\n${program.output()}`),
          );
          const stop = new AbortController();
          const work = [read, register, spend, throttle].map((one) => one({ url }, ledger, stop.signal));
          await wait(random() * LONGEST_WORK);
          program.child.kill('SIGKILL');
          stop.abort();
          tally.unanswered += (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected').length;
        }
        program.child.kill('SIGKILL');
        assert.equal((await program.ended).signal, 'SIGKILL', `${where}: ${program.output()}`);
        tally.kills += 1;
        await proveKept(data.dir, ledger).catch((error: unknown) => assert.fail(`${where}: ${String(error)}`));
      }
      const live = await data.generations.current();
      assert.equal(live && (await checksumOf(data.generations.pathOf(live))), live?.sha256);
      tally.clients += ledger.clients.size;
      tally.tokens += ledger.tokens.size;
      tally.revoked += ledger.revoked.size;
    }

    type Server = { readonly url: string };
    let addresses = 0;
    const ask = (url: string, headers: Record<string, string> = {}) =>
      fetch(url, {
        headers: { 'X-Forwarded-For': `198.18.${(addresses >> 8) & 255}.${addresses++ & 255}`, ...headers },
      });

    async function proveServing(url: string, { clients, tokens }: Ledger): Promise<void> {
      assert.equal((await ask(`${url}${API}/search_pages?query=fontaneros`)).status, 200);
      const token = [...tokens.keys()].at(-1);
      if (token !== undefined) {
        const answer = await ask(`${url}${API}/quota`, { Authorization: `Bearer ${token}` });
        assert.equal(answer.status, 200, 'an old token');
      }
      const client = [...clients.values()].at(-1);
      if (client) await newToken({ url }, client);
    }

    async function read({ url }: Server, _ledger: Ledger, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const answer = await ask(`${url}${API}/read_page?url=/madrid/fontaneria`);
        assert.equal(answer.status, 200);
        await answer.arrayBuffer();
        tally.reads += 1;
      }
    }

    async function register(server: Server, { clients }: Ledger, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const client = await newClient(server);
        clients.set(client.client_id, client);
      }
    }

    /** Gets tokens, and gives some of them back. */
    async function spend(server: Server, ledger: Ledger, signal: AbortSignal): Promise<void> {
      const client = await newClient(server);
      ledger.clients.set(client.client_id, client);
      // No more than a client may ask for in a minute.
      for (let count = 0; count < 25 && !signal.aborted; count++) {
        const token = await newToken(server, client);
        if (count % 3 > 0) {
          ledger.tokens.set(token, client.client_id);
          continue;
        }
        const answer = await postForm(server, '/oauth/revoke', { token }, { client });
        if (answer.ok) ledger.revoked.add(token);
      }
    }

    /** Counts in the state: each failed authentication does. */
    async function throttle(server: Server, _ledger: Ledger, signal: AbortSignal): Promise<void> {
      const nobody = { client_id: 'cli_nobody', client_secret: 'wrong' };
      while (!signal.aborted) {
        await postForm(server, '/oauth/token', { grant_type: 'client_credentials' }, { client: nobody });
      }
    }

    async function proveKept(dir: string, ledger: Ledger): Promise<void> {
      const file = join(dir, 'state.db');
      const db = openWritable(file);
      checkIntegrity(db);
      db.close();
      await using state = openState({ file, now: () => new Date() });
      for (const { client_id: id, client_secret: secret } of ledger.clients.values()) {
        assert.deepEqual((await state.clients.find(id))?.secretHash, digest(secret), `client ${id}`);
      }
      for (const [token, clientId] of ledger.tokens) {
        assert.equal((await state.tokens.find(digest(token)))?.clientId, clientId, `a token of ${clientId}`);
      }
      for (const token of ledger.revoked) assert.equal(await state.tokens.find(digest(token)), undefined, 'revoked');
    }

    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
    t.diagnostic(`${tally.kills} kills, ${tally.opening} of them while the server opened`);
    t.diagnostic(
      `nothing lost of ${tally.clients} clients and ${tally.tokens} tokens; ${tally.revoked} revocations hold; ` +
        `${tally.reads} reads were answered, ${tally.unanswered} workers were cut off`,
    );
    assert.ok(tally.clients > KILLS / 10 && tally.tokens > 0 && tally.revoked > 0);
  });
});
