import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from '../../../sync/outcome.ts';
import { readSettings } from '../../../shared/settings.ts';
import { syncConfig } from '../../../sync/config.ts';
import type { Run, RunSite, SiteEvent } from '../../../sync/service/run-process.ts';
import type { WatchOrder } from '../../../sync/service/run-queue.ts';
import type { SyncedSite } from '../../helpers/synced-site.ts';

/** Living processes of runs of this process. */
export function children(): readonly number[] {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').map(Number);
  return pids.filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sync/runner.ts'));
}

/** Waits for this number of processes. */
export async function untilChildren(count: number): Promise<readonly number[]> {
  for (;;) {
    const pids = children();
    if (pids.length === count) return pids;
    await wait(50);
  }
}

/** A site with the events of its runs. */
export function followedSite<Made extends Ending | undefined>(
  make: (run: Run) => Promise<Made>,
  synced: SyncedSite,
  { extent, ...given }: Partial<RunSite> & Partial<Pick<Run, 'extent'>> = {},
) {
  const events: SiteEvent[] = [];
  const found: string[] = [];
  const site: RunSite = {
    name: synced.dir,
    config: syncConfig(readSettings(synced.environment)),
    hasOwnWorker: false,
    oneAtATime: false,
    leaving: given.signal ?? new AbortController().signal,
    signal: new AbortController().signal,
    report: (event) => {
      if (event.type === 'found') found.push((site.discovered = event.discovered).apiRoot);
      else events.push(event);
    },
    ...given,
  };
  return {
    sync: (order: WatchOrder) => make({ site, order, extent }),
    has: (type: SiteEvent['type']) => events.some((event) => event.type === type),
    events,
    found,
  };
}
