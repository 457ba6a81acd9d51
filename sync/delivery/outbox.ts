import { copyFile, link, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, type Generations, type Pointer } from '../../db/index/generations.ts';
import { giveToOwnerOf, makeOwnedSubdirectory } from '../../shared/directories.ts';

const POINTER = 'current.json';

/**
 * Fills the folder that is uploaded: a pointer, its files, and those of the generations before it, for servers that are about to fetch
 * them. They are links, so they take no room, and stay whatever sync publishes meanwhile. Answers the names that the pointer needs,
 * in the order of their upload.
 */
export async function fillOutbox(
  outbox: string,
  generations: Generations,
  pointer: Pointer,
): Promise<readonly string[]> {
  makeOwnedSubdirectory(outbox);
  const needed = filesOf(pointer)
    .map(({ file }) => file)
    .toReversed();
  const kept = new Set(
    [pointer, ...(await generations.published())].flatMap((one) => filesOf(one).map(({ file }) => file)),
  );
  for (const name of await readdir(outbox)) {
    if (name !== POINTER && !kept.has(name)) await rm(join(outbox, name), { recursive: true, force: true });
  }
  for (const file of kept) {
    const isNeeded = needed.includes(file);
    // One of an earlier generation may be gone.
    await place(generations.pathOf({ file }), outbox, file).catch((error: unknown) => {
      if (isNeeded) throw error;
    });
  }
  const aside = join(outbox, `${POINTER}.tmp`);
  await writeFile(aside, `${JSON.stringify(pointer, null, 2)}\n`, { mode: 0o600 });
  giveToOwnerOf(outbox, aside);
  await rename(aside, join(outbox, POINTER));
  return [...needed, POINTER];
}

/** Links a file, or copies it where there are no links, unless that was done before. */
async function place(from: string, outbox: string, name: string): Promise<void> {
  const to = join(outbox, name);
  const [source, there] = await Promise.all([stat(from), stat(to).catch(() => undefined)]);
  if (there?.size === source.size && there.mtimeMs === source.mtimeMs) return;
  await rm(to, { force: true });
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to);
    giveToOwnerOf(outbox, to);
    await utimes(to, source.atime, source.mtime);
  }
}
