import { constants, type Dirent } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { messageOf } from './errors.ts';

/** Folder of DATA_DIR with files for `/.well-known/`, such as proofs of ownership. */
export const WELL_KNOWN_FOLDER = 'well-known';

/** A file to publish, or the reason for its rejection. */
export type WellKnownFile =
  | { readonly body: Buffer; readonly type: string }
  | { readonly refused: string }
  | { readonly missing: true };

/** A file name without a path, not hidden. */
const NAME = /^[a-z\d][\w.-]{0,99}$/i;

const LARGEST = 256 * 1024;

const TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/xml',
};

/** Reads a file of the folder. Links may point to files inside the folder, as in a mounted ConfigMap. */
export async function readWellKnownFile(dataDir: string, name: string): Promise<WellKnownFile> {
  if (!NAME.test(name)) return { refused: 'its name is not made of letters, digits, ".", "_" and "-"' };
  const folder = join(dataDir, WELL_KNOWN_FOLDER);
  try {
    const [home, path] = await Promise.all([realpath(folder), realpath(join(folder, name))]);
    if (!`${dirname(path)}/`.startsWith(`${home}/`)) return { refused: 'it is a link that leads out of the folder' };
    // Do not block on a pipe or follow a link that replaced the file since the check.
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const about = await file.stat();
    if (!about.isFile()) return { refused: 'it is not a file' };
    if (about.size > LARGEST) return { refused: `it is larger than ${LARGEST / 1024} KiB` };
    const body = await file.readFile();
    return { body, type: typeOf(name, body) };
  } catch (error) {
    if (isAbsence(error)) return { missing: true };
    throw error;
  }
}

/** Reads all files of the folder by name. An unreadable file is rejected. */
export async function readWellKnownFiles(dataDir: string): Promise<ReadonlyMap<string, WellKnownFile>> {
  const files = new Map<string, WellKnownFile>();
  for (const name of await namesIn(join(dataDir, WELL_KNOWN_FOLDER))) {
    files.set(name, await readWellKnownFile(dataDir, name).catch((error) => ({ refused: messageOf(error) })));
  }
  return files;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) return [];
    throw error;
  }
  // Editors and mounts use hidden files.
  return entries.map(({ name }) => name).filter((name) => !name.startsWith('.'));
}

/**
 * Returns the media type by extension. Without an extension, the type is JSON (`apple-app-site-association`) or text.
 */
function typeOf(name: string, body: Buffer): string {
  const extension = extname(name);
  if (extension !== '') return TYPES[extension] ?? 'application/octet-stream';
  return isJsonObject(body.toString()) ? 'application/json' : 'text/plain; charset=utf-8';
}

function isJsonObject(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isAbsence(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO'].includes(code);
}
