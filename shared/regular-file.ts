import { readFileSync, statSync, type Stats } from 'node:fs';

/**
 * Throws when the entry at a path is a folder, FIFO, socket or device, with a sentence that says what to do. To open a FIFO would
 * wait for its writer. An entry that does not exist passes.
 */
export function requireRegularFile(file: string): void {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about && !about.isFile()) {
    throw new Error(`${file} is ${kindOf(about)}, not a file: move it away, then start again`);
  }
}

/** Reads a text file that may belong to another user; throws for what is not a regular file. */
export function readRegularFile(file: string): string {
  requireRegularFile(file);
  return readFileSync(file, 'utf8');
}

function kindOf(about: Stats): string {
  if (about.isDirectory()) return 'a folder';
  if (about.isFIFO()) return 'a FIFO';
  return about.isSocket() ? 'a socket' : 'a device';
}
