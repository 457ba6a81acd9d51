import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { giveToOwnerOf } from '../shared/directories.ts';

/**
 * Functions for a small JSON object in a file of a data directory, mode 0600. `write` is atomic: if it fails, the previous file
 * stays. `read` returns `initial` if the file is missing or invalid. Failures are not reported.
 */
export function noteFile<Note extends object | undefined>(
  name: string,
  schema: z.ZodType<Note>,
  initial: NoInfer<Note>,
) {
  function read(dataDir: string): Note {
    try {
      return schema.parse(JSON.parse(readFileSync(join(dataDir, name), 'utf8')));
    } catch {
      return initial;
    }
  }

  function write(dataDir: string, note: NonNullable<Note>): void {
    const aside = join(dataDir, `${name}.${process.pid}.tmp`);
    try {
      writeFileSync(aside, `${JSON.stringify(note)}\n`, { mode: 0o600 });
      giveToOwnerOf(dataDir, aside);
      renameSync(aside, join(dataDir, name));
    } catch {
      removeQuietly(aside);
    }
  }

  return { read, write, remove: (dataDir: string): void => removeQuietly(join(dataDir, name)) };
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {}
}
