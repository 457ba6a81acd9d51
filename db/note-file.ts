import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '../shared/directories.ts';

/** Writes a small JSON object to a file atomically, mode 0600. If that fails, the previous file stays. */
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

export function removeNoteFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
