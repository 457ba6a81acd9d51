import { copyFile, link, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, VERDICTS, type Generations, type Pointer } from '../../../db/index/generations.ts';
import { isWithdrawn, urgentIn } from '../../../db/index/withdrawn.ts';
import { giveToOwnerOf, makeOwnedSubdirectory, replaceFile } from '../../../shared/directories.ts';

const POINTER = 'current.json';

/**
 * Fills the upload folder with the pointer, its files, the list of verdicts, and the files of earlier generations that servers
 * may still fetch. Excludes earlier generations with a withheld page. Files are hard links, so they need no space and survive
 * later publications. If the pointer names a file with withdrawn text, only the list is placed. Returns the array of file names
 * to upload in order, and the removed names.
 */
export async function fillOutbox(
  outbox: string,
  generations: Generations,
  pointer: Pointer,
): Promise<{ readonly files: readonly string[]; readonly removed: readonly string[] }> {
  makeOwnedSubdirectory(outbox);
  const needed = filesOf(pointer)
    .map(({ file }) => file)
    .toReversed();
  const list = await generations.verdicts();
  if (list && isWithdrawn(generations, pointer, urgentIn(list, pointer.counts['pages'] ?? 0))) {
    // Verdicts first: the existing files stay until the next publication, and no file with withdrawn text is added.
    replaceFile(join(outbox, VERDICTS), `${JSON.stringify(list)}\n`);
    return { files: [VERDICTS], removed: [] };
  }
  const clean = (await generations.published()).filter((one) => !isWithdrawn(generations, one, list));
  const retained = new Set([pointer, ...clean].flatMap((one) => filesOf(one).map(({ file }) => file)));
  const removed: string[] = [];
  for (const name of await readdir(outbox)) {
    if (name === POINTER || name === VERDICTS || retained.has(name)) continue;
    await rm(join(outbox, name), { recursive: true, force: true });
    removed.push(name);
  }
  for (const file of retained) {
    const isNeeded = needed.includes(file);
    // A file of an earlier generation may have been deleted.
    await place(generations.pathOf({ file }), outbox, file).catch((error: unknown) => {
      if (isNeeded) throw error;
    });
  }
  if (list) replaceFile(join(outbox, VERDICTS), `${JSON.stringify(list)}\n`);
  replaceFile(join(outbox, POINTER), `${JSON.stringify(pointer, null, 2)}\n`);
  return { files: [...(list ? [VERDICTS] : []), ...needed, POINTER], removed };
}

// Links a file, or copies it on file systems without links, unless it is already there.
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
