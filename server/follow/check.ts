import { Worker } from 'node:worker_threads';

/** Checks the structure of an index file in a thread of its own, so that meanwhile requests are answered; rejects with its faults. */
export async function checkStructure(file: string, signal: AbortSignal): Promise<void> {
  const worker = new Worker(new URL('check-worker.ts', import.meta.url), { workerData: file });
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const code = await new Promise<number>((resolve, reject) => worker.once('error', reject).once('exit', resolve));
    if (code !== 0) throw new Error('The check was stopped');
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
