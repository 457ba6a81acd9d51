import { Worker } from 'node:worker_threads';

// Milliseconds. An index of a million pages takes some minutes.
const CHECK_WITHIN_MS = 1_800_000;

/**
 * Checks in a worker thread that a file is a valid index of a generation. Rejects with its faults, or after a timeout.
 * The schema must equal ours and no database page may be used twice, so queries of a valid file take time by its size
 * only.
 */
export async function checkIndexFile(
  file: string,
  generation: number,
  until: AbortSignal,
  withinMs = CHECK_WITHIN_MS,
): Promise<void> {
  until.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`${file} takes too long to check`)), withinMs);
  const signal = AbortSignal.any([until, late.signal]);
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: { file, generation } });
  const stopped = Promise.withResolvers<never>();
  // SQLite cannot interrupt its integrity check, so the worker is abandoned.
  const stop = () => {
    worker.unref();
    void worker.terminate();
    stopped.reject(signal.reason);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const ended = new Promise<number>((resolve, reject) => worker.once('error', reject).once('exit', resolve));
    const code = await Promise.race([ended, stopped.promise]);
    if (code !== 0) throw new Error('The check was stopped');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
