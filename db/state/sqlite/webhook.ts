import type { Database } from '../../sqlite.ts';

/** Prepares the statements on lease and record of the webhook. Times are Unix milliseconds. */
export function createWebhook(db: Database) {
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
