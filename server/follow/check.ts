import { Worker } from 'node:worker_threads';

/** Time for the check of a file, in milliseconds. An index of a million pages takes some minutes. */
const CHECK_WITHIN_MS = 1_800_000;

/**
 * Checks in a separate thread, so that requests are answered meanwhile, that a file is an undamaged index of a generation. Rejects
 * with its faults, and when the check takes too long. Queries of a file that passes take time by its size alone: its schema is ours
 * word for word, and no page of it is used twice.
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
  // SQLite cannot be interrupted in the middle of its check, and nobody waits for it then.
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
