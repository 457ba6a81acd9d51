import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from '../../../sync/outcome.ts';
import { readSettings } from '../../../shared/settings.ts';
import { syncConfig } from '../../../sync/config.ts';
import type { Run, RunSite } from '../../../sync/service/run-process.ts';
import type { WatchOrder } from '../../../sync/service/run-queue.ts';
import type { RunEvent } from '../../../sync/run/events.ts';
import type { Discovered } from '../../../sync/wordpress/discovery.ts';
import type { SyncedSite } from '../../helpers/synced-site.ts';

/** Processes of runs that this one has started, and that live. */
export function children(): readonly number[] {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').map(Number);
  return pids.filter((pid) => pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sync/runner.ts'));
}

/** Waits until so many of them live. */
export async function untilChildren(count: number): Promise<readonly number[]> {
  for (;;) {
    const pids = children();
    if (pids.length === count) return pids;
    await wait(50);
  }
}

/** A site whose runs are made, and what they tell. */
export function followedSite<Made extends Ending | undefined>(
  make: (run: Run) => Promise<Made>,
  synced: SyncedSite,
  { extent, ...given }: Partial<RunSite> & Partial<Pick<Run, 'extent'>> = {},
) {
  const told: RunEvent[] = [];
  const found: string[] = [];
  let discovered: Discovered | undefined;
  const site: RunSite = {
    name: synced.dir,
    config: syncConfig(readSettings(synced.environment)),
    hasOwnWorker: false,
    oneAtATime: false,
    leaving: given.signal ?? new AbortController().signal,
    signal: new AbortController().signal,
    report: (event) => told.push(event),
    onFound: (addresses) => {
      discovered = addresses;
      found.push(addresses.apiRoot);
    },
    postpone: () => {},
    ...given,
  };
  return {
    sync: (order: WatchOrder) => make({ site, order, extent, discovered }),
    hasTold: (type: RunEvent['type']) => told.some((event) => event.type === type),
    told,
    found,
  };
}
