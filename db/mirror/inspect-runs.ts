import { openToInspect } from '../sqlite.ts';
import { createLeaseTable } from './lease.ts';
import { createRunLog } from './run-log.ts';

/** The last runs over a mirror, newest first, and who holds the right to write it. */
export function inspectRuns(file: string, limit: number) {
  const db = openToInspect(file);
  try {
    return { runs: createRunLog(db).last(limit), holder: createLeaseTable(db).holder() };
  } finally {
    db.close();
  }
}
