import type { Database } from '../sqlite.ts';

/** A page read by an unfinished first sync. */
export type StoredReading = {
  readonly id: number;
  readonly seenLink: string;
  readonly seenModified: string;
  /** Unix milliseconds. */
  readonly readAt: number;
  /** JSON. */
  readonly value: string;
};

export function createReadingTable(db: Database) {
  const select = db.prepare<[{ id: number }], StoredReading>(`
    SELECT id, seen_link AS seenLink, seen_modified AS seenModified, read_at AS readAt, value
    FROM readings
    WHERE id = @id
  `);
  const replace = db.prepare<[StoredReading]>(`
    REPLACE INTO readings (id, seen_link, seen_modified, read_at, value)
    VALUES (@id, @seenLink, @seenModified, @readAt, @value)
  `);
  const deleteAll = db.prepare('DELETE FROM readings');

  return {
    find: (id: number): StoredReading | undefined => select.get({ id }),
    add: (reading: StoredReading): void => void replace.run(reading),
    clear: (): void => void deleteAll.run(),
  };
}
