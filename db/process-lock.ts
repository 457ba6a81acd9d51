import { closeSync, openSync, rmSync } from 'node:fs';
import { isBusy, isDamage, openWritable, type Database } from './sqlite.ts';

/** Creates a lock for a single process. It is a SQLite lock on a dedicated file, so that it ends with its process. */
export function createProcessLock(file: string) {
  let db: Database | undefined;

  /** Acquires the lock if it is free. Returns true while this process holds it. */
  function isOurs(): boolean {
    if (db) return true;
    let opened: Database | undefined;
    try {
      // SQLite would apply the umask to the mode of a new file.
      closeSync(openSync(file, 'a', 0o600));
      opened = openWritable(file, 0);
      opened.exec('BEGIN IMMEDIATE');
      db = opened;
      return true;
    } catch (error) {
      opened?.close();
      if (isBusy(error)) return false;
      // The file has no content to lose.
      if (isDamage(error)) rmSync(file, { force: true });
      throw error;
    }
  }

  return { isOurs, [Symbol.dispose]: (): void => void db?.close() };
}
