import { Worker } from 'node:worker_threads';

/**
 * Checks in a thread of its own, so that meanwhile requests are answered, that a file is an undamaged index of a generation; rejects
 * with its faults.
 */
export async function checkIndexFile(file: string, generation: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
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
    signal.removeEventListener('abort', stop);
  }
}
