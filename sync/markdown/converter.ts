import { Worker } from 'node:worker_threads';
import type { convert } from './convert.ts';

/** A message to the worker thread, and its reply. */
export type ConversionRequest = { readonly html: string; readonly options: Parameters<typeof convert>[1] };
export type ConversionReply =
  | { readonly converted: ReturnType<typeof convert> }
  /** The message of an error: a page that nests too deep, a bug. */
  | { readonly failure: string };

/** A page that could not be converted: it takes too long, too much memory, or meets a bug. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

type Job = ConversionRequest & {
  readonly resolve: (converted: ReturnType<typeof convert>) => void;
  readonly reject: (error: Error) => void;
};

/** Milliseconds for one page: usual ones take some ten, the largest a second. */
const DEADLINE_MS = 20_000;
const CLOSED = 'The converter is closed';
/** Megabytes of heap for one page and its tree. */
const MOST_MEMORY = 1024;

/**
 * Converts pages in a worker thread, one after the other, each within a time limit: whatever an author publishes, one page
 * cannot block the program. A page that is stopped costs its thread; the next one gets a new thread.
 */
export function createConverter({ deadlineMs = DEADLINE_MS }: { readonly deadlineMs?: number } = {}) {
  const waiting: Job[] = [];
  let worker: Worker | undefined;
  let closed = false;
  let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | undefined;

  /** Rejects with a ConversionError. */
  function convertPage(html: string, options: ConversionRequest['options']): Promise<ReturnType<typeof convert>> {
    return new Promise((resolve, reject) => {
      // A run that failed still has pages on their way; a thread for them would outlive it, and the program.
      if (closed) reject(new Error(CLOSED));
      else waiting.push({ html, options, resolve, reject });
      next();
    });
  }

  function next(): void {
    if (current) return;
    const job = waiting.shift();
    if (!job) return;
    worker ??= start();
    const timer = setTimeout(() => stop(`it takes longer than ${deadlineMs / 1000} seconds`), deadlineMs);
    current = { job, timer };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to a thread has no origin
    worker.postMessage({ html: job.html, options: job.options } satisfies ConversionRequest);
  }

  function start(): Worker {
    const fresh = new Worker(new URL('convert-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    fresh.on('message', (reply: ConversionReply) => settle(reply));
    fresh.on('error', (error) => {
      if (worker === fresh) stop(error.message);
    });
    return fresh;
  }

  function settle(reply: ConversionReply): void {
    const done = current;
    if (!done) return;
    current = undefined;
    clearTimeout(done.timer);
    if ('converted' in reply) done.job.resolve(reply.converted);
    else done.job.reject(new ConversionError(reply.failure));
    next();
  }

  function stop(failure: string): void {
    void worker?.terminate();
    worker = undefined;
    settle({ failure });
  }

  return {
    convert: convertPage,
    /** Has the thread loaded and compiled before somebody waits for a page. */
    prepare: (): void => {
      if (!worker) convertPage('<p>.</p>', { baseUrl: 'https://example.com/', source: 'rest' }).catch(() => undefined);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      clearTimeout(current?.timer);
      for (const { reject } of [...(current ? [current.job] : []), ...waiting.splice(0)]) reject(new Error(CLOSED));
      await worker?.terminate();
      worker = undefined;
    },
  };
}
export type Converter = ReturnType<typeof createConverter>;
