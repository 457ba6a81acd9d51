import { openToInspect } from '../sqlite.ts';
import { createLeaseTable } from './lease.ts';
import { createRunLog } from './run-log.ts';

/** Schema version of a database, and what SQLite finds damaged in it; throws when it cannot be read. */
export function inspectDatabase(file: string) {
  const db = openToInspect(file);
  try {
    const version = Number(db.pragma('user_version', { simple: true }));
    const found = db.prepare<[], string>('PRAGMA quick_check(3)').pluck().all();
    return { version, damage: found.join() === 'ok' ? undefined : found.join('; ') };
  } finally {
    db.close();
  }
}

/** The last runs over a mirror, newest first, and who holds the right to write it. */
export function inspectRuns(file: string, limit: number) {
  const db = openToInspect(file);
  try {
    return { runs: createRunLog(db).last(limit), holder: createLeaseTable(db).holder() };
  } finally {
    db.close();
  }
}
