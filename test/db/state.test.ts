import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openState, type State } from '../../db/state.ts';
import { openWritable } from '../../db/sqlite.ts';
import { AppError } from '../../shared/errors.ts';

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
  state[Symbol.dispose]();
  await rm(dir, { recursive: true });
});

function addClient(id: string): void {
  state.clients.add({
    id,
    secretHash: Buffer.alloc(32, 1),
    name: null,
    contacts: ['ops@example.com'],
    scope: 'content:read',
    authMethod: 'client_secret_basic',
    registeredAt: seconds,
    activeAt: seconds,
  });
}

let serial = 0;
function addToken(clientId: string, lifetime = 3600, keep = 50): Buffer {
  const hash = Buffer.alloc(32);
  hash.writeUInt32BE((serial += 1));
  const token = { hash, clientId, scope: 'content:read', audience: ['https://x.example'] };
  state.tokens.add({ ...token, issuedAt: seconds, expiresAt: seconds + lifetime }, keep);
  return hash;
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

describe('openState', () => {
  it('keeps the file, its WAL and its index from other users', () => {
    addClient('one');
    for (const name of ['', '-wal', '-shm']) assert.equal(statSync(file + name).mode & 0o777, 0o600, name);
  });

  it('finds everything again when it is opened anew', () => {
    addClient('one');
    const hash = addToken('one');
    state.counters.add('key', 1, HOUR);
    state[Symbol.dispose]();
    state = openState({ file, now });
    assert.deepEqual(state.clients.find('one')?.contacts, ['ops@example.com']);
    assert.equal(state.tokens.find(hash)?.clientId, 'one');
    assert.deepEqual(state.counters.add('key', 1, HOUR), { count: 2, msLeft: HOUR });
  });

  it('does not know what is past its lifetime, purged or not', () => {
    addClient('one');
    const hash = addToken('one');
    state.counters.add('key', 1, HOUR);
    seconds += 3600;
    assert.equal(state.tokens.find(hash), undefined);
    assert.equal(state.tokens.count(), 0);
    assert.equal(state.counters.find('key'), undefined);
    seconds += 180 * DAY;
    assert.equal(state.clients.find('one'), undefined);
    assert.deepEqual([state.clients.count(), state.clients.summaries()], [0, []]);
    assert.deepEqual(rows(), [1, 1, 1]);
  });

  it('purges it in small batches, and nothing else', () => {
    addClient('idle');
    for (let n = 0; n < 500; n++) {
      addToken('idle', 3600, 1000);
      state.counters.add(`key ${n}`, 1, HOUR);
    }
    seconds += 3600;
    addClient('fresh');
    addToken('fresh');
    state.counters.add('live', 1, HOUR);
    assert.deepEqual(rows(), [2, 501, 501]);
    assert.equal(state.purge(), true);
    assert.deepEqual(rows(), [2, 301, 301]);
    while (state.purge());
    assert.deepEqual(rows(), [2, 1, 1]);
    seconds += 180 * DAY - 3600;
    while (state.purge());
    assert.deepEqual(rows(), [1, 0, 0]);
    assert.ok(state.clients.find('fresh'));
  });

  it('removes a client together with its tokens, and issues none to it any more', () => {
    addClient('one');
    const hash = addToken('one');
    assert.equal(state.clients.remove('one'), true);
    assert.equal(state.tokens.find(hash), undefined);
    const token = { hash: Buffer.alloc(32, 9), clientId: 'one', scope: '', audience: [] };
    assert.equal(state.tokens.add({ ...token, issuedAt: seconds, expiresAt: seconds + 1 }, 50), false);
  });

  it('never makes a window longer than it is, though the clock be set back', () => {
    state.counters.add('key', 1, HOUR);
    seconds -= DAY;
    assert.deepEqual(state.counters.add('key', 1, HOUR), { count: 2, msLeft: HOUR });
    seconds += 3600;
    assert.deepEqual(state.counters.add('key', 1, HOUR), { count: 1, msLeft: HOUR });
  });

  it('says service_not_ready while the file cannot be reached, and goes on when it can', async () => {
    state[Symbol.dispose]();
    await rm(dir, { recursive: true });
    writeFileSync(dir, '');
    const unreachable = (error: unknown) =>
      error instanceof AppError && error.code === 'service_not_ready' && error.retryAfter === 5;
    assert.throws(() => state.clients.count(), unreachable);
    await rm(dir);
    assert.equal(state.clients.count(), 0);
  });

  it('says service_not_ready when the file is no database, or somebody holds it', () => {
    state[Symbol.dispose]();
    writeFileSync(file, 'a text that is not a database, long enough to be read as one. '.repeat(20));
    assert.throws(() => state.clients.count(), { code: 'service_not_ready' });
    writeFileSync(file, '');
    addClient('one');
    using other = closing(openWritable(file));
    other.value.exec('BEGIN IMMEDIATE');
    assert.equal(state.clients.count(), 1);
    assert.throws(() => addToken('one'), { code: 'service_not_ready' });
    other.value.exec('ROLLBACK');
    assert.ok(state.tokens.find(addToken('one')));
  });

  it('refuses the file of a newer program', () => {
    state.clients.count();
    state[Symbol.dispose]();
    using other = closing(openWritable(file));
    other.value.pragma('user_version = 999');
    assert.throws(() => state.clients.count(), /schema version 999; this program knows/);
  });
});
