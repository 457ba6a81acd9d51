import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

// Number of damaged databases retained for inspection.
const RETAINED = 2;

/** Returns the inode of a file, `undefined` if it is missing. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * Renames a damaged database and its WAL, so that a new database can replace it. Returns the new name, or `undefined`
 * if a second process was faster. A crash between both renames is harmless: SQLite deletes a WAL beside an empty
 * database.
 */
export function quarantine(file: string, inode: number | undefined, now: Date): string | undefined {
  if (inodeOf(file) !== inode) return undefined;
  const aside = `${file}.damaged-${now.toISOString().replaceAll(':', '')}`;
  renameSync(file, aside);
  if (inodeOf(`${file}-wal`) !== undefined) renameSync(`${file}-wal`, `${aside}-wal`);
  rmSync(`${file}-shm`, { force: true });
  deleteOldest(file);
  return aside;
}

function deleteOldest(file: string): void {
  const prefix = `${basename(file)}.damaged-`;
  const names = readdirSync(dirname(file)).filter((name) => name.startsWith(prefix) && !name.endsWith('-wal'));
  for (const name of names.toSorted().slice(0, -RETAINED)) {
    for (const part of [name, `${name}-wal`]) rmSync(join(dirname(file), part), { force: true });
  }
}
