import { chmodSync, closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../../../shared/directories.ts';
import { NewerSchemaError, openWritable, type Database } from '../../sqlite.ts';

/** Busy timeout in milliseconds. This wait for another process's write blocks the event loop; `state.ts` waits on without. */
const BUSY_TIMEOUT_MS = 50;

const MIGRATIONS = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.sql'))
  .toSorted()
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'));

/** Layout of the state that this program writes and reads. */
export const STATE_SCHEMA_VERSION = MIGRATIONS.length;

/** Opens `state.db`, readable by its owner alone, and brings it up to this program's schema. */
export function openStateDatabase(file: string): Database {
  makeDirectory(dirname(file));
  // Made here because SQLite gives its WAL the permissions that the file has.
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const db = openWritable(file, BUSY_TIMEOUT_MS);
  try {
    migrate(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: Database, file: string): void {
  const version = applied(db);
  if (version === MIGRATIONS.length) return;
  if (version < 0 || version > MIGRATIONS.length) throw new NewerSchemaError(file, version, MIGRATIONS.length);
  db.transaction(() => {
    // Two programs may come here at once; the second finds the work done.
    const done = applied(db);
    for (const sql of MIGRATIONS.slice(done)) db.exec(sql);
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  }).immediate();
}

function applied(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}
