import type { Database } from '../sqlite.ts';

/** Pages that vanished, and when: what slow erosion is recognised by. */
export type Losses = {
  readonly ids: readonly number[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Earlier losses than this are forgotten. */
  readonly since: number;
  /** All earlier losses are forgotten, because somebody confirmed them. */
  readonly confirmed: boolean;
};

/** The table of the pages that vanished lately; one that is mirrored again is not lost. */
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
