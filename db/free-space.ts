import { statfsSync } from 'node:fs';

/** Free bytes of a disk that a sync needs for the next index. */
export const LEAST_FREE_BYTES = 200 * 1024 * 1024;

/** Size of a file system in bytes; `free` is available to users without privileges. */
export type Space = { readonly free: number; readonly total: number };

/** Reads the size of the file system of a directory. Throws if the directory is missing. */
export function spaceOf(dir: string): Space {
  const { bavail, blocks, bsize } = statfsSync(dir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/**
 * Returns true if clients may register: below `LEAST_FREE_BYTES`, or a twentieth of a small disk, the space is reserved
 * for sync.
 */
export function hasRoomForStrangers({ free, total }: Space): boolean {
  return free >= Math.min(LEAST_FREE_BYTES, total / 20);
}
