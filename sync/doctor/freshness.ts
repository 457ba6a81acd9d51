import { setTimeout as sleep } from 'node:timers/promises';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { createRefreshRequests } from '../../shared/refresh-requests.ts';
import type { ProbeNote } from '../watch/probe-note.ts';
import { age } from '../report/age.ts';
import { note, ok, type Finding } from './finding.ts';

type Freshness = {
  /** Seconds between two probes by the settings; 0 without them. */
  readonly configured: number;
  readonly probes: ProbeNote | undefined;
  /** The last runs, newest first. */
  readonly runs: readonly LoggedRun[];
  readonly schedule: string;
  readonly now: Date;
};

/** Time after its interval within which a probe is not missed: it waits for the run at work, in milliseconds. */
const PATIENCE_MS = 30 * 60_000;

/** Judges how soon a change shows: the interval of the probes, and what the short runs after them took. */
export function judgeFreshness({ configured, probes, runs, schedule, now }: Freshness): Finding {
  const check = 'freshness';
  if (configured === 0) {
    const message = `A change shows after the next run only (${schedule}): there are no probes`;
    return note(check, message, 'set SYNC_PROBE_SECONDS to 15, or less; the demo site has no probes');
  }
  const isWatched = probes && now.getTime() - Date.parse(probes.last_at) < probes.every_seconds * 1000 + PATIENCE_MS;
  if (!isWatched) {
    const last = probes ? `, the last one ${age(probes.last_at, now)} ago` : '';
    const message = `Nobody asks the site between two runs if something has changed${last}`;
    return note(check, message, 'let npm run sync -- --watch run under the service manager');
  }
  const took = runs
    .filter(({ mode, outcome }) => mode === 'short' && outcome === 'done')
    .map(({ startedAt, finishedAt }) => (Date.parse(finishedAt ?? startedAt) - Date.parse(startedAt)) / 1000);
  const slowest = Math.ceil(Math.max(0, ...took));
  const measured = took.length > 0 ? `, and ${slowest} s of the slowest of the last ${took.length} short runs` : '';
  const { every_seconds: every, why } = probes;
  const message = `A change shows within ${every + slowest} s: ${every} s between two probes${measured}`;
  if (why === undefined) return ok(check, message);
  return note(check, `${message}; ${why}`, 'leave /wp-json/ out of the cache, or ask the host why the site is slow');
}

type Refresh = {
  readonly dataDir: string;
  /** A page to have looked at; its text is not touched. */
  readonly page: { readonly id: number; readonly type: string };
  /** Milliseconds after which nobody is expected to take a request any more. */
  readonly patience?: number;
};

/** Milliseconds between two looks at whether a request was done with. */
const LOOK_EVERY_MS = 50;

/** Measures how long sync takes to look at a page, and to publish it if it changed, once WordPress has told of it. */
export async function measureRefresh({ dataDir, page, patience = 30_000 }: Refresh): Promise<Finding> {
  const requests = createRefreshRequests(dataDir);
  const name = `doctor-${process.pid}`;
  const began = performance.now();
  await requests.write(name, { posts: { [page.type]: [page.id] }, site: [] });
  while (await requests.has(name)) {
    if (performance.now() - began > patience) {
      await requests.withdraw(name);
      const message = `A page that WordPress tells of was not looked at within ${patience / 1000} s`;
      return note('refresh', message, 'let npm run sync -- --watch run under the service manager, beside the server');
    }
    await sleep(LOOK_EVERY_MS);
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return ok('refresh', `A page that WordPress tells of is looked at, and published if it changed, in ${seconds} s`);
}
