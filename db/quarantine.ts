import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Damaged databases of one name that are kept for a person to look at. */
const KEPT = 2;

/** Inode of the file that has a name at the moment; `undefined` for none. */
export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/**
 * Renames a damaged database and its WAL, so that a new one can take its place; returns the new name, or `undefined` when
 * another process was quicker and the name is another file's by now. A crash between the two does no harm: SQLite
 * deletes a WAL that it finds beside an empty database.
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
  for (const name of names.toSorted().slice(0, -KEPT)) {
    for (const part of [name, `${name}-wal`]) rmSync(join(dirname(file), part), { force: true });
  }
}
