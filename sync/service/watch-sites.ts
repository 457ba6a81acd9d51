import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../shared/log.ts';
import { explain } from '../../shared/errors.ts';
import { readSettings, type Environment } from '../../shared/settings.ts';
import { followSites, type SiteChange } from '../../shared/sites/follow-sites.ts';
import { siteEnvironment, type Site } from '../../shared/sites/site.ts';
import type { Reporter } from './report/report.ts';
import { readCodeDigests } from '../run/publish/code-digests.ts';
import { SyncError } from '../run/sync-error.ts';
import { syncConfig } from '../config.ts';
import { keepSite } from './keep-site.ts';
import type { ServedMetrics } from './metrics.ts';
import { rhythmOf } from './schedule.ts';
import type { SiteRuns } from './site-runs.ts';
import { createSlots } from '../run/slots.ts';

type Options = {
  readonly dir: string;
  readonly environment: Environment;
  readonly startFull: boolean;
  readonly runs: SiteRuns;
  readonly log: Log;
  readonly reporterOf: (name: string) => Reporter;
  readonly metrics: ServedMetrics | undefined;
  readonly signal: AbortSignal;
};

// A site with a current watch, or whose run has not ended.
type Watched = {
  // Config of the next watch.
  wanted: Site | undefined;
  // Ends the watch after the current run.
  leaving: AbortController;
  // Ends the watch and the current run.
  stopping: AbortController;
  readonly ended: Promise<void>;
};

// Milliseconds until a watch restarts after an internal error.
const RETRY_MS = 60_000;
// Limits of concurrent deliveries: after an update of this program, every site publishes.
const DELIVERIES = { most: 4, mostPatient: 4, mostHeavy: 4 };

/** Watches every site of SITES_DIR that is not paused, and follows changes of the folder, until the signal aborts. */
export async function watchSites(options: Options): Promise<void> {
  const { dir, environment, runs, log, reporterOf, metrics, signal } = options;
  const sites = new Map<string, Watched>();
  const { converter } = readCodeDigests();
  const deliveries = createSlots(DELIVERIES);
  const takeDeliverySlot = async (until: AbortSignal) => await deliveries.take('patient', until);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  // Sites present at the start, whose next run reads every page.
  const unread = new Set<string>();
  let isStarting = options.startFull;
  const following = await followSites({ dir, environment, onChange: handleChange });
  isStarting = false;
  if (!signal.aborted) await stopped;
  await following[Symbol.asyncDispose]();
  for (const watched of sites.values()) stop(watched, signal.reason);
  await Promise.all([...sites.values()].map(({ ended }) => ended));

  function handleChange(change: SiteChange): void {
    switch (change.type) {
      case 'taken': {
        const { name, isPaused, isFollowed } = change.site;
        if (isPaused) {
          log.info({ site: name }, 'sync.site.paused');
          unwatch(name, 'The site was paused; the published index stays live');
        } else if (isFollowed) {
          log.info({ site: name }, 'sync.site.followed');
          unwatch(name, 'The index of the site comes from INDEX_URL');
        } else {
          log.info({ site: name }, 'sync.site.taken');
          if (isStarting) unread.add(name);
          watch(change.site);
        }
        break;
      }
      case 'gone':
        log.info({ site: change.name }, 'sync.site.gone');
        unwatch(change.name, 'The site was removed');
        break;
      case 'faulty':
        log.error({ site: change.name, faults: change.faults }, 'sync.site.faulty');
        break;
      case 'unreadable':
        log.error({ why: change.why }, 'sync.sites.unreadable');
        break;
      default:
        change satisfies never;
    }
  }

  // Starts a watch. If the site is already watched, its new config applies after the current run.
  function watch(site: Site): void {
    if (signal.aborted) return;
    const before = sites.get(site.name);
    if (before) {
      before.wanted = site;
      before.leaving.abort();
      return;
    }
    const controllers = { leaving: new AbortController(), stopping: new AbortController() };
    const ended = Promise.withResolvers<void>();
    const watched: Watched = { wanted: site, ...controllers, ended: ended.promise };
    sites.set(site.name, watched);
    void keep(site.name, watched).then(ended.resolve);
  }

  function unwatch(name: string, why: string): void {
    const watched = sites.get(name);
    if (watched) stop(watched, new SyncError('interrupted', why));
  }

  function stop(watched: Watched, reason: unknown): void {
    watched.wanted = undefined;
    watched.stopping.abort(reason);
  }

  async function keep(name: string, watched: Watched): Promise<void> {
    do {
      for (let site = watched.wanted; site; site = watched.wanted) {
        watched.wanted = undefined;
        watched.leaving = new AbortController();
        watched.stopping = new AbortController();
        await keepOnce(site, watched);
      }
      await runs.forget(name);
      await metrics?.forget(name);
      // The site may have been added again meanwhile.
    } while (watched.wanted);
    sites.delete(name);
  }

  async function keepOnce(site: Site, watched: Watched): Promise<void> {
    const { leaving, stopping } = watched;
    const own = siteEnvironment(site, environment);
    const reporter = reporterOf(site.name);
    try {
      const config = syncConfig(readSettings(own));
      await keepSite({
        site: { name: site.name, config, hasOwnWorker: site.hasOwnWorker, oneAtATime: true },
        environment: own,
        startFull: unread.delete(site.name),
        rhythm: rhythmOf(site.name),
        converter,
        takeDeliverySlot,
        runs,
        reporter,
        measures: metrics?.of(site.name, config),
        leaving: leaving.signal,
        signal: stopping.signal,
      });
    } catch (error) {
      reporter.failed({ code: 'failed', message: explain(error) });
      const until = AbortSignal.any([leaving.signal, stopping.signal]);
      await sleep(RETRY_MS, undefined, { signal: until }).catch(() => undefined);
      if (!until.aborted) watched.wanted = site;
    }
  }
}
