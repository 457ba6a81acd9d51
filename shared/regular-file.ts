import { readFileSync, statSync, type Stats } from 'node:fs';
import { messageOf } from './errors.ts';
import { ConfigurationError } from './settings.ts';

/** Thrown for a folder, FIFO, socket or device in place of a file. */
export class NotAFileError extends Error {
  override readonly name = 'NotAFileError';
}

/**
 * Throws `NotAFileError` if the path is a folder, FIFO, socket or device; the message contains the fix. Opening a FIFO would block. A
 * missing file passes.
 */
export function requireRegularFile(file: string): void {
  const about = statSync(file, { throwIfNoEntry: false });
  if (about && !about.isFile()) {
    throw new NotAFileError(`${file} is ${kindOf(about)}, not a file: move it away, then start again`);
  }
}

/** Reads a text file that may belong to a different user. Throws if it is not a regular file. */
export function readRegularFile(file: string): string {
  requireRegularFile(file);
  return readFileSync(file, 'utf8');
}

/** Reads the site file of a single site. Throws a ConfigurationError if it is missing or cannot be read. */
export function readSiteFile(file: string): string {
  try {
    return readRegularFile(file);
  } catch (error) {
    const { code = messageOf(error) } = error as NodeJS.ErrnoException;
    // A missing `site.yaml` in DATA_DIR is not an error, so only SITE_CONFIG names a missing file.
    const named = code === 'ENOENT' ? 'SITE_CONFIG' : 'SITE_CONFIG, or site.yaml in DATA_DIR';
    throw new ConfigurationError([`${named}: got ${JSON.stringify(file)}, wants a readable file (${code})`]);
  }
}

function kindOf(about: Stats): string {
  if (about.isDirectory()) return 'a folder';
  if (about.isFIFO()) return 'a FIFO';
  return about.isSocket() ? 'a socket' : 'a device';
}
