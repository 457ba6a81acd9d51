import type { Database } from '../sqlite.ts';

/** Holder of the lease, and the last renewal in Unix milliseconds. */
export type LeaseRow = { readonly owner: string; readonly renewedAt: number };

/** Prepares the statements on the lease of the mirror, a single row. */
export function createLeaseTable(db: Database) {
  const select = db.prepare<[], LeaseRow>(`SELECT owner, beaten_at AS renewedAt FROM lease WHERE name = 'sync'`);
  const replace = db.prepare<[LeaseRow]>(`
    REPLACE INTO lease (name, owner, beaten_at) VALUES ('sync', @owner, @renewedAt)
  `);
  const update = db.prepare<[LeaseRow]>(`
    UPDATE lease SET beaten_at = @renewedAt WHERE name = 'sync' AND owner = @owner
  `);
  const remove = db.prepare<[{ owner: string }]>(`DELETE FROM lease WHERE name = 'sync' AND owner = @owner`);

  const take = db.transaction((mine: LeaseRow, isFree: (held: LeaseRow | undefined) => boolean) => {
    const held = select.get();
    if (!isFree(held)) return held;
    replace.run(mine);
    return undefined;
  });

  return {
    holder: () => select.get(),
    /** Compares and sets: writes `mine` if `isFree` accepts the current row, otherwise returns that row. */
    take: (mine: LeaseRow, isFree: (held: LeaseRow | undefined) => boolean) => take.immediate(mine, isFree),
    /** Returns false if the lease is no longer `mine`. */
    renew: (mine: LeaseRow) => update.run(mine).changes === 1,
    release: (owner: string) => void remove.run({ owner }),
  };
}
export type LeaseTable = ReturnType<typeof createLeaseTable>;
