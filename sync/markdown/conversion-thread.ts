import { Worker } from 'node:worker_threads';
import type { convert } from './convert.ts';

/** A message to the worker thread, and its reply. */
export type ConversionRequest = { readonly html: string; readonly options: Parameters<typeof convert>[1] };
export type Converted = ReturnType<typeof convert>;
export type ConversionReply =
  | { readonly converted: Converted }
  /** The message of an error: a page that nests too deep, a bug. */
  | { readonly failure: string };

/** A page that could not be converted: it takes too long, too much memory, or meets a bug. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
}

/** Megabytes of heap for one page and its tree. */
const MOST_MEMORY = 1024;

/** Converts one page at a time in a worker thread, within a time limit. A page that is stopped costs the thread; the next one gets a new thread. */
export function createConversionThread(deadlineMs: number) {
  let worker: Worker | undefined;
  let current: { readonly page: PromiseWithResolvers<Converted>; readonly timer: NodeJS.Timeout } | undefined;

  /** Rejects with a ConversionError. */
  function convertPage(request: ConversionRequest): Promise<Converted> {
    worker ??= start();
    const page = Promise.withResolvers<Converted>();
    const tooLong = new ConversionError(`it takes longer than ${deadlineMs / 1000} seconds`);
    const timer = setTimeout(() => void stop(tooLong), deadlineMs);
    current = { page, timer };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to a thread has no origin
    worker.postMessage(request);
    return page.promise;
  }

  function start(): Worker {
    const fresh = new Worker(new URL('convert-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    fresh.on('message', (reply: ConversionReply) => {
      if ('converted' in reply) take()?.resolve(reply.converted);
      else take()?.reject(new ConversionError(reply.failure));
    });
    fresh.on('error', (error) => {
      if (worker === fresh) void stop(new ConversionError(error.message));
    });
    return fresh;
  }

  /** The page at work, which is so no more. */
  function take(): PromiseWithResolvers<Converted> | undefined {
    const done = current;
    current = undefined;
    clearTimeout(done?.timer);
    return done?.page;
  }

  /** Ends the thread; rejects the page at work. */
  function stop(failure: Error): Promise<unknown> {
    const ending = worker;
    worker = undefined;
    take()?.reject(failure);
    return Promise.resolve(ending?.terminate());
  }

  return { convert: convertPage, stop, isLoaded: () => worker !== undefined };
}
