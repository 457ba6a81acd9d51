import { watch } from 'node:fs';
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
import type { OutcomeCode } from './outcome.ts';
import type { RunQueue, WatchOrder } from './run-queue.ts';

type Options = {
  readonly dataDir: string;
  readonly queue: Pick<RunQueue, 'ask'>;
  readonly report: OnRunEvent;
  readonly signal: AbortSignal;
  /** Milliseconds until a request is tried again whose run failed. */
  readonly retryMs?: number;
};

/** Milliseconds between two looks at the folder, where nothing tells of a new file. */
const LOOK_EVERY_MS = 1000;
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
  queue,
  report,
  signal,
  retryMs = RETRY_MS,
}: Options): Promise<void> {
  const requests = createRefreshRequests(dataDir);
  using folder = watchFolder(join(dataDir, 'refresh'), signal);
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

/** Waits for changes of a folder that may not be there yet; where the system tells nothing, for a second. */
function watchFolder(dir: string, signal: AbortSignal) {
  let watcher: ReturnType<typeof watch> | undefined;
  let wake: (() => void) | undefined;

  function begin(): void {
    try {
      watcher ??= watch(dir, () => wake?.()).on('error', end);
    } catch {
      // The folder comes with the first request.
    }
  }

  function end(): void {
    watcher?.close();
    watcher = undefined;
  }

  return {
    async change(): Promise<void> {
      begin();
      const woken = new AbortController();
      wake = () => woken.abort();
      await sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => undefined);
    },
    [Symbol.dispose]: end,
  };
}
