import type { Database } from '../../sqlite.ts';
import type { Counter } from '../state.ts';
import { createClients } from './clients.ts';
import { createTokens } from './tokens.ts';

/** Prepares all statements on the state. */
export function createTables(db: Database) {
  return {
    clients: createClients(db),
    tokens: createTokens(db),
    counters: createCounters(db),
    keys: createKeys(db),
    webhook: createWebhook(db),
  };
}

type Row = { readonly count: number; readonly endsAt: number };

// Fixed-window counters; the first count of a key starts its window. Times are Unix milliseconds.
function createCounters(db: Database) {
  // A clock that was set back must not extend a window.
  const add = db.prepare<[{ key: string; points: number; now: number; ends: number }], Row>(`
    INSERT INTO counters (key, count, ends_at)
    VALUES (@key, @points, @ends)
    ON CONFLICT (key) DO UPDATE SET
      count = CASE WHEN ends_at > @now THEN count + @points ELSE @points END,
      ends_at = CASE WHEN ends_at > @now THEN MIN(ends_at, @ends) ELSE @ends END
    RETURNING count, ends_at AS endsAt
  `);
  const select = db.prepare<[{ key: string; now: number }], Row>(`
    SELECT count, ends_at AS endsAt FROM counters WHERE key = @key AND ends_at > @now
  `);
  const removeEnded = db.prepare<[{ now: number; batch: number }]>(`
    DELETE FROM counters WHERE key IN (SELECT key FROM counters WHERE ends_at <= @now LIMIT @batch)
  `);
  const counter = (row: Row | undefined, now: number): Counter | undefined =>
    row && { count: row.count, msLeft: row.endsAt - now };

  return {
    add: (key: string, points: number, windowMs: number, now: number) =>
      counter(add.get({ key, points, now, ends: now + windowMs }), now) ?? { count: points, msLeft: windowMs },
    find: (key: string, now: number) => counter(select.get({ key, now }), now),
    removeEnded: (now: number, batch: number) => removeEnded.run({ now, batch }).changes,
  };
}

const SIGNING = 'signing';

function createKeys(db: Database) {
  const insert = db.prepare<[{ name: string; value: Buffer }]>('INSERT OR IGNORE INTO keys VALUES (@name, @value)');
  const select = db.prepare<[{ name: string }], Buffer>('SELECT value FROM keys WHERE name = @name').pluck();

  return {
    signingKey(candidate: Buffer): Buffer {
      const known = select.get({ name: SIGNING });
      if (known) return known;
      insert.run({ name: SIGNING, value: candidate });
      return select.get({ name: SIGNING }) ?? candidate;
    },
  };
}

// Lease and record of the webhook. Times are Unix milliseconds.
function createWebhook(db: Database) {
  // A lease that ends later than a new one was taken before the clock was set back.
  const claim = db.prepare<[{ holder: string; now: number; until: number }], { readonly record: string | null }>(`
    INSERT INTO webhook (id, holder, held_until) VALUES (1, @holder, @until)
    ON CONFLICT (id) DO UPDATE SET holder = @holder, held_until = @until
    WHERE holder = @holder OR held_until <= @now OR held_until > @until
    RETURNING record
  `);
  const store = db.prepare<[{ holder: string; record: string; until: number }]>(`
    UPDATE webhook SET record = @record, held_until = @until WHERE id = 1 AND holder = @holder
  `);

  return {
    claim(holder: string, leaseMs: number, now: number) {
      const row = claim.get({ holder, now, until: now + leaseMs });
      return row && { record: row.record ?? undefined };
    },
    store: (holder: string, record: string, leaseMs: number, now: number): boolean =>
      store.run({ holder, record, until: now + leaseMs }).changes === 1,
  };
}
