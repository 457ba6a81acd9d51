import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { IndexFacts } from '../../../db/index/index-tables.ts';
import { createTurns } from '../turns.ts';
import type { Placing } from './outline.ts';

/** A whole index to be built of a mirror. */
export type ApartBuild = {
  readonly mirrorFile: string;
  /** File of the index, which must not exist. */
  readonly path: string;
  readonly facts: IndexFacts;
  /** The rules by which pages are placed. */
  readonly placing: Placing;
  /** The number of pages. */
  readonly pages: number;
};

/** Builds of this process, of which each takes much memory: one at a time. */
const turns = createTurns({ most: 1, mostPatient: 1, mostHeavy: 1 });

/** Waits until no other index is built apart; answers what ends the turn. Rejects with the signal's reason when that comes first. */
export async function takeBuildTurn(signal: AbortSignal): Promise<() => void> {
  const endTurn = await turns.take('patient', signal);
  signal.throwIfAborted();
  return endTurn ?? (() => {});
}

/**
 * Builds and verifies a whole index in a thread of its own; `onBegun` is called once it shows the mirror as it was when this was called,
 * whatever is written into that from then on. Rejects with the signal's reason when that ends it.
 */
export async function buildApart(build: ApartBuild, onBegun: () => void, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('build-worker.ts', import.meta.url), { workerData: build });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end, { once: true });
  worker.once('message', onBegun);
  try {
    const [code] = await once(worker, 'exit');
    signal.throwIfAborted();
    if (code !== 0) throw new Error(`The thread of the index ended with ${String(code)}`);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
