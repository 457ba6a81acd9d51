import { isBusy, openWritable, type Database } from './sqlite.ts';

/**
 * A right that one process has at a time. It is a lock of SQLite on a file of its own, so that it ends with its process,
 * however that ends.
 */
export function createProcessLock(file: string) {
  let db: Database | undefined;

  /** True while it is ours, which it becomes if nobody else has it. */
  function isOurs(): boolean {
    if (db) return true;
    let opened: Database | undefined;
    try {
      opened = openWritable(file, 0);
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
