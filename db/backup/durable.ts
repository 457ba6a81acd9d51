import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Flushes all files and directory entries of a folder to disk, recursively. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncToDisk(path));
  }
  await syncToDisk(folder);
}

/** Flushes a file, or the entries of a directory, to disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
