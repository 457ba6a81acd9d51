import { mkdirSync, watch } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../shared/errors.ts';
import {
  createRefreshRequests,
  type RefreshRequest,
  type SiteSubject,
  type Taken,
} from '../../shared/refresh-requests.ts';
import type { OnRunEvent } from '../run/events.ts';
import type { OutcomeCode } from '../process/outcome.ts';
import type { RunQueue, WatchOrder } from './run-queue.ts';

type Options = {
  readonly dataDir: string;
  /** As `Rhythm` has it. */
  readonly looksSeldom?: boolean;
  readonly queue: Pick<RunQueue, 'ask'>;
  readonly report: OnRunEvent;
  readonly signal: AbortSignal;
  /** Milliseconds until a request is tried again whose run failed. */
  readonly retryMs?: number;
};

/** Milliseconds between two looks at the folder, where nothing tells of a new file. */
const LOOK_EVERY_MS = 1000;
/** The same of one of many sites: where the system tells of new files, and where it does not. */
const SELDOM_MS = { told: 60_000, untold: 5000 };
const RETRY_MS = 30_000;

/** The least run that sees each subject: addresses are in every census, texts and visibility only in a look at every page. */
const RUN_OF: Record<SiteSubject, 'full' | 'changes'> = {
  addresses: 'changes',
  navigation: 'changes',
  visibility: 'full',
  shared: 'full',
  everything: 'full',
};

/** Takes requests to look at what changed as they come, and asks for the runs that do, until the signal. */
export async function followRefreshRequests({
  dataDir,
  looksSeldom = false,
  queue,
  report,
  signal,
  retryMs = RETRY_MS,
}: Options): Promise<void> {
  const requests = createRefreshRequests(dataDir);
  using folder = watchFolder(join(dataDir, 'refresh'), looksSeldom, signal);
  // What was taken before this process began is taken again.
  let retryAt = 0;
  const looking = new Set<Promise<void>>();
  while (!signal.aborted) {
    const isDue = Date.now() >= retryAt;
    if (isDue) retryAt = Infinity;
    try {
      const taken = isDue || (await requests.anyWaiting()) ? await requests.take() : undefined;
      if (taken) {
        // What is told meanwhile may pass a run that takes long.
        const work = look(taken).catch(failed);
        looking.add(work);
        void work.then(() => looking.delete(work));
      }
    } catch (error) {
      failed(error);
    }
    await folder.change();
  }
  await Promise.all(looking);

  async function look(taken: Taken): Promise<void> {
    const outcomes = await Promise.all(ordersFor(taken.request).map((order) => queue.ask(order)));
    if (outcomes.every(isDone)) {
      await taken.done();
      report({ type: 'refreshed', seconds: Math.max(0, (Date.now() - taken.since.getTime()) / 1000) });
      return;
    }
    taken.giveBack();
    retryAt = Date.now() + retryMs;
  }

  function failed(error: unknown): void {
    retryAt = Date.now() + retryMs;
    report({ type: 'warning', message: `Requests to look at a change could not be taken: ${messageOf(error)}` });
  }
}

/** The guard tells for itself that it holds; asking again would change nothing. */
const isDone = (outcome: OutcomeCode | undefined): boolean => outcome === 'done' || outcome === 'mass_loss';

/** The runs that see what a request names. */
function ordersFor({ posts, site }: RefreshRequest): readonly WatchOrder[] {
  const pages = Object.entries(posts).flatMap(([type, ids]) => ids.map((id) => ({ id, type })));
  const runs = new Set(site.map((subject) => RUN_OF[subject]));
  return [
    ...(pages.length > 0
      ? [{ full: false, short: { why: 'WordPress told of a change', types: new Map(), pages } }]
      : []),
    ...(runs.has('full') ? [{ full: true }] : runs.has('changes') ? [{ full: false }] : []),
  ];
}

/** Waits for changes of a folder that may not be there yet; where the system tells nothing, until the next look is due. */
function watchFolder(dir: string, looksSeldom: boolean, signal: AbortSignal) {
  let watcher: ReturnType<typeof watch> | undefined;
  let wake: (() => void) | undefined;
  let isTold = false;

  function begin(): void {
    if (watcher) return;
    try {
      watcher = watch(dir, (_, name) => {
        // The folder itself went, and another one may take its place.
        if (name === basename(dir)) end();
        isTold = true;
        wake?.();
      }).on('error', end);
      // Something may have come since the last look.
      isTold = true;
    } catch {
      // The folder comes with the first request.
    }
  }

  /** One of many sites does not wait for that. */
  function make(): void {
    try {
      mkdirSync(dir, { mode: 0o700 });
    } catch {
      // It is there, or the site is gone.
    }
  }

  function end(): void {
    watcher?.close();
    watcher = undefined;
  }

  const pause = (): number => {
    if (!looksSeldom) return LOOK_EVERY_MS;
    return watcher ? SELDOM_MS.told : SELDOM_MS.untold;
  };

  if (looksSeldom) make();
  return {
    async change(): Promise<void> {
      begin();
      if (!isTold) {
        const woken = new AbortController();
        wake = () => woken.abort();
        await sleep(pause(), undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
      }
      isTold = false;
    },
    [Symbol.dispose]: end,
  };
}
