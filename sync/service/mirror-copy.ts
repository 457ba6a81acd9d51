import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

// Suffixes of the files of a database in WAL mode.
const PARTS = ['', '-wal'];

/** Copies the mirror, if it exists, to a temporary directory that is removed on disposal. */
export function copyMirror(file: string) {
  const dir = mkdtempSync(join(tmpdir(), 'sync-dry-run-'));
  const copy = join(dir, basename(file));
  const state = () => PARTS.map((part) => statSync(file + part, { throwIfNoEntry: false })?.mtimeMs).join();
  // A concurrent run could write between the copies of the two files, so a changed file is copied again.
  for (let before = ''; before !== state();) {
    before = state();
    for (const part of PARTS) {
      rmSync(copy + part, { force: true });
      if (existsSync(file + part)) copyFileSync(file + part, copy + part);
    }
  }
  return { file: copy, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}
