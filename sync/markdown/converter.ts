import { requireRoom } from './parse/room.ts';
import { createConversionThread, type Converted, type ConversionRequest } from './conversion-thread.ts';

type Options = {
  /** Milliseconds for one page. */
  readonly deadlineMs?: number;
  /** Most threads at once. */
  readonly threads?: number;
  readonly now?: () => number;
};

type Page = ConversionRequest & Pick<PromiseWithResolvers<Converted>, 'resolve' | 'reject'>;

/** The pages of one site. */
type Site = {
  readonly waiting: Page[];
  /** Ends the page at work. */
  stop: ((failure: Error) => Promise<unknown>) | undefined;
  /** Number of its last turn, counted over all sites. */
  turn: number;
  /** Milliseconds that its last pages took, the last one most of all. */
  pace: number;
};

/** Usual pages take some ten milliseconds, the largest a second. */
const DEADLINE_MS = 20_000;
/** Milliseconds from which the pages of a site are slow. */
const SLOW_MS = 1000;
/** Milliseconds for which a page may keep all others waiting; then a further thread takes the next one. */
const LATE_MS = 500;
const CLOSED = 'The converter is closed';

/**
 * Converts the pages of any number of sites in worker threads, each page within a time limit: whatever an author publishes, one page
 * cannot block the program. A site has one page at work at a time, the site whose last turn is longest ago comes next, and sites
 * whose pages are slow leave a thread to the others, where there are several. A further thread, which takes much memory, is loaded only
 * when pages keep the others waiting.
 */
export function createConverters({
  deadlineMs = DEADLINE_MS,
  threads = 1,
  now = () => performance.now(),
}: Options = {}) {
  const all = Array.from({ length: threads }, () => createConversionThread(deadlineMs));
  const idle = [...all];
  const sites = new Set<Site>();
  let turns = 0;
  let slow = 0;
  /** Pages at work that keep others waiting. */
  let late = 0;

  /** The converter of a site, until it is disposed of. */
  function open() {
    const site: Site = { waiting: [], stop: undefined, turn: 0, pace: 0 };
    sites.add(site);

    /** Rejects with a ConversionError. */
    function convert(html: string, options: ConversionRequest['options']): Promise<Converted> {
      return new Promise((resolve, reject) => {
        // A run that failed still has pages on their way; a thread for them would outlive it, and the program.
        if (!sites.has(site)) return reject(new Error(CLOSED));
        requireRoom(html);
        site.waiting.push({ html, options, resolve, reject });
        advance();
      });
    }

    return {
      convert,
      /** Has a thread loaded and compiled before somebody waits for a page. */
      prepare: (): void => {
        const isNeeded = idle.length > 0 && !idle.some((thread) => thread.isLoaded());
        if (isNeeded) convert('<p>.</p>', { baseUrl: 'https://example.com/', source: 'rest' }).catch(() => undefined);
      },
      /** Ends threads that wait, if no other site uses them. The next page loads one again. */
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

  /** The thread for the next page, if there is one. */
  function freeThread(): Thread | undefined {
    const atWork = threads - idle.length;
    return idle.find((thread) => thread.isLoaded()) ?? (late >= atWork ? idle[0] : undefined);
  }

  /** The site whose page is to be converted now. */
  function next(): Site | undefined {
    if (!freeThread()) return undefined;
    let first: Site | undefined;
    for (const site of sites) {
      const mayBegin = !isSlow(site) || threads === 1 || slow < threads - 1;
      if (site.stop || site.waiting.length === 0 || !mayBegin) continue;
      if (!first || site.turn < first.turn) first = site;
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
    site.turn = ++turns;
    if (wasSlow) slow += 1;
    const end = keepWaiting();
    const tell = await thread.convert({ html, options }).then(
      (converted) => () => resolve(converted),
      (error: unknown) => () => reject(error),
    );
    end();
    if (wasSlow) slow -= 1;
    site.stop = undefined;
    site.pace = (site.pace + now() - began) / 2;
    idle.push(thread);
    // Whoever hears of it finds the thread free, and closes it with the others.
    tell();
    advance();
  }

  /** Counts a page at work as late from a time on, until it ends. */
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
