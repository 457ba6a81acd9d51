import type { Database } from '../sqlite.ts';

/** Pages that vanished, with times, to detect slow loss. */
export type Losses = {
  readonly ids: readonly number[];
  /** Unix milliseconds. */
  readonly at: number;
  /** Earlier losses are deleted. */
  readonly since: number;
  /** The operator confirmed all earlier losses, which are deleted. */
  readonly confirmed: boolean;
};

/** Creates the table of recently vanished pages; pages that return are removed from it. */
export function createLossTable(db: Database) {
  const selectSince = db
    .prepare<[{ since: number }], number>(
      'SELECT id FROM losses WHERE lost_at >= @since AND id NOT IN (SELECT id FROM pages)',
    )
    .pluck();
  const insert = db.prepare<[{ id: number; at: number }]>('REPLACE INTO losses (id, lost_at) VALUES (@id, @at)');
  const forget = db.prepare<[{ since: number }]>(`
    DELETE FROM losses WHERE lost_at < @since OR id IN (SELECT id FROM pages)
  `);
  const clear = db.prepare('DELETE FROM losses');

  return {
    since: (since: number): readonly number[] => selectSince.all({ since }),
    add: ({ ids, at, since, confirmed }: Losses): void => {
      if (confirmed) clear.run();
      else for (const id of ids) insert.run({ id, at });
      forget.run({ since });
    },
  };
}
