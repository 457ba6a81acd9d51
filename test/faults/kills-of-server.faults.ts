import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { checksumOf } from '../../db/index/generations.ts';
import { runProgram } from '../helpers/program.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { seeded } from '../helpers/seeded.ts';
import { createClientsAtWork } from './clients-at-work.ts';
import { compiledOnce } from './temporary-dir.ts';

const SEED = Number(process.env['KILLS_SEED'] ?? 20_261_121);
const KILLS = Number(process.env['KILLS'] ?? 200);
/** Data directories whose servers are killed at the same time. */
const WORKERS = 2;

/** Most milliseconds that a server has to open before it is killed. */
const LONGEST_OPENING = 700;
/** Most confirmations of a server before it is killed, and most milliseconds that it goes on after them. */
const MOST_CONFIRMED = 20;
const LONGEST_AFTER = 15;
const PUBLISH_EVERY = 10;

describe('a server that is killed at any moment', () => {
  it(`loses nothing that it confirmed in ${KILLS} kills, and serves at the next start (seed ${SEED})`, async (t) => {
    await using compiled = await compiledOnce();
    const tally = { kills: 0, opening: 0, clients: 0, tokens: 0, revoked: 0, reads: 0 };

    async function worker(number: number): Promise<void> {
      const random = seeded(SEED + number);
      const clients = createClientsAtWork();
      await using data = await temporaryDataDir();
      await data.publish();
      const env = { DATA_DIR: data.dir, PORT: '0', TRUST_PROXY: '127.0.0.1', ...compiled.env };
      for (let round = 1; tally.kills < KILLS; round++) {
        if (round % PUBLISH_EVERY === 0) await data.publish();
        await using program = runProgram('server/main.ts', env);
        const explain = (error: unknown) =>
          assert.fail(`worker ${number}, round ${round}: ${String(error)}\n${program.output()}`);
        if (random() < 1 / 3) {
          await once(program.child, 'spawn');
          await wait(random() * LONGEST_OPENING);
          program.child.kill('SIGKILL');
          tally.opening += 1;
        } else {
          const [, url = ''] = await program.printed(/"url":"([^"]+)"/);
          await clients.proveServing({ url }).catch(explain);
          const stop = new AbortController();
          const work = clients.work({ url }, stop.signal);
          await Promise.race([clients.confirmed(Math.floor(random() * MOST_CONFIRMED)), work]);
          await wait(random() * LONGEST_AFTER);
          program.child.kill('SIGKILL');
          stop.abort();
          await work;
        }
        if ((await program.ended).signal !== 'SIGKILL') explain('it ended by itself');
        tally.kills += 1;
        await clients.proveKept(data.dir).catch(explain);
      }
      const live = await data.generations.current();
      assert.ok(live);
      assert.equal(await checksumOf(data.generations.pathOf(live)), live.sha256);
      for (const [name, count] of Object.entries(clients.counts())) tally[name as keyof typeof tally] += count;
    }

    await Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)));
    t.diagnostic(`${tally.kills} kills, ${tally.opening} of them while the server opened`);
    t.diagnostic(
      `nothing lost of ${tally.clients} clients and ${tally.tokens} tokens; ` +
        `${tally.revoked} revocations hold; ${tally.reads} reads were answered`,
    );
    assert.ok(tally.clients > KILLS / 10 && tally.tokens > 0 && tally.revoked > 0);
  });
});
