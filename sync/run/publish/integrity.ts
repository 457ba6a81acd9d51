import type { RunTools } from '../collaborators.ts';
import { existsSync } from 'node:fs';
import { checksumOf, filesOf, type IndexFile, type Pointer } from '../../../db/index/generations.ts';

// Verified files: checksum, file mark and time of the verification.
type Seen = Readonly<Record<string, { readonly sha256: string; readonly mark: string; readonly at: number }>>;

// A disk may lose data without a write, so a file is verified again after a day.
const BELIEVED_MS = 86_400_000;
const FACT = 'intact_files';

type Collaborators = Pick<RunTools, 'mirror' | 'generations' | 'now'>;

/** Creates the verification of index files. It reads only files that were written or verified long ago. */
export function createIntegrity({ mirror, generations, now }: Collaborators) {
  const seen = (): Seen => (mirror.fact(FACT) as Seen | undefined) ?? {};

  async function markOf(part: IndexFile): Promise<string> {
    const mark = await generations.fileMark(part);
    return mark ? `${mark.inode}-${mark.write}` : '';
  }

  // Stores that a file has its checksum, and removes deleted files.
  async function remember(part: IndexFile): Promise<void> {
    const { file, sha256 } = part;
    const others = Object.entries(seen()).filter(
      ([name]) => name !== file && existsSync(generations.pathOf({ file: name })),
    );
    const entry = { sha256, mark: await markOf(part), at: now().getTime() };
    mirror.note(FACT, Object.fromEntries([...others, [file, entry]]));
  }

  async function isFileIntact(part: IndexFile): Promise<boolean> {
    const known = seen()[part.file];
    const isBelieved = known !== undefined && Math.abs(now().getTime() - known.at) < BELIEVED_MS;
    if (isBelieved && known.sha256 === part.sha256 && known.mark === (await markOf(part))) return true;
    if ((await checksumOf(generations.pathOf(part)).catch(() => undefined)) !== part.sha256) return false;
    await remember(part);
    return true;
  }

  async function isIntact(pointer: Pointer): Promise<boolean> {
    for (const part of filesOf(pointer)) {
      if (!(await isFileIntact(part))) return false;
    }
    return true;
  }

  return { isIntact, remember };
}
