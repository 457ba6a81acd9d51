// The only import of better-sqlite3. Every database of the project is opened in this module, with the pragmas of its
// role.
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { giveToOwnerOf } from '../shared/directories.ts';
import { requireRegularFile } from '../shared/regular-file.ts';

/** A connection; `using` closes it. */
export class Database extends Sqlite {
  [Symbol.dispose](): void {
    this.close();
  }
}

// Kilobytes of cached pages, instead of 16 MB: runs use each page once. A served index has more (`index/reader.ts`).
const [WRITE_CACHE, READ_CACHE] = ['cache_size = -4096', 'cache_size = -2048'];

/**
 * Opens a database for writing with concurrent readers: WAL, foreign keys, and a busy timeout for concurrent writers.
 */
export function openWritable(file: string, busyTimeoutMs = 5000): Database {
  checkWriteVersion(file);
  const db = new Database(file, { timeout: busyTimeoutMs });
  // Statement journals and sorters use memory: the folder for temporary files may be read-only.
  const pragmas = ['journal_mode = WAL', 'synchronous = NORMAL', 'foreign_keys = ON', 'temp_store = MEMORY'];
  return withPragmas(db, [...pragmas, WRITE_CACHE]);
}

/**
 * Creates the file of a database for the owner of its folder. SQLite copies owner and permissions of the file to its
 * WAL.
 */
export function makeDatabaseFile(file: string, mode = 0o666): void {
  requireRegularFile(file);
  closeSync(openSync(file, 'a', mode));
  giveToOwnerOf(dirname(file), file);
}

/** Returns the result of `prepare`. If it throws, closes the database. */
export function orClose<Result>(db: Database, prepare: (db: Database) => Result): Result {
  try {
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

const withPragmas = (db: Database, pragmas: readonly string[]): Database =>
  orClose(db, () => {
    for (const pragma of pragmas) db.pragma(pragma);
    return db;
  });

/** SQL for each step between schema versions, in order. */
export type Migrations = readonly string[];

/** Reads the migrations of a folder, the `.sql` files in the order of their names. */
export function readMigrations(folder: URL): Migrations {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return names.toSorted().map((name) => readFileSync(new URL(name, folder), 'utf8'));
}

/** Migrates a database to the newest schema version, and returns it. Throws NewerSchemaError for a database of a newer program. */
export function migrate(db: Database, file: string, migrations: Migrations): Database {
  const version = () => Number(db.pragma('user_version', { simple: true }));
  const found = version();
  if (found === migrations.length) return db;
  if (found < 0 || found > migrations.length) throw new NewerSchemaError(file, found, migrations.length);
  db.transaction(() => {
    // If two programs migrate at once, the second has nothing to do.
    for (const sql of migrations.slice(version())) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
  return db;
}

/** Returns true for an error of SQLite: file, disk or lock. */
export function isSqliteError(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError;
}

/** Returns true if a file is damaged: not a database, an invalid structure, or an unexpected schema. */
export function isDamage(error: unknown): boolean {
  // All statements are constant, so a syntax error means an unexpected schema.
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:NOTADB|CORRUPT.*|ERROR)$/.test(error.code);
}

/** Returns true if a different process holds the lock; the statement had no effect. */
export function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_BUSY(?:_\w+)?$/.test(error.code);
}

/**
 * Returns true if a write failed and reads still work: the disk is full, the file read-only, or locked by a different
 * process.
 */
export function isRefusedWrite(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && /^SQLITE_(?:FULL|READONLY|BUSY)(?:_\w+)?$/.test(error.code);
}

// Offset of the file format write version in the database header; valid values are 1 and 2.
const WRITE_VERSION_OFFSET = 18;

/** Throws SQLITE_CORRUPT with the first error of `PRAGMA integrity_check`. */
export function checkIntegrity(db: Database): void {
  const found = db.prepare<[], string>('PRAGMA integrity_check(1)').pluck().all().join();
  if (found !== 'ok') throw new Sqlite.SqliteError(found.split('\n').at(-1) ?? found, 'SQLITE_CORRUPT');
}

// Throws SQLITE_NOTADB for a write version above 2, which SQLite would open read-only.
function checkWriteVersion(file: string): void {
  const version = headerByte(file, WRITE_VERSION_OFFSET);
  if (version > 2) throw new Sqlite.SqliteError(`its write version is ${version}`, 'SQLITE_NOTADB');
}

// Reads a byte before SQLite opens the file: closing it later would release SQLite's POSIX locks.
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

/** Advice after a downgrade. */
export const NEWER_SCHEMA_ADVICE =
  'a newer version of this program wrote it: run that version, restore a backup made before the update, or move the file away';

/** Thrown for a database of a newer program, which must not be changed. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(file: string, found: number, known: number) {
    super(`${file} has schema version ${found}; this program knows ${known}: ${NEWER_SCHEMA_ADVICE}`);
  }
}

/** Opens a private file without a journal; the caller flushes it at the end. */
export function openScratch(file: string): Database {
  return withPragmas(new Database(file), ['journal_mode = OFF', 'synchronous = OFF', WRITE_CACHE]);
}

/** Allows statements of this connection to write to the shadow tables of FTS5, to copy an index. */
export function allowShadowWrites(db: Database): void {
  db.unsafeMode(true);
}

/**
 * Opens a finished, immutable file. This build of SQLite does not support `immutable=1` in a URI; holding the shared
 * lock has the same effect: no locking and no check for changes at each query. The file is not memory-mapped:
 * truncating a mapped file would crash the process. `prepare` attaches further files.
 */
export function openReadOnly(file: string, prepare: (db: Database) => void = () => {}): Database {
  const db = openToInspect(file);
  orClose(db, prepare);
  return withPragmas(db, ['query_only = ON', 'locking_mode = EXCLUSIVE', READ_CACHE]);
}

/** Opens a file read-only that a program may be writing. */
export function openToInspect(file: string): Database {
  requireRegularFile(file);
  return new Database(file, { readonly: true, fileMustExist: true });
}

/** Copies a consistent snapshot of a database into an empty file, with concurrent writers. */
export function copyDatabase(file: string, target: string): void {
  using db = openToInspect(file);
  db.prepare<[string]>('VACUUM INTO ?').run(target);
}

/** Returns true if a different process has a database open; false for a damaged database. */
export function isInUse(file: string): boolean {
  using db = new Database(file, { timeout: 0, fileMustExist: true });
  try {
    // In WAL mode every connection holds a shared lock, so an exclusive lock fails.
    db.pragma('locking_mode = EXCLUSIVE');
    db.exec('BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    if (isDamage(error)) return false;
    throw error;
  }
}
