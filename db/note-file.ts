import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '../shared/directories.ts';

/** Writes a small JSON file whole or not at all, for its owner alone; where it cannot be written, the one before stays. */
export function writeNoteFile(file: string, note: object): void {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    giveToOwnerOf(dirname(file), aside);
    renameSync(aside, file);
  } catch {
    removeNoteFile(aside);
  }
}

/** Removes such a file, if that can be done. */
export function removeNoteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
