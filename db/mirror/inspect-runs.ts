import { openToInspect } from '../sqlite.ts';
import { createLeaseTable } from './lease.ts';
import { createRunLog } from './run-log.ts';

/** Reads the last runs of a mirror, newest first, and the holder of its lease. */
export function inspectRuns(file: string, limit: number) {
  const db = openToInspect(file);
  try {
    return { runs: createRunLog(db).last(limit), holder: createLeaseTable(db).holder() };
  } finally {
    db.close();
  }
}
