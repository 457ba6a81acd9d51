import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { convert } from './convert.ts';
import { ConversionError } from './parse/room.ts';

/** Request to the worker thread. */
export type ConversionRequest = { readonly html: string; readonly options: Parameters<typeof convert>[1] };
export type Converted = ReturnType<typeof convert>;
export type ConversionReply =
  | { readonly converted: Converted }
  /** Error message; `isLasting` of a `ConversionError`. */
  | { readonly failure: string; readonly isLasting: boolean };

// Heap limit in megabytes for a page and its tree: half of the available memory, within these bounds.
const [LEAST_MEMORY, MOST_MEMORY] = [128, 1024];

/**
 * Converts pages in a worker thread, a single page at a time. `deadlineMs` is a timeout in working time, so
 * pages do not fail on a busy machine. Stopping a request terminates the thread; the next request starts a new thread.
 */
export function createConversionThread(deadlineMs: number) {
  let worker: Worker | undefined;
  let current: { readonly page: PromiseWithResolvers<Converted>; timer: NodeJS.Timeout } | undefined;

  // Rejects with a `ConversionError`.
  function convertPage(request: ConversionRequest): Promise<Converted> {
    worker ??= start();
    const page = Promise.withResolvers<Converted>();
    const tooLong = new ConversionError(`it exceeds the time limit of ${deadlineMs / 1000} seconds`);
    const thread = worker;
    const timeOf = workClock(thread);
    const item = { page, timer: setTimeout(() => void judge(deadlineMs), deadlineMs) };
    current = item;
    /** Stops a request that has used its time. Otherwise the timeout is set to the remaining time. */
    async function judge(waited: number): Promise<void> {
      const left = deadlineMs - Math.min(await timeOf(), waited);
      if (current !== item) return;
      if (left <= 0) void stop(tooLong);
      else item.timer = setTimeout(() => void judge(waited + left), Math.max(left, LEAST_WAIT_MS));
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port to a thread has no origin
    worker.postMessage(request);
    return page.promise;
  }

  function start(): Worker {
    const fresh = new Worker(new URL('convert-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapLimit() },
    });
    fresh.on('message', (reply: ConversionReply) => {
      if ('converted' in reply) take()?.resolve(reply.converted);
      else take()?.reject(new ConversionError(reply.failure, reply.isLasting));
    });
    fresh.on('error', (error) => {
      if (worker === fresh) void stop(new ConversionError(error.message));
    });
    return fresh;
  }

  // Returns the promise of the current request, and clears the request and its timer.
  function take(): PromiseWithResolvers<Converted> | undefined {
    const done = current;
    current = undefined;
    clearTimeout(done?.timer);
    return done?.page;
  }

  // Terminates the thread and rejects the current request.
  function stop(failure: Error): Promise<unknown> {
    const ending = worker;
    worker = undefined;
    take()?.reject(failure);
    return Promise.resolve(ending?.terminate());
  }

  return { convert: convertPage, stop, isLoaded: () => worker !== undefined };
}

// Minimum milliseconds between two checks of a page whose thread has hardly worked.
const LEAST_WAIT_MS = 100;

function heapLimit(): number {
  const half = Math.floor(process.availableMemory() / 2 / 1024 / 1024);
  return Math.min(MOST_MEMORY, Math.max(LEAST_MEMORY, half));
}

// Returns a function for the working time of a thread since now, in milliseconds: CPU time if Node measures it.
function workClock(worker: Worker): () => Promise<number> {
  const began = worker.performance.eventLoopUtilization();
  const active = () => worker.performance.eventLoopUtilization(began).active;
  // Node 22.19 does not have `cpuUsage` of threads.
  const cpu = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };
  if (typeof worker.cpuUsage !== 'function') return async () => active();
  const atStart = cpu().catch(() => 0);
  // A thread without a response is executing native code.
  return () =>
    Promise.race([cpu().then(async (now) => now - (await atStart)), sleep(LEAST_WAIT_MS * 10).then(active)]).catch(
      active,
    );
}
