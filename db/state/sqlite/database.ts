import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../../../shared/directories.ts';
import { makeDatabaseFile, NewerSchemaError, openWritable, type Database } from '../../sqlite.ts';

// Busy timeout in milliseconds. It blocks the event loop; `file-keeper.ts` retries without blocking.
const BUSY_TIMEOUT_MS = 50;

type Migrations = readonly string[];

const STATE_MIGRATIONS = readMigrations('.');
const LEDGER_MIGRATIONS = readMigrations('ledger');

/** Schema version of the state that this program writes and reads. */
export const STATE_SCHEMA_VERSION = STATE_MIGRATIONS.length;

export const LEDGER_SCHEMA_VERSION = LEDGER_MIGRATIONS.length;

// False for a site of SITES_DIR: if its folder is missing, the site was deleted and must not be recreated.
type Folder = { readonly makesFolder?: boolean };

/** Opens `state.db`, mode 0600, and migrates it to the current schema. */
export function openStateDatabase(file: string, folder: Folder = {}): Database {
  return openPrivate(file, STATE_MIGRATIONS, folder);
}

/** Opens `ledger.db` and migrates it. Deleted rows are overwritten. */
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
    // If two programs migrate at once, the second has nothing to do.
    const done = applied(db);
    for (const sql of migrations.slice(done)) db.exec(sql);
    db.pragma(`user_version = ${migrations.length}`);
  }).immediate();
}

function applied(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

/**
 * Parses an array of strings stored as JSON. An array damaged on disk is treated as empty, so that only its entry is
 * lost.
 */
export function parseStringList(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}
