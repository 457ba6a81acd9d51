import { lchownSync, lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from './errors.ts';
import { ConfigurationError } from './settings.ts';

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Creates a directory with its missing parents, mode 0700. Node's `recursive` option never returns below /proc and
 * blocks signals.
 */
export function makeDirectory(dir: string): void {
  if (isDirectory(dir)) return;
  if (dirname(dir) !== dir) makeDirectory(dirname(dir));
  makeSubdirectory(dir);
}

/** Creates a directory in an existing parent, mode 0700. A removed parent is not recreated. */
export function makeSubdirectory(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // A second process created it first.
    if (!isDirectory(dir)) throw error;
  }
}

/**
 * Changes the owner of a path that root created to the owner of `dir`, because the service runs as that user. Files of
 * further users do not change.
 */
export function giveToOwnerOf(dir: string, path: string): void {
  if (process.getuid?.() !== 0 || lstatSync(path).uid !== 0) return;
  const { uid, gid } = statSync(dir);
  try {
    lchownSync(path, uid, gid);
  } catch {
    // A container may lack the capability or the user id; the file then belongs to root.
  }
}

/**
 * Replaces a file atomically, mode 0600, for the owner of `dir`. `flush` writes it to the disk first. If it fails, the
 * previous file stays.
 */
export function replaceFile(file: string, text: string, { dir = dirname(file), flush = false } = {}): void {
  const aside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(aside, text, { mode: 0o600, flush });
    giveToOwnerOf(dir, aside);
    renameSync(aside, file);
  } catch (error) {
    rmSync(aside, { force: true });
    throw error;
  }
}

/** Creates a directory in an existing parent, for the owner of the parent. */
export function makeOwnedSubdirectory(dir: string): void {
  makeSubdirectory(dir);
  giveToOwnerOf(dirname(dir), dir);
}

/** Throws a ConfigurationError if DATA_DIR exists and is not a directory. */
export function refuseFileAsDataDir(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new ConfigurationError([`DATA_DIR: got ${dir}, wants a directory (ENOTDIR)`]);
}

/** Creates DATA_DIR or SITES_DIR if it does not exist. Throws a ConfigurationError if that fails. */
export function requireDataDir(dir: string, variable: 'DATA_DIR' | 'SITES_DIR' = 'DATA_DIR'): void {
  try {
    makeDirectory(dir);
  } catch (error) {
    throw new ConfigurationError([
      `${variable}: got ${dir}, wants a directory that can be written (${messageOf(error)})`,
    ]);
  }
}
