import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { tagged, conditional } from './conditional.ts';
import type { Lookup, Reply } from './message.ts';

type Folder = {
  // First path segment below the mount point.
  readonly name: string;
  readonly dir: string;
  // Names of the served files; default all.
  readonly only?: readonly string[];
};

// A file and its modification mark.
type Known = { readonly mark: string; readonly reply: Reply };

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Serves files of directories below a mount point from memory. Browsers revalidate them for each page, and the server
 * checks their modification time. After an upgrade a page therefore never mixes two versions.
 */
export function createFileLookup(mount: string, folders: readonly Folder[]): Lookup {
  const known = new Map<string, Known>();

  async function read(path: string, type: string): Promise<Reply | undefined> {
    const about = await stat(path).catch(() => undefined);
    if (!about?.isFile()) return undefined;
    const mark = `${about.ino} ${about.size} ${about.mtimeMs}`;
    const before = known.get(path);
    if (before?.mark === mark) return before.reply;
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
    const reply = tagged({ status: 200, headers, body: await readFile(path) });
    known.set(path, { mark, reply });
    return reply;
  }

  return async (request) => {
    const [, name, file = ''] = /^\/([\w-]+)\/(\w[\w.-]*)$/.exec(request.path.slice(mount.length)) ?? [];
    const folder = folders.find((candidate) => candidate.name === name);
    const type = TYPES[extname(file)];
    if (!folder || type === undefined || (folder.only && !folder.only.includes(file))) return undefined;
    const reply = await read(join(folder.dir, file), type);
    return reply && conditional(request, reply);
  };
}
