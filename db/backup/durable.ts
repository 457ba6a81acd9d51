import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes what a folder and those below it hold to the disk: files, and which files there are. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? syncTree(path) : syncToDisk(path));
  }
  await syncToDisk(folder);
}

/** Writes a file, or which files a folder has, to the disk. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
