import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { isConvertible } from './convert.ts';
import { INDEX_SCHEMA_VERSION, type Generations, type Pointer } from './generations.ts';

/** Thrown while a generation is being converted; `done` resolves when it can be opened. */
export class ConversionPending extends Error {
  override readonly name = 'ConversionPending';

  readonly generation: number;
  readonly schema: number;
  readonly done: Promise<void>;

  constructor({ generation, schema_version: schema }: Pointer, done: Promise<void>) {
    super(`Generation ${generation} has schema version ${schema} and is being converted`);
    this.generation = generation;
    this.schema = schema;
    this.done = done;
  }
}

/**
 * Converts indexes of earlier releases, so that a server responds after an update until sync has published. The copy is
 * stored beside the index, and deleted with the first generation of this schema version.
 */
export function createConversions(generations: Generations) {
  let running: { readonly path: string; readonly done: Promise<void> } | undefined;
  const ended = new AbortController();

  const pathOf = ({ sha256 }: Pointer): string =>
    join(generations.dir, `converted-${sha256.slice(0, 16)}-${INDEX_SCHEMA_VERSION}.db`);

  return {
    /**
     * Returns the path of a file of this schema version with the content of a generation. Throws `ConversionPending`
     * until it exists.
     */
    async readable(pointer: Pointer): Promise<string> {
      if (!isConvertible(pointer.schema_version)) {
        await removeCopies(generations.dir);
        return generations.pathOf(pointer);
      }
      const path = pathOf(pointer);
      if (existsSync(path)) return path;
      if (running?.path !== path)
        running = { path, done: convertApart(generations.pathOf(pointer), path, ended.signal) };
      throw new ConversionPending(pointer, running.done);
    },
    async [Symbol.asyncDispose]() {
      ended.abort();
      await running?.done.catch(() => undefined);
    },
  };
}

async function convertApart(file: string, path: string, signal: AbortSignal): Promise<void> {
  const target = `${path}.${process.pid}.tmp`;
  await rm(target, { force: true });
  const worker = new Worker(new URL('convert-worker.ts', import.meta.url), { workerData: { file, target } });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code] = await once(worker, 'exit');
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`The conversion of ${file} ended with ${String(code)}`);
    await rename(target, path);
  } finally {
    signal.removeEventListener('abort', end);
    await rm(target, { force: true });
  }
}

async function removeCopies(dir: string): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((file) => /^converted-[\da-f]{16}-\d+\.db$/.test(file))) {
    await rm(join(dir, name), { force: true });
  }
}
