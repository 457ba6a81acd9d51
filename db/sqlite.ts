// better-sqlite3's only door. Every database of the project is opened here, with the pragmas its role needs.
import Sqlite from 'better-sqlite3';

export type Database = Sqlite.Database;

/** A database that the program writes while others read it: WAL, foreign keys, some patience with another writer. */
export function openWritable(file: string, patienceMs = 5000): Database {
  const db = new Sqlite(file, { timeout: patienceMs });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  return db;
}

/** Whether SQLite itself failed: the file, the disk, a lock. */
export function isSqliteError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError;
}

/** A file that nobody else sees yet; it is synced to disk when it is finished, not before. */
export function openScratch(file: string): Database {
  const db = new Sqlite(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  return db;
}

/**
 * A finished file that nobody will ever write again. SQLite's `immutable=1` can only be said in a URI name, and this
 * build of SQLite does not read those; keeping the shared lock saves the same work: no locking and no look for changes
 * at each question.
 */
export function openReadOnly(file: string): Database {
  const db = new Sqlite(file, { readonly: true, fileMustExist: true });
  db.pragma('query_only = ON');
  db.pragma('locking_mode = EXCLUSIVE');
  db.pragma('mmap_size = 2147418112');
  return db;
}

/** A file that others may be writing, to look at and to leave as it is. */
export function openToInspect(file: string): Database {
  return new Sqlite(file, { readonly: true, fileMustExist: true });
}
