import type { Database } from '../../sqlite.ts';
import type { Counter } from '../state.ts';

type Row = { readonly count: number; readonly endsAt: number };

/**
 * Prepares the statements on fixed-window counters; the first count of a key starts its window. Times are Unix
 * milliseconds.
 */
export function createCounters(db: Database) {
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
