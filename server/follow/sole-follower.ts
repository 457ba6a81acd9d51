import { join } from 'node:path';
import { isBusy, openWritable, type Database } from '../../db/sqlite.ts';

/**
 * The right to follow for a data directory, which one of the servers over it has at a time. It is a lock of SQLite, so that it
 * ends with its process, however that ends.
 */
export function createSoleFollower(dataDir: string) {
  let db: Database | undefined;

  /** True while it is ours, which it becomes if nobody else has it. */
  function isOurs(): boolean {
    if (db) return true;
    let opened: Database | undefined;
    try {
      opened = openWritable(join(dataDir, 'follower.db'), 0);
      opened.exec('BEGIN IMMEDIATE');
      db = opened;
      return true;
    } catch (error) {
      opened?.close();
      if (isBusy(error)) return false;
      throw error;
    }
  }

  return { isOurs, [Symbol.dispose]: (): void => void db?.close() };
}
