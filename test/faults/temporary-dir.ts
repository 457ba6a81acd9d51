import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A directory of its own, removed at the end. */
export async function temporaryDir(prefix: string) {
  const dir = await mkdtemp(join(tmpdir(), prefix));
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) };
}

/** Environment of programs that are started hundreds of times: what Node compiled once is kept for the next start. */
export async function compiledOnce() {
  const { dir, ...rest } = await temporaryDir('compiled-');
  return { env: { NODE_COMPILE_CACHE: dir }, ...rest };
}
