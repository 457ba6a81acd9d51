import { lchownSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from './errors.ts';
import { ConfigurationError } from './settings.ts';

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Makes a directory and those above it that are not there, each for its owner alone. Node's own `recursive` never returns
 * below /proc, where nothing can be made, and keeps even signals waiting.
 */
export function makeDirectory(dir: string): void {
  if (isDirectory(dir)) return;
  if (dirname(dir) !== dir) makeDirectory(dirname(dir));
  makeSubdirectory(dir);
}

/** Makes a directory in one that is there, for its owner alone: what was removed does not come back by what belongs into it. */
export function makeSubdirectory(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process was as quick.
    if (!isDirectory(dir)) throw error;
  }
}

/** Gives what root made to whom a directory belongs: the service runs as another user. What is another user's already stays so. */
export function giveToOwnerOf(dir: string, path: string): void {
  if (process.getuid?.() !== 0 || lstatSync(path).uid !== 0) return;
  const { uid, gid } = statSync(dir);
  try {
    lchownSync(path, uid, gid);
  } catch {
    // A container may lack the capability, and its user namespace the owner: then it stays root's.
  }
}

/** Makes a directory in one that is there, for whom that belongs to. */
export function makeOwnedSubdirectory(dir: string): void {
  makeSubdirectory(dir);
  giveToOwnerOf(dirname(dir), dir);
}

/** Throws a ConfigurationError where DATA_DIR is there and no directory; one that is not there yet will be made. */
export function refuseFileAsDataDir(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new ConfigurationError([`DATA_DIR: got ${dir}, wants a directory (ENOTDIR)`]);
}

/** Makes DATA_DIR, or SITES_DIR, if it is not there; throws a ConfigurationError where that cannot be done. */
export function requireDataDir(dir: string, variable: 'DATA_DIR' | 'SITES_DIR' = 'DATA_DIR'): void {
  try {
    makeDirectory(dir);
  } catch (error) {
    throw new ConfigurationError([
      `${variable}: got ${dir}, wants a directory that can be written (${messageOf(error)})`,
    ]);
  }
}
