import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../../../shared/directories.ts';
import {
  makeDatabaseFile,
  migrate,
  openWritable,
  orClose,
  readMigrations,
  type Database,
  type Migrations,
} from '../../sqlite.ts';

// Busy timeout in milliseconds. It blocks the event loop; `file-keeper.ts` retries without blocking.
const BUSY_TIMEOUT_MS = 50;

const STATE_MIGRATIONS = readMigrations(new URL('./', import.meta.url));
const LEDGER_MIGRATIONS = readMigrations(new URL('ledger/', import.meta.url));

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

function openPrivate(file: string, migrations: Migrations, { makesFolder = true }: Folder): Database {
  if (makesFolder) makeDirectory(dirname(file));
  makeDatabaseFile(file, 0o600);
  chmodSync(file, 0o600);
  return orClose(openWritable(file, BUSY_TIMEOUT_MS), (db) => migrate(db, file, migrations));
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
