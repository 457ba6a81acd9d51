import assert from 'node:assert/strict';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openState } from '../../../db/state/open.ts';
import type { State } from '../../../db/state/state.ts';
import { openWritable } from '../../../db/sqlite.ts';
import { AppError } from '../../../shared/errors.ts';
import { behavesAsState, clientAt, tokenAt, type Stage } from './state-behaviour.ts';

const DAY = 86_400;
const HOUR = 3_600_000;

let dir: string;
let file: string;
let seconds: number;
let state: State;
const now = () => new Date(seconds * 1000);

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'state-'));
  file = join(dir, 'state.db');
  seconds = 1_800_000_000;
  state = openState({ file, now });
});
afterEach(async () => {
  await state[Symbol.asyncDispose]();
  await rm(dir, { recursive: true });
});

const addClient = (id: string) => state.clients.add(clientAt(seconds, id));

async function addToken(clientId: string, keep = 50): Promise<Buffer> {
  const token = tokenAt(seconds, clientId);
  await state.tokens.add(token, keep);
  return token.hash;
}

/** Rows that are really there, past their lifetime or not. */
function rows(): readonly number[] {
  using db = closing(openWritable(file));
  return ['clients', 'tokens', 'counters'].map(
    (table) => db.value.prepare<[], { n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n ?? 0,
  );
}

function closing(db: ReturnType<typeof openWritable>) {
  return { value: db, [Symbol.dispose]: () => db.close() };
}

describe('a state in SQLite', () => {
  behavesAsState(async (): Promise<Stage> => {
    return {
      state,
      seconds: () => seconds,
      advance: async (by) => {
        seconds += by;
      },
      setBack: (by) => {
        seconds -= by;
      },
      another: () => openState({ file, now }),
      [Symbol.asyncDispose]: async () => {},
    };
  });

  it('keeps the file, its WAL and its index from other users', async () => {
    await addClient('one');
    for (const name of ['', '-wal', '-shm']) assert.equal(statSync(file + name).mode & 0o777, 0o600, name);
  });

  it('finds everything again when it is opened anew', async () => {
    await addClient('one');
    const hash = await addToken('one');
    await state.counters.add('key', 1, HOUR);
    await state[Symbol.asyncDispose]();
    state = openState({ file, now });
    assert.deepEqual((await state.clients.find('one'))?.contacts, ['ops@example.com']);
    assert.equal((await state.tokens.find(hash))?.clientId, 'one');
    assert.deepEqual(await state.counters.add('key', 1, HOUR), { count: 2, msLeft: HOUR });
  });

  it('knows no row that is past its lifetime though it was not purged', async () => {
    await addClient('one');
    await addToken('one');
    await state.counters.add('key', 1, HOUR);
    seconds += 180 * DAY;
    assert.deepEqual([await state.clients.count(), await state.tokens.count()], [0, 0]);
    assert.equal(await state.counters.find('key'), undefined);
    assert.deepEqual(rows(), [1, 1, 1]);
  });

  it('purges rows in small batches, and nothing else', async () => {
    await addClient('idle');
    for (let n = 0; n < 500; n++) {
      await addToken('idle', 1000);
      await state.counters.add(`key ${n}`, 1, HOUR);
    }
    seconds += 3600;
    await addClient('fresh');
    await addToken('fresh');
    await state.counters.add('live', 1, HOUR);
    assert.deepEqual(rows(), [2, 501, 501]);
    assert.equal(await state.purge(), true);
    assert.deepEqual(rows(), [2, 301, 301]);
    while (await state.purge());
    assert.deepEqual(rows(), [2, 1, 1]);
    seconds += 180 * DAY - 3600;
    while (await state.purge());
    assert.deepEqual(rows(), [1, 0, 0]);
    assert.ok(await state.clients.find('fresh'));
  });

  it('says service_not_ready while the file cannot be reached, and goes on when it can', async () => {
    await state[Symbol.asyncDispose]();
    await rm(dir, { recursive: true });
    writeFileSync(dir, '');
    const unreachable = (error: unknown) =>
      error instanceof AppError && error.code === 'service_not_ready' && error.retryAfter === 5;
    await assert.rejects(state.clients.count(), unreachable);
    assert.equal(await state.isReachable(), false);
    await rm(dir);
    assert.equal(await state.clients.count(), 0);
  });

  it('says service_not_ready when the file is no database, or somebody holds it', async () => {
    await state[Symbol.asyncDispose]();
    writeFileSync(file, 'a text that is not a database, long enough to be read as one. '.repeat(20));
    await assert.rejects(state.clients.count(), { code: 'service_not_ready' });
    writeFileSync(file, '');
    await addClient('one');
    using other = closing(openWritable(file));
    other.value.exec('BEGIN IMMEDIATE');
    assert.equal(await state.clients.count(), 1);
    await assert.rejects(addToken('one'), { code: 'service_not_ready' });
    other.value.exec('ROLLBACK');
    assert.ok(await state.tokens.find(await addToken('one')));
  });

  it('answers for one of several sites without making a file, until there is something to keep in it', async () => {
    const folder = join(dir, 'one');
    await mkdir(folder);
    const files = () => readdirSync(folder);
    await using own = openState({ file: join(folder, 'state.db'), site: 'one', now });
    const { clients, tokens, counters } = own;
    const hash = Buffer.alloc(32);
    assert.deepEqual(
      await Promise.all([
        clients.hasRoom(),
        clients.find('x'),
        clients.summaries(),
        clients.summary('x'),
        clients.remove('x'),
        clients.count(),
        clients.countNew(),
        tokens.add(tokenAt(seconds, 'x'), 1),
        tokens.find(hash),
        tokens.remove(hash, 'x'),
        tokens.removeOfClient('x'),
        tokens.count(),
        counters.find('key'),
        own.isReachable(),
        own.purge(),
      ]),
      [true, undefined, [], undefined, false, 0, 0, false, undefined, false, 0, 0, undefined, true, false],
    );
    await own.ledger.add('2026-11-22', new Map([['["read","/"]', 1]]), 1);
    assert.deepEqual(
      files().filter((name) => name.startsWith('state')),
      [],
    );
    await clients.add(clientAt(seconds, 'x'));
    assert.equal((await clients.find('x'))?.id, 'x');
    assert.ok(files().includes('state.db'));
  });

  it('says service_not_ready where the folder of one of several sites is gone, and makes none', async () => {
    const folder = join(dir, 'gone');
    await using own = openState({ file: join(folder, 'state.db'), site: 'gone', now });
    await assert.rejects(own.tokens.find(Buffer.alloc(32)), { code: 'service_not_ready' });
    await assert.rejects(own.clients.hasRoom(), { code: 'service_not_ready' });
    assert.equal(await own.isReachable(), false);
    assert.deepEqual(readdirSync(dir), []);
  });

  it('waits for another process that is writing', async () => {
    await addClient('one');
    using other = closing(openWritable(file));
    other.value.exec('BEGIN IMMEDIATE');
    const added = addToken('one');
    other.value.exec('COMMIT');
    assert.ok(await state.tokens.find(await added));
  });

  it('refuses the file of a newer program', async () => {
    await state.clients.count();
    await state[Symbol.asyncDispose]();
    using other = closing(openWritable(file));
    other.value.pragma('user_version = 999');
    await assert.rejects(state.clients.count(), (error: AppError) => {
      assert.equal(error.code, 'service_not_ready');
      return /schema version 999; this program knows/.test((error.cause as Error).message);
    });
  });
});
