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

// Watch of a site with a config; a changed config starts a further watch after it.
type Watch = {
  // Ends the watch after the current run.
  readonly leaving: AbortController;
  // Ends the watch and the current run, also of the watches before it.
  readonly stopping: AbortController;
  readonly ended: Promise<void>;
};

// Timeout until a watch restarts after an internal error, in milliseconds.
const RETRY_MS = 60_000;
// Limits of concurrent deliveries: after an update of this program, every site publishes.
const DELIVERIES = { most: 4, mostPatient: 4, mostHeavy: 4 };

/** Watches every site of SITES_DIR that is not paused, and follows changes of the folder, until the signal aborts. */
export async function watchSites(options: Options): Promise<void> {
  const { dir, environment, runs, log, reporterOf, metrics, signal } = options;
  const watches = new Map<string, Watch>();
  const deliveries = createSlots(DELIVERIES);
  const shared = {
    converter: readCodeDigests().converter,
    takeDeliverySlot: async (until: AbortSignal) => await deliveries.take('patient', until),
  };
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  // Sites present at the start, whose next run reads every page.
  const unread = new Set<string>();
  let isStarting = options.startFull;
  const following = await followSites({ dir, environment, onChange: handleChange });
  isStarting = false;
  if (!signal.aborted) await stopped;
  await following[Symbol.asyncDispose]();
  for (const { stopping } of watches.values()) stopping.abort(signal.reason);
  await Promise.all([...watches.values()].map(({ ended }) => ended));

  function handleChange(change: SiteChange): void {
    switch (change.type) {
      case 'taken':
        return take(change.site);
      case 'gone':
        log.info({ site: change.name }, 'sync.site.gone');
        return unwatch(change.name, 'The site was removed');
      case 'faulty':
        return log.error({ site: change.name, faults: change.faults }, 'sync.site.faulty');
      case 'unreadable':
        return log.error({ why: change.why }, 'sync.sites.unreadable');
      default:
        change satisfies never;
    }
  }

  function take(site: Site): void {
    const state = site.isPaused ? 'paused' : site.isFollowed ? 'followed' : 'taken';
    log.info({ site: site.name }, `sync.site.${state}`);
    if (state === 'paused') return unwatch(site.name, 'The site was paused; the published index stays live');
    if (state === 'followed') return unwatch(site.name, 'The index of the site comes from INDEX_URL');
    if (isStarting) unread.add(site.name);
    watch(site);
  }

  // Starts a watch, after the current run of an earlier watch of the site.
  function watch(site: Site): void {
    if (signal.aborted) return;
    const before = watches.get(site.name);
    before?.leaving.abort();
    const isReplaced = before !== undefined && !before.stopping.signal.aborted;
    const controllers = {
      leaving: new AbortController(),
      stopping: isReplaced ? before.stopping : new AbortController(),
    };
    const ended = (before?.ended ?? Promise.resolve())
      .then(() => keep(site, controllers))
      .then(() => forget(site.name, controllers));
    watches.set(site.name, { ...controllers, ended });
  }

  function unwatch(name: string, why: string): void {
    watches.get(name)?.stopping.abort(new SyncError('interrupted', why));
  }

  async function keep(site: Site, { leaving, stopping }: Omit<Watch, 'ended'>): Promise<void> {
    const own = siteEnvironment(site, environment);
    const reporter = reporterOf(site.name);
    const until = AbortSignal.any([leaving.signal, stopping.signal]);
    while (!until.aborted) {
      try {
        const config = syncConfig(readSettings(own));
        await keepSite({
          site: { name: site.name, config, hasOwnWorker: site.hasOwnWorker },
          environment: own,
          startFull: unread.delete(site.name),
          shared,
          runs,
          reporter,
          measures: metrics?.of(site.name, config),
          leaving: leaving.signal,
          signal: stopping.signal,
        });
      } catch (error) {
        reporter.failed({ code: 'failed', message: explain(error) });
        await sleep(RETRY_MS, undefined, { signal: until }).catch(() => undefined);
      }
    }
  }

  // Removes a site whose last watch has ended. It may be added again meanwhile.
  async function forget(name: string, { leaving }: Omit<Watch, 'ended'>): Promise<void> {
    const isLast = () => watches.get(name)?.leaving === leaving;
    if (!isLast()) return;
    await runs.forget(name);
    await metrics?.forget(name);
    if (isLast()) watches.delete(name);
  }
}
