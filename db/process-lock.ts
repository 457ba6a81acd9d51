import { closeSync, openSync, rmSync } from 'node:fs';
import { isBusy, isDamage, openWritable, type Database } from './sqlite.ts';

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
      // Made here because SQLite gives it the permissions that the umask leaves.
      closeSync(openSync(file, 'a', 0o600));
      opened = openWritable(file, 0);
      opened.exec('BEGIN IMMEDIATE');
      db = opened;
      return true;
    } catch (error) {
      opened?.close();
      if (isBusy(error)) return false;
      // There is nothing in it to lose.
      if (isDamage(error)) rmSync(file, { force: true });
      throw error;
    }
  }

  return { isOurs, [Symbol.dispose]: (): void => void db?.close() };
}
