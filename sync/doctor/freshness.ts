import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import type { ProbeNote } from '../service/report/notes.ts';
import { age } from '../service/report/words.ts';
import { note, ok, type Finding } from './finding.ts';

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
  const check = 'freshness';
  if (configured === 0) {
    const message = `A change is published only after the next run (${schedule}): probes are disabled`;
    return note(check, message, 'set SYNC_PROBE_SECONDS to 15, or less; the demo site has no probes');
  }
  const isWatched = probes && now.getTime() - Date.parse(probes.last_at) < probes.every_seconds * 1000 + PATIENCE_MS;
  if (!isWatched) {
    const last = probes ? `, the last one ${age(probes.last_at, now)} ago` : '';
    const message = `No process probes the site between runs${last}`;
    return note(check, message, 'run npm run sync -- --watch under the service manager');
  }
  const took = runs
    .filter(({ mode, outcome }) => mode === 'short' && outcome === 'done')
    .map(({ startedAt, finishedAt }) => (Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 1000);
  const slowest = Math.ceil(Math.max(0, ...took));
  const measured = took.length > 0 ? `, and ${slowest} s for the slowest of the last ${took.length} short runs` : '';
  const { every_seconds: every, why } = probes;
  const message = `A change is published within ${every + slowest} s: ${every} s between two probes${measured}`;
  if (why === undefined) return ok(check, message);
  return note(check, `${message}; ${why}`, 'exclude /wp-json/ from the cache, or find out why the site is slow');
}

type Refresh = {
  readonly dataDir: string;
  // A page to read again; its text does not change.
  readonly page: { readonly id: number; readonly type: string };
  // Milliseconds until a request counts as not taken.
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
      const message = `A page that WordPress reported was not read within ${patience / 1000} s`;
      return note('refresh', message, 'run npm run sync -- --watch under the service manager, beside the server');
    }
    await sleep(LOOK_EVERY_MS);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return ok('refresh', `A page that WordPress reports is read, and published if it changed, in ${seconds} s`);
}
