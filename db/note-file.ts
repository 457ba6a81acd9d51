import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
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

/** Reads a note; returns `initial` if the file is missing or invalid. */
export function readNoteFile<Note>(file: string, schema: z.ZodType<Note>, initial: Note): Note {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return initial;
  }
}
