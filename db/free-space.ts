import { statfsSync } from 'node:fs';

/** Free bytes of a disk below which a sync may not find room for the next index. */
export const LEAST_FREE_BYTES = 200 * 1024 * 1024;

/** Space of a file system, in bytes; `free` is what a user without privileges may write. */
export type Space = { readonly free: number; readonly total: number };

/** Reads the space of the file system that holds a directory; throws when it is not there. */
export function spaceOf(dir: string): Space {
  const { bavail, blocks, bsize } = statfsSync(dir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** True while strangers may have something stored: below `LEAST_FREE_BYTES`, or a twentieth of a small disk, sync comes first. */
export function hasRoomForStrangers({ free, total }: Space): boolean {
  return free >= Math.min(LEAST_FREE_BYTES, total / 20);
}
