import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDir } from './temporary-dir.ts';

const KB = 1024;

/** Mounts a disk of so many kilobytes, in memory. It needs root. */
export async function mountSmallDisk(kilobytes: number) {
  const { dir, ...rest } = await temporaryDir('small-disk-');
  const filler = join(dir, 'filler');
  try {
    mount('-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=700`, 'tmpfs', dir);
  } catch (error) {
    await rest[Symbol.asyncDispose]();
    throw new Error('These tests mount small disks, so they must run as root and be let mount', { cause: error });
  }
  return {
    dir,
    freeKilobytes: () => {
      const { bavail, bsize } = statfsSync(dir);
      return (bavail * bsize) / KB;
    },
    /** Writes until nothing more can be written, but for so many kilobytes. */
    fill: (leave = 0) => {
      rmSync(filler, { force: true });
      const file = openSync(filler, 'w');
      try {
        const { bavail, bsize } = statfsSync(dir);
        const block = Buffer.alloc(bsize);
        for (let left = bavail - Math.ceil((leave * KB) / bsize); left > 0; left--) writeSync(file, block);
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['--lazy', dir]);
      await rest[Symbol.asyncDispose]();
    },
  };
}
export type SmallDisk = Awaited<ReturnType<typeof mountSmallDisk>>;

function mount(...args: readonly string[]): void {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
