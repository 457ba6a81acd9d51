import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import type { ProbeNote } from '../service/report/notes.ts';
import { age } from '../service/report/words.ts';
import { found, type Finding } from './finding.ts';

type Freshness = {
  // Configured seconds between two probes; 0 disables them.
  readonly configured: number;
  readonly probes: ProbeNote | undefined;
  // Last runs, newest first.
  readonly runs: readonly LoggedRun[];
  readonly schedule: string;
  readonly now: Date;
};

// Milliseconds after its interval until a probe counts as missing, because it waits for the current run.
const PATIENCE_MS = 30 * 60_000;

/** Judges how soon a change is published: the interval of the probes plus the duration of the short runs after them. */
export function judgeFreshness({ configured, probes, runs, schedule, now }: Freshness): Finding {
  if (configured === 0) return found('freshness', 'disabled', { schedule });
  const isWatched = probes && now.getTime() - Date.parse(probes.last_at) < probes.every_seconds * 1000 + PATIENCE_MS;
  if (!isWatched) {
    const last = probes ? `, the last one ${age(probes.last_at, now)} ago` : '';
    return found('freshness', 'unwatched', { last });
  }
  const took = runs
    .filter(({ mode, outcome }) => mode === 'short' && outcome === 'done')
    .map(({ startedAt, finishedAt }) => (Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 1000);
  const slowest = Math.ceil(Math.max(0, ...took));
  const measured = took.length > 0 ? `, and ${slowest} s for the slowest of the last ${took.length} short runs` : '';
  const { every_seconds: every, why } = probes;
  const values = { within: every + slowest, every, measured, why: why ?? '' };
  return found('freshness', why === undefined ? 'probed' : 'slowed', values);
}

type Refresh = {
  readonly dataDir: string;
  // A page to read again; its text does not change.
  readonly page: { readonly id: number; readonly type: string };
  // Timeout of the request, in milliseconds.
  readonly patience?: number;
};

// Milliseconds between two checks of the request.
const LOOK_EVERY_MS = 50;

/** Measures how long sync takes to read a page, and to publish a change, after a message of WordPress. */
export async function measureRefresh({ dataDir, page, patience = 30_000 }: Refresh): Promise<Finding> {
  const requests = createRefreshRequests(dataDir);
  const name = `doctor-${process.pid}`;
  const began = performance.now();
  await requests.write(name, { posts: { [page.type]: [page.id] }, site: [] });
  while (await requests.has(name)) {
    if (performance.now() - began > patience) {
      await requests.withdraw(name);
      return found('refresh', 'unread', { seconds: patience / 1000 });
    }
    await sleep(LOOK_EVERY_MS);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return found('refresh', 'measured', { seconds });
}
