import type { Database } from '../sqlite.ts';

/** Who may write the mirror, and when it last said that it is alive. */
export type LeaseRow = { readonly owner: string; readonly beatenAt: number };

/** The row that says who may write the mirror. */
export function createLeaseTable(db: Database) {
  const select = db.prepare<[], LeaseRow>(`SELECT owner, beaten_at AS beatenAt FROM lease WHERE name = 'sync'`);
  const replace = db.prepare<[LeaseRow]>(`
    REPLACE INTO lease (name, owner, beaten_at) VALUES ('sync', @owner, @beatenAt)
  `);
  const update = db.prepare<[LeaseRow]>(`
    UPDATE lease SET beaten_at = @beatenAt WHERE name = 'sync' AND owner = @owner
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
    /** Writes `mine` when `isFree` says so of what is there; otherwise answers who holds it. */
    take: (mine: LeaseRow, isFree: (held: LeaseRow | undefined) => boolean) => take.immediate(mine, isFree),
    /** Whether the lease was still `mine`. */
    beat: (mine: LeaseRow) => update.run(mine).changes === 1,
    release: (owner: string) => void remove.run({ owner }),
  };
}
export type LeaseTable = ReturnType<typeof createLeaseTable>;
