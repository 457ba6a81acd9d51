import { requireRoom } from './parse/room.ts';
import { createConversionThread, type Converted, type ConversionRequest } from './conversion-thread.ts';

type Options = {
  /** Timeout of a page, in milliseconds. */
  readonly deadlineMs?: number;
  /** Maximum number of threads. */
  readonly threads?: number;
  readonly now?: () => number;
};

type Page = ConversionRequest & Pick<PromiseWithResolvers<Converted>, 'resolve' | 'reject'>;

type Site = {
  readonly waiting: Page[];
  /** Stops the current request. */
  stop: ((failure: Error) => Promise<unknown>) | undefined;
  /** Sequence number of its latest slot, over all sites. */
  slot: number;
  /** Milliseconds per page: a moving average in favour of recent pages. */
  pace: number;
};

// Typical pages take about 10 ms, the largest pages 1 s.
const DEADLINE_MS = 20_000;
// Average milliseconds per page above which a site is slow.
const SLOW_MS = 1000;
// After this number of milliseconds, a page is late, and an additional thread converts the next page.
const LATE_MS = 500;
const CLOSED = 'The converter is closed';

/**
 * Converts the pages of any number of sites in worker threads. A timeout for each page keeps a single page from
 * blocking the program. A site converts a page at a time, and the site with the oldest slot is next. If there are
 * several threads, slow sites leave a thread free. An additional thread needs much memory, so it is loaded only if late
 * pages delay the queue.
 */
export function createConverters({
  deadlineMs = DEADLINE_MS,
  threads = 1,
  now = () => performance.now(),
}: Options = {}) {
  const all = Array.from({ length: threads }, () => createConversionThread(deadlineMs));
  const idle = [...all];
  const sites = new Set<Site>();
  let slots = 0;
  let slow = 0;
  // Number of current pages that are late.
  let late = 0;

  // Returns the converter of a site, until it is disposed.
  function open() {
    const site: Site = { waiting: [], stop: undefined, slot: 0, pace: 0 };
    sites.add(site);

    // Rejects with a `ConversionError`.
    function convert(html: string, options: ConversionRequest['options']): Promise<Converted> {
      return new Promise((resolve, reject) => {
        // A request of a failed run may still arrive. A thread for it would outlive the run and the program.
        if (!sites.has(site)) return reject(new Error(CLOSED));
        requireRoom(html);
        site.waiting.push({ html, options, resolve, reject });
        advance();
      });
    }

    return {
      convert,
      /** Loads and compiles a thread before the first request. */
      prepare: (): void => {
        const isNeeded = idle.length > 0 && !idle.some((thread) => thread.isLoaded());
        if (isNeeded) convert('<p>.</p>', { baseUrl: 'https://example.com/', source: 'rest' }).catch(() => undefined);
      },
      /** Terminates idle threads if no further site uses them. The next request loads a thread again. */
      rest: async (): Promise<void> => {
        if (sites.size === 1) await Promise.all(idle.map((thread) => thread.stop(new Error(CLOSED))));
      },
      async [Symbol.asyncDispose](): Promise<void> {
        close(site);
        await site.stop?.(new Error(CLOSED));
      },
    };
  }

  function close(site: Site): void {
    sites.delete(site);
    for (const { reject } of site.waiting.splice(0)) reject(new Error(CLOSED));
  }

  function advance(): void {
    for (let site = next(); site; site = next()) void convertNext(site);
  }

  // Returns the thread for the next request, if any.
  function freeThread(): Thread | undefined {
    const atWork = threads - idle.length;
    return idle.find((thread) => thread.isLoaded()) ?? (late >= atWork ? idle[0] : undefined);
  }

  // Returns the site of the next request.
  function next(): Site | undefined {
    if (!freeThread()) return undefined;
    let first: Site | undefined;
    for (const site of sites) {
      const mayBegin = !isSlow(site) || threads === 1 || slow < threads - 1;
      if (site.stop || site.waiting.length === 0 || !mayBegin) continue;
      if (!first || site.slot < first.slot) first = site;
    }
    return first;
  }

  async function convertNext(site: Site): Promise<void> {
    const page = site.waiting.shift();
    const thread = freeThread();
    if (!page || !thread) return;
    idle.splice(idle.indexOf(thread), 1);
    const { html, options, resolve, reject } = page;
    const began = now();
    const wasSlow = isSlow(site);
    site.stop = thread.stop;
    site.slot = ++slots;
    if (wasSlow) slow += 1;
    const end = keepWaiting();
    const settle = await thread.convert({ html, options }).then(
      (converted) => () => resolve(converted),
      (error: unknown) => () => reject(error),
    );
    end();
    if (wasSlow) slow -= 1;
    site.stop = undefined;
    site.pace = (site.pace + now() - began) / 2;
    idle.push(thread);
    // The thread must be idle before the caller is notified, because the caller may close it.
    settle();
    advance();
  }

  // Counts a page as late after `LATE_MS`, until it ends.
  function keepWaiting(): () => void {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      late += 1;
      advance();
    }, LATE_MS);
    return () => {
      clearTimeout(timer);
      if (isLate) late -= 1;
    };
  }

  return {
    open,
    async [Symbol.asyncDispose](): Promise<void> {
      for (const site of sites) close(site);
      await Promise.all(all.map((thread) => thread.stop(new Error(CLOSED))));
    },
  };
}
type Thread = ReturnType<typeof createConversionThread>;
type Converters = ReturnType<typeof createConverters>;
export type Converter = ReturnType<Converters['open']>;

const isSlow = ({ pace }: Site): boolean => pace > SLOW_MS;
