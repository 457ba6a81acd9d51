import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { IndexFacts } from '../../../db/index/index-file.ts';
import { createSlots } from '../slots.ts';
import type { Placing } from './outline.ts';

/** Input of a build of a whole index from a mirror. */
export type ApartBuild = {
  readonly mirrorFile: string;
  /** File of the index, which must not exist. */
  readonly path: string;
  readonly facts: IndexFacts;
  /** Rules for the city and family of pages. */
  readonly placing: Placing;
  /** Number of pages. */
  readonly pages: number;
};

// A single build at a time, because each needs much memory.
const slots = createSlots({ most: 1, mostPatient: 1, mostHeavy: 1 });

/** Waits for a build slot. Returns the function that releases it; rejects with the signal's reason. */
export async function takeBuildSlot(signal: AbortSignal): Promise<() => void> {
  const release = await slots.take('patient', signal);
  signal.throwIfAborted();
  return release ?? (() => {});
}

/**
 * Builds and verifies a whole index in a worker thread. Resolves after the thread has opened its snapshot of the mirror; later
 * writes do not affect the build. `built` rejects with the signal's reason.
 */
export async function startBuild(build: ApartBuild, signal: AbortSignal): Promise<{ readonly built: Promise<void> }> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('build-worker.ts', import.meta.url), { workerData: build });
  const built = endOf(worker, signal);
  await Promise.race([once(worker, 'message'), built]);
  return { built };
}

async function endOf(worker: Worker, signal: AbortSignal): Promise<void> {
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    const [code] = await once(worker, 'exit');
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`The index thread exited with code ${String(code)}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
