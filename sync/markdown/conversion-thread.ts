import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { convert } from './convert.ts';
import { ConversionError } from './parse/room.ts';

/** A message to the worker thread, and its reply. */
export type ConversionRequest = { readonly html: string; readonly options: Parameters<typeof convert>[1] };
export type Converted = ReturnType<typeof convert>;
export type ConversionReply =
  | { readonly converted: Converted }
  /** The message of an error: a page that nests too deep, a bug. */
  | { readonly failure: string };

/** Megabytes of heap for one page and its tree: half of the available memory, within these bounds. */
const [LEAST_MEMORY, MOST_MEMORY] = [128, 1024];

/**
 * Converts one page at a time in a worker thread. `deadlineMs` limits the time that the thread itself works at a page, so that a busy
 * machine fails none. A page that is stopped costs the thread; the next one gets a new thread.
 */
export function createConversionThread(deadlineMs: number) {
  let worker: Worker | undefined;
  let current: { readonly page: PromiseWithResolvers<Converted>; timer: NodeJS.Timeout } | undefined;

  /** Rejects with a ConversionError. */
  function convertPage(request: ConversionRequest): Promise<Converted> {
    worker ??= start();
    const page = Promise.withResolvers<Converted>();
    const tooLong = new ConversionError(`it takes longer than ${deadlineMs / 1000} seconds`);
    const thread = worker;
    const timeOf = workClock(thread);
    const item = { page, timer: setTimeout(() => void judge(deadlineMs), deadlineMs) };
    current = item;
    /** Ends a page that took its time, and gives it the rest of it otherwise. */
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

/** Milliseconds between two looks at a page whose thread has hardly worked. */
const LEAST_WAIT_MS = 100;

function heapLimit(): number {
  const half = Math.floor(process.availableMemory() / 2 / 1024 / 1024);
  return Math.min(MOST_MEMORY, Math.max(LEAST_MEMORY, half));
}

/** Returns a function that gives the milliseconds that a thread has worked from now on: processor time, where Node measures it. */
function workClock(worker: Worker): () => Promise<number> {
  const began = worker.performance.eventLoopUtilization();
  const active = () => worker.performance.eventLoopUtilization(began).active;
  // Node 22.19 has no `cpuUsage` of threads.
  const cpu = async () => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };
  if (typeof worker.cpuUsage !== 'function') return async () => active();
  const atStart = cpu().catch(() => 0);
  // A thread that does not answer is at work in native code.
  return () =>
    Promise.race([cpu().then(async (now) => now - (await atStart)), sleep(LEAST_WAIT_MS * 10).then(active)]).catch(
      active,
    );
}
