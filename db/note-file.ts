import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { replaceFile } from '../shared/directories.ts';

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
    try {
      replaceFile(join(dataDir, name), `${JSON.stringify(note)}\n`);
    } catch {}
  }

  function remove(dataDir: string): void {
    try {
      rmSync(join(dataDir, name), { force: true });
    } catch {}
  }

  return { read, write, remove };
}
