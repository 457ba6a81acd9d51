import { existsSync, mkdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../shared/errors.ts';
import {
  createRefreshRequests,
  type RefreshRequest,
  type SiteSubject,
  type Taken,
} from '../../shared/refresh-requests.ts';
import type { OnRunEvent } from '../run/events.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { RunQueue, WatchOrder } from './run-queue.ts';

type Options = {
  readonly dataDir: string;
  readonly looksSeldom?: boolean;
  readonly queue: Pick<RunQueue, 'request'>;
  readonly report: OnRunEvent;
  readonly signal: AbortSignal;
  // Timeout until a request is retried after a failed run, in milliseconds.
  readonly retryMs?: number;
};

// Timeout of file events with a single site, in milliseconds.
const LOOK_EVERY_MS = 1000;
// Timeouts with several sites, with and without file events.
const SELDOM_MS = { watched: 60_000, unwatched: 5000 };
const RETRY_MS = 30_000;

// The smallest run that detects each subject: the census contains each path; texts and visibility require reading every page.
const RUN_OF: Record<SiteSubject, 'full' | 'changes'> = {
  addresses: 'changes',
  navigation: 'changes',
  visibility: 'full',
  shared: 'full',
  everything: 'full',
};

/** Takes refresh requests as they arrive and queues their runs, until the signal aborts. */
export async function followRefreshRequests(options: Options): Promise<void> {
  const { dataDir, looksSeldom = false, queue, report, signal, retryMs = RETRY_MS } = options;
  const requests = createRefreshRequests(dataDir);
  // Requests that an earlier process took are taken again.
  let retryAt = 0;
  const looking = new Set<Promise<void>>();
  while (!signal.aborted) {
    // Before the check, so that no later request is missed.
    using folder = watchFolder(join(dataDir, 'refresh'), looksSeldom);
    const isDue = Date.now() >= retryAt;
    if (isDue) retryAt = Infinity;
    try {
      const taken = isDue || (await requests.anyWaiting()) ? await requests.take() : undefined;
      if (taken) {
        // A request during a long run may pre-empt it.
        const work = look(taken).catch(failed);
        looking.add(work);
        void work.then(() => looking.delete(work));
      }
    } catch (error) {
      failed(error);
    }
    await folder.change(signal);
  }
  await Promise.all(looking);

  async function look(taken: Taken): Promise<void> {
    const outcomes = await Promise.all(ordersFor(taken.request).map((order) => queue.request(order)));
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
    report({ type: 'warning', message: `Refresh requests could not be read: ${messageOf(error)}` });
  }
}

// The guard reports a hold; a retry would change nothing.
const isDone = (outcome: OutcomeCode | undefined): boolean => outcome === 'done' || outcome === 'mass_loss';

// The runs that detect the changes of a request.
function ordersFor({ posts, site }: RefreshRequest): readonly WatchOrder[] {
  const pages = Object.entries(posts).flatMap(([type, ids]) => ids.map((id) => ({ id, type })));
  const runs = new Set(site.map((subject) => RUN_OF[subject]));
  return [
    ...(pages.length > 0
      ? [{ full: false, short: { why: 'WordPress reported a change', types: new Map(), pages } }]
      : []),
    ...(runs.has('full') ? [{ full: true }] : runs.has('changes') ? [{ full: false }] : []),
  ];
}

// Watches a folder from now on. File events may be unavailable, so every wait has a timeout.
function watchFolder(dir: string, looksSeldom: boolean) {
  const event = new AbortController();
  const end = () => event.abort();
  let watcher: ReturnType<typeof watch> | undefined;
  try {
    // With several sites, the folder is created at once to receive file events.
    if (looksSeldom && !existsSync(dir)) mkdirSync(dir, { mode: 0o700 });
    watcher = watch(dir, end).on('error', end);
  } catch {
    // The first request creates the folder, or the site was removed.
  }
  const seldom = watcher ? SELDOM_MS.watched : SELDOM_MS.unwatched;
  return {
    change: async (signal: AbortSignal): Promise<void> => {
      const until = AbortSignal.any([signal, event.signal]);
      await sleep(looksSeldom ? seldom : LOOK_EVERY_MS, undefined, { signal: until }).catch(() => undefined);
    },
    [Symbol.dispose]: () => watcher?.close(),
  };
}
