import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../../../shared/directories.ts';
import { makeDatabaseFile, NewerSchemaError, openWritable, type Database } from '../../sqlite.ts';

/** Busy timeout in milliseconds. This wait for another process's write blocks the event loop; `file-keeper.ts` waits on without. */
const BUSY_TIMEOUT_MS = 50;

/** SQL that brings a file from one schema version to the next. */
type Migrations = readonly string[];

const STATE_MIGRATIONS = readMigrations('.');
const LEDGER_MIGRATIONS = readMigrations('ledger');

/** Layout of the state that this program writes and reads. */
export const STATE_SCHEMA_VERSION = STATE_MIGRATIONS.length;

/** The same of the ledger. */
export const LEDGER_SCHEMA_VERSION = LEDGER_MIGRATIONS.length;

/** The folder of a site of SITES_DIR is there, or the site is gone: then nothing of it is made anew. */
type Folder = { readonly makesFolder?: boolean };

/** Opens `state.db`, readable by its owner alone, and brings it up to this program's schema. */
export function openStateDatabase(file: string, folder: Folder = {}): Database {
  return openPrivate(file, STATE_MIGRATIONS, folder);
}

/** The same of `ledger.db`. What is removed from it is overwritten, and not only forgotten. */
export function openLedgerDatabase(file: string, folder: Folder = {}): Database {
  const db = openPrivate(file, LEDGER_MIGRATIONS, folder);
  db.pragma('secure_delete = ON');
  return db;
}

function readMigrations(folder: string): Migrations {
  const directory = new URL(`${folder}/`, import.meta.url);
  return readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => readFileSync(new URL(name, directory), 'utf8'));
}

function openPrivate(file: string, migrations: Migrations, { makesFolder = true }: Folder): Database {
  if (makesFolder) makeDirectory(dirname(file));
  makeDatabaseFile(file, 0o600);
  chmodSync(file, 0o600);
  const db = openWritable(file, BUSY_TIMEOUT_MS);
  try {
    migrate(db, file, migrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: Database, file: string, migrations: Migrations): void {
  const version = applied(db);
  if (version === migrations.length) return;
  if (version < 0 || version > migrations.length) throw new NewerSchemaError(file, version, migrations.length);
  db.transaction(() => {
    // Two programs may come here at once; the second finds the work done.
    const done = applied(db);
    for (const sql of migrations.slice(done)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}

function applied(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
