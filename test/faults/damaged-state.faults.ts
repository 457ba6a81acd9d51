import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openWritable } from '../../db/sqlite.ts';
import { openState } from '../../db/state/open.ts';
import { STATE_SCHEMA_VERSION } from '../../db/state/sqlite/database.ts';
import { AppError } from '../../shared/errors.ts';
import { clientAt, tokenAt } from '../db/state/state-behaviour.ts';
import { identified, newClient, newToken } from '../helpers/oauth.ts';
import { jsonOf, runServer } from '../helpers/running-server.ts';
import { temporaryDataDir } from '../helpers/sample-index.ts';
import { seeded } from '../helpers/seeded.ts';
import { temporaryDir } from './temporary-dir.ts';

const SEED = Number(process.env['FLIPS_SEED'] ?? 20_261_121);
const FLIPS = 240;
const SECONDS = 1_800_000_000;
const now = () => new Date(SECONDS * 1000);

/** A state with clients, tokens and counters, as its file is on the disk. */
async function filledState() {
  const { dir, ...rest } = await temporaryDir('damaged-state-');
  const file = join(dir, 'state.db');
  {
    await using state = openState({ file, now });
    for (let n = 0; n < 40; n++) {
      await state.clients.add(clientAt(SECONDS, `cli_${n}`, { name: `Cliente ${n}` }));
      for (let count = 0; count < 5; count++) await state.tokens.add(tokenAt(SECONDS, `cli_${n}`), 50);
      await state.counters.add(`key ${n}`, 1, 60_000);
    }
  }
  const sound = readFileSync(file);
  return {
    dir,
    file,
    sound,
    write: (bytes: Buffer) => {
      for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
      writeFileSync(file, bytes);
    },
    aside: () => readdirSync(dir).filter((name) => name.startsWith('state.db.damaged-')),
    ...rest,
  };
}

/** Uses a state as a server does: reads, registers, issues a token, counts. */
async function exercise(file: string) {
  const damages: string[] = [];
  await using state = openState({ file, now, onDamage: ({ aside }) => damages.push(aside ?? '') });
  const before = await state.clients.count();
  for (let n = 0; n < 40; n++) await state.clients.find(`cli_${n}`);
  await state.clients.add(clientAt(SECONDS, 'cli_new'));
  assert.equal(await state.tokens.add(tokenAt(SECONDS, 'cli_new'), 50), true);
  await state.counters.add('key', 1, 60_000);
  while (await state.purge());
  assert.equal((await state.clients.find('cli_new'))?.id, 'cli_new');
  return { damages, before };
}

describe('a damaged state.db', () => {
  it(`never stops the service, in ${FLIPS} flipped bits (seed ${SEED})`, async (t) => {
    await using one = await filledState();
    const random = seeded(SEED);
    const tally = { aside: 0, kept: 0, refused: 0 };
    for (let count = 0; count < FLIPS; count++) {
      const bytes = Buffer.from(one.sound);
      const at = Math.floor(random() * (count % 4 === 0 ? 100 : bytes.length));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      one.write(bytes);
      try {
        const { damages } = await exercise(one.file);
        tally[damages.length > 0 ? 'aside' : 'kept'] += 1;
      } catch (error) {
        assert.ok(error instanceof AppError, `byte ${at}: ${String(error)}`);
        assert.match(String(error.cause), /schema version -?\d+; this program knows/, `byte ${at}`);
        tally.refused += 1;
      }
    }
    t.diagnostic(
      `${FLIPS} flips: ${tally.aside} files moved aside for new ones, ${tally.kept} of no consequence to others, ` +
        `${tally.refused} taken for a newer program's`,
    );
    assert.ok(tally.aside > 0 && tally.kept > 0);
  });

  it('is moved aside when it is cut short, garbage, or beside a WAL that is not its own', async () => {
    await using one = await filledState();
    const foreignWal = (): void => {
      one.write(one.sound);
      const other = openWritable(one.file);
      other.exec('DELETE FROM clients; VACUUM');
      copyFileSync(`${one.file}-wal`, join(one.dir, 'kept-wal'));
      other.close();
      one.write(one.sound.subarray(0, one.sound.length - 8192));
      copyFileSync(join(one.dir, 'kept-wal'), `${one.file}-wal`);
    };
    const damages: Readonly<Record<string, () => void>> = {
      'half of it': () => one.write(one.sound.subarray(0, one.sound.length >> 1)),
      'one byte less': () => one.write(one.sound.subarray(0, -1)),
      'less than a header': () => one.write(one.sound.subarray(0, 50)),
      garbage: () => one.write(Buffer.alloc(16_384, 'no database ')),
      'garbage after the header': () => one.write(Buffer.concat([one.sound.subarray(0, 100), Buffer.alloc(20_000, 9)])),
      'no tables': () => {
        one.write(one.sound);
        const db = openWritable(one.file);
        db.exec('DROP TABLE tokens');
        db.close();
      },
      'a foreign WAL': foreignWal,
    };
    for (const [damage, inflict] of Object.entries(damages)) {
      inflict();
      const { damages: reported, before } = await exercise(one.file);
      if (damage === 'a foreign WAL') {
        assert.ok(reported.length > 0 || before === 0, damage);
        continue;
      }
      assert.equal(reported.length, 1, damage);
      assert.ok(existsSync(reported[0] ?? ''), damage);
      assert.equal(statSync(one.file).mode & 0o777, 0o600);
      for (const name of one.aside()) rmSync(join(one.dir, name));
    }
  });

  it('that is garbage in its WAL loses no more than the WAL held', async () => {
    await using one = await filledState();
    one.write(one.sound);
    writeFileSync(`${one.file}-wal`, Buffer.alloc(50_000, 'leftover'));
    const { damages, before } = await exercise(one.file);
    assert.deepEqual([damages, before], [[], 40]);
  });

  it('is no state for the commands of an operator, who is told so and loses nothing', async () => {
    await using one = await filledState();
    one.write(Buffer.alloc(16_384, 'no database '));
    await using state = openState({ file: one.file, now });
    await assert.rejects(state.clients.summaries(), { code: 'service_not_ready' });
    assert.deepEqual(one.aside(), []);
  });
});

describe('a running server', () => {
  it('tells in its log that state.db was damaged and where it is; readers notice nothing, clients register again', async () => {
    const lines: string[] = [];
    await using data = await temporaryDataDir();
    await data.publish();
    const { headers } = await (async () => {
      await using before = await runServer({ dataDir: data.dir, content: false });
      return await identified(before);
    })();
    writeFileSync(join(data.dir, 'state.db'), Buffer.alloc(16_384, 'no database '));
    const logTo = { write: (line: string) => lines.push(line) };
    await using server = await runServer({ dataDir: data.dir, content: false, logTo });
    assert.equal((await server.get('/read_page?url=/')).status, 200);
    assert.equal((await server.get('/quota', { headers })).status, 401);
    await newToken(server, await newClient(server));
    const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'server.state.damaged');
    assert.equal(logged.length, 1);
    assert.equal(logged[0].level, 'error');
    assert.match(logged[0].aside, /state\.db\.damaged-/);
    assert.equal(logged[0].hint, 'Clients must register again');
  });

  it('finds out that its file was moved away or replaced, and writes to the one that is there', async () => {
    await using server = await runServer();
    const { headers } = await identified(server);
    const file = join(server.data.dir, 'state.db');
    await using other = await runServer({ dataDir: server.data.dir, content: false });
    renameSync(file, `${file}.elsewhere`);
    const { headers: later } = await identified(other);
    for (const one of [server, other]) {
      assert.equal((await one.get('/quota', { headers: later })).status, 200);
      assert.equal((await one.get('/quota', { headers })).status, 401);
    }
    const { client_id: id } = await newClient(server);
    await using state = openState({ file, now: () => new Date() });
    assert.ok(await state.clients.find(id));
  });

  it('leaves the state of a newer program alone, serves without it, and uses it when it can', async () => {
    await using server = await runServer();
    const { headers } = await identified(server);
    const file = join(server.data.dir, 'state.db');
    const setVersion = (version: number): void => {
      const db = openWritable(file);
      db.pragma(`user_version = ${version}`);
      db.close();
    };
    setVersion(99);
    const lines: string[] = [];
    const logTo = { write: (line: string) => lines.push(line) };
    await using older = await runServer({ dataDir: server.data.dir, content: false, logTo });
    assert.match(lines.join(''), /server\.state\.unreachable/);
    assert.match(
      lines.join(''),
      new RegExp(`schema version 99; this program knows ${STATE_SCHEMA_VERSION}: a newer version`),
    );
    const refused = await older.get('/quota', { headers });
    assert.deepEqual([refused.status, (await jsonOf(refused)).code], [500, 'service_not_ready']);
    assert.equal((await older.get('/read_page?url=/')).status, 200);
    assert.equal((await fetch(`${older.url}/readyz`)).status, 503);
    setVersion(STATE_SCHEMA_VERSION);
    assert.equal((await older.get('/quota', { headers })).status, 200);
  });
});
