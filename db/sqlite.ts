// better-sqlite3's only door. Every database of the project is opened here, with the pragmas its role needs.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import Sqlite from 'better-sqlite3';

export type Database = Sqlite.Database;

/** A database that the program writes while others read it: WAL, foreign keys, some patience with another writer. */
export function openWritable(file: string, patienceMs = 5000): Database {
  checkFormat(file);
  const db = new Sqlite(file, { timeout: patienceMs });
  return withPragmas(db, ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON']);
}

/** Closes the file again when the first look into it fails. */
function withPragmas(db: Database, pragmas: readonly string[]): Database {
  try {
    for (const pragma of pragmas) db.pragma(pragma);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether SQLite itself failed: the file, the disk, a lock. */
export function isSqliteError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError;
}

/** Whether the bytes of a file are wrong: it is no database, its structure is broken, or it holds other tables. */
export function isDamage(error: unknown): boolean {
  // Statements are the program's own, so one that SQLite does not understand finds other tables than were made.
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code);
}

/** Whether only writing failed, for now: the disk is full, the file read-only, or another process holds it. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|READONLY|BUSY)(?:_\w+)?$/.test(error.code);
}

/** Where a database says its format for writing, of which SQLite knows 1 and 2. */
const FORMAT_AT = 18;

/** Throws what is wrong with the bytes of a database, as far as SQLite's own check finds it. */
export function checkIntegrity(db: Database): void {
  const found = db.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all().join();
  if (found !== 'ok') throw new Sqlite.SqliteError(found.split('\n').at(-1) ?? found, 'SQLITE_CORRUPT');
}

/** SQLite takes a damaged file for one that it must not write, when its format for writing is above 2. */
function checkFormat(file: string): void {
  const format = headerByte(file, FORMAT_AT);
  if (format > 2) throw new Sqlite.SqliteError(`its format is ${format}`, 'SQLITE_NOTADB');
}

/** To be read before SQLite has the file open: closing it afterwards would take away SQLite's locks. */
function headerByte(file: string, position: number): number {
  if (!existsSync(file)) return 0;
  const handle = openSync(file, 'r');
  try {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, position);
    return byte.readUInt8();
  } finally {
    closeSync(handle);
  }
}

/** A database of a newer program: nothing is wrong with it, and this program must leave it alone. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(file: string, found: number, known: number) {
    const advice = 'a newer version of this program wrote it; run that version, or move the file away';
    super(`${file} has schema version ${found}; this program knows ${known}: ${advice}`);
  }
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
 * at each question. It is not mapped into memory: where a mapped file is cut short, by whoever, the process dies.
 */
export function openReadOnly(file: string): Database {
  const db = openToInspect(file);
  return withPragmas(db, ['query_only = ON', 'locking_mode = EXCLUSIVE', 'cache_size = -32768']);
}

/** A file that others may be writing, to look at and to leave as it is. */
export function openToInspect(file: string): Database {
  return new Sqlite(file, { readonly: true, fileMustExist: true });
}
