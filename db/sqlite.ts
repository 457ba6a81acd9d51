// better-sqlite3's only door. Every database of the project is opened here, with the pragmas its role needs.
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { giveToOwnerOf } from '../shared/directories.ts';
import { requireRegularFile } from '../shared/regular-file.ts';

export type Database = Sqlite.Database;

/** Opens a database to write while others read it: WAL, foreign keys, and a busy timeout for another writer. */
export function openWritable(file: string, busyTimeoutMs = 5000): Database {
  checkWriteVersion(file);
  const db = new Sqlite(file, { timeout: busyTimeoutMs });
  // Statement journals and sorters go to memory: the folder for temporary files may be read-only.
  const pragmas = ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON', 'temp_store = MEMORY'];
  return withPragmas(db, pragmas);
}

/**
 * Makes the file of a database where it is not there, for whom its folder belongs to: SQLite gives its WAL the owner and the
 * permissions that the file has.
 */
export function makeDatabaseFile(file: string, mode = 0o666): void {
  requireRegularFile(file);
  closeSync(openSync(file, 'a', mode));
  giveToOwnerOf(dirname(file), file);
}

/** Sets pragmas; closes the file when the first of them finds that it cannot be read. */
function withPragmas(db: Database, pragmas: readonly string[]): Database {
  try {
    for (const pragma of pragmas) db.pragma(pragma);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** True for an error of SQLite itself: the file, the disk, a lock. */
export function isSqliteError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError;
}

/** True when the bytes of a file are wrong: it is no database, its structure is broken, or it holds other tables. */
export function isDamage(error: unknown): boolean {
  // Statements are the program's own, so one that SQLite does not understand finds other tables than were made.
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code);
}

/** True while another process holds the lock that a statement needs; nothing of the statement was done. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_BUSY(?:_\w+)?$/.test(error.code);
}

/** True when a write failed and reads may go on: the disk is full, the file read-only, or locked by another process. */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|READONLY|BUSY)(?:_\w+)?$/.test(error.code);
}

/** Offset of the file format write version in the database header, of which SQLite knows 1 and 2. */
const WRITE_VERSION_OFFSET = 18;

/** Throws SQLITE_CORRUPT with the first fault that `PRAGMA integrity_check` finds. */
export function checkIntegrity(db: Database): void {
  const found = db.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all().join();
  if (found !== 'ok') throw new Sqlite.SqliteError(found.split('\n').at(-1) ?? found, 'SQLITE_CORRUPT');
}

/** Throws SQLITE_NOTADB for a write version above 2, which SQLite itself would only open read-only. */
function checkWriteVersion(file: string): void {
  const version = headerByte(file, WRITE_VERSION_OFFSET);
  if (version > 2) throw new Sqlite.SqliteError(`its write version is ${version}`, 'SQLITE_NOTADB');
}

/** Reads a byte before SQLite opens the file: closing it afterwards would release SQLite's POSIX locks. */
function headerByte(file: string, position: number): number {
  if (!existsSync(file)) return 0;
  requireRegularFile(file);
  const handle = openSync(file, 'r');
  try {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, position);
    return byte.readUInt8();
  } finally {
    closeSync(handle);
  }
}

/** What to do after a downgrade. */
export const NEWER_SCHEMA_ADVICE =
  'a newer version of this program wrote it: run that version, restore a backup made before the update, or move the file away';

/** Thrown for a database of a newer program: it is sound, and this program must leave it alone. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(file: string, found: number, known: number) {
    super(`${file} has schema version ${found}; this program knows ${known}: ${NEWER_SCHEMA_ADVICE}`);
  }
}

/** Opens a file that nobody else sees yet, without journal; the caller syncs it when it is finished. */
export function openScratch(file: string): Database {
  const db = new Sqlite(file);
  db.pragma('journal_mode = OFF');
  db.pragma('synchronous = OFF');
  return db;
}

/** Lets statements of this connection write into the tables that FTS5 keeps its index in, to copy one as it is. */
export function allowShadowWrites(db: Database): void {
  db.unsafeMode(true);
}

/**
 * Opens a finished file that nobody will ever write again. SQLite's `immutable=1` can only be said in a URI name, and this
 * build of SQLite does not read those; keeping the shared lock saves the same work: no locking and no look for changes
 * at each question. It is not mapped into memory: where a mapped file is cut short, by whoever, the process dies.
 * `prepare` attaches what else is to be read.
 */
export function openReadOnly(file: string, prepare: (db: Database) => void = () => {}): Database {
  const db = openToInspect(file);
  try {
    prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return withPragmas(db, ['query_only = ON', 'locking_mode = EXCLUSIVE', 'cache_size = -32768']);
}

/** Opens read-only a file that others may be writing. */
export function openToInspect(file: string): Database {
  requireRegularFile(file);
  return new Sqlite(file, { readonly: true, fileMustExist: true });
}

/** Copies a database, as it is at one moment, into an empty file; others may go on writing it. */
export function copyDatabase(file: string, target: string): void {
  const db = openToInspect(file);
  try {
    db.prepare<[string]>('VACUUM INTO ?').run(target);
  } finally {
    db.close();
  }
}

/** True while another process has a database open; a damaged one is nobody's. */
export function isInUse(file: string): boolean {
  const db = new Sqlite(file, { timeout: 0, fileMustExist: true });
  try {
    // In WAL mode every connection keeps a shared lock on the file, so that an exclusive one is refused.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isDamage(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}
