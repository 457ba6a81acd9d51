import { setTimeout as sleep } from 'node:timers/promises';
import { createGenerations } from '../../db/index/generations.ts';
import { countListed, listedPage } from '../../db/mirror/inspect.ts';
import type { Environment } from '../../shared/settings.ts';
import type { createDelivery, TakeSlot } from './delivery/delivery.ts';
import type { SiteMeasures } from './metrics.ts';
import type { Reporter } from './report/report.ts';
import type { OnRunEvent, PageName, ShortOrder } from '../run/events.ts';
import type { SyncConfig } from '../config.ts';
import { extentOf } from './extent.ts';
import { createProbeClient, createProber, type ProbePace, type Prober } from './prober.ts';
import { followRefreshRequests } from './refresh-orders.ts';
import { removeProbeNote, writeProbeNote } from './report/notes.ts';
import type { Run, RunSite } from './run-process.ts';
import { createRunQueue, type PreparedRun, type RunQueue, type WatchOrder } from './run-queue.ts';
import { offsetOf, runOnSchedule } from './schedule.ts';
import type { SiteRuns } from './site-runs.ts';

type Options = {
  readonly site: Pick<RunSite, 'name' | 'config' | 'hasOwnWorker'>;
  // Environment of the command SYNC_ON_PUBLISH.
  readonly environment: Environment;
  readonly startFull: boolean;
  // Set if several sites share the slots of runs and of deliveries. `converter` is the code digest of the converter.
  readonly shared?: { readonly converter: string; readonly takeDeliverySlot: TakeSlot };
  readonly runs: Pick<SiteRuns, 'takeSlot' | 'make'>;
  readonly reporter: Reporter;
  readonly measures: SiteMeasures | undefined;
  // Ends the watch after the current run.
  readonly leaving: AbortSignal;
  // Ends the watch and the current run.
  readonly signal: AbortSignal;
};

/**
 * Keeps the published index of a site up to date, until a signal aborts. Runs start on schedule, after probes that find a change,
 * and after refresh requests of WordPress. Delivers publications.
 */
export async function keepSite(options: Options): Promise<void> {
  const { startFull, shared, runs, reporter, measures, leaving, signal } = options;
  const { config } = options.site;
  const { dataDir, schedule, fullSchedule } = config;
  const until = AbortSignal.any([leaving, signal]);
  const report: OnRunEvent = (event) => {
    reporter.event(event);
    measures?.event(event);
    if (event.type === 'published' || event.type === 'renewed') delivery?.look();
    if (event.type === 'finished') isRenewalDue = event.summary.renewalDue;
  };
  await using delivery = await deliveryOf(config, {
    environment: options.environment,
    report,
    signal: until,
    takeSlot: shared?.takeDeliverySlot,
  });
  await using probes = createProbeClient({ config, discovered: () => site.discovered, signal: until, report });
  const postponed: PageName[] = [];
  let isRenewalDue = false;
  const site: RunSite = {
    ...options.site,
    oneAtATime: shared !== undefined,
    leaving: until,
    signal,
    report: (event) => {
      if (event.type === 'postponed') postponed.splice(0, Infinity, ...event.pages);
      else if (event.type === 'found') site.discovered = event.discovered;
      else report(event);
    },
  };

  function prepare(order: WatchOrder): PreparedRun {
    const extent = shared && extentOf(config, { order, converter: shared.converter, now: new Date() });
    const run: Run = { site, order, extent };
    return {
      // The urgent run of a site that must be read completely would read every page too.
      maySkip: !extent?.readsAll,
      takeSlot: async () => await runs.takeSlot(run),
      perform: async () => {
        if (order.isRenewal) isRenewalDue = false;
        const code = order.isRenewal ? (await runs.make(run)).code : await perform(run);
        prober?.forget();
        if (isRenewalDue) void renew();
        return code;
      },
    };
  }

  async function perform(run: Run) {
    const end = measures?.begin();
    const ending = await runs.make(run);
    // The run with the lease may publish the same change; if it does not, the short run is queued again.
    const isHeldUp = ending.code === 'lease_held' && run.order.short !== undefined;
    end?.(isHeldUp ? undefined : ending.code);
    if (ending.code !== 'done' && !isHeldUp) reporter.failed(ending);
    return ending.code;
  }

  let renewals = 0;
  async function renew(): Promise<void> {
    renewals += 1;
    await queue.request({ full: false, isRenewal: true });
    renewals -= 1;
  }

  delivery?.start();
  removeProbeNote(dataDir);
  const record = paceRecorder(config, report);
  const prober =
    config.probeSeconds === 0
      ? undefined
      : createProber({
          types: config.types,
          seconds: config.probeSeconds,
          send: measures ? measures.timed(probes.probe) : probes.probe,
          countListed: (type) => countListed(config.mirrorFile, type, new Date()),
          listedPage: (id) => listedPage(config.mirrorFile, id),
          now: Date.now,
          note: (pace) => {
            record(pace);
            measures?.paced(pace.seconds);
          },
        });
  const queue = createRunQueue(prepare, until);
  const offset = shared ? offsetOf(site.name) : 0;
  const pagesAtOnce = shared ? PAGES_AMONG_SITES : PAGES_ALONE;
  const probing = { offset, pagesAtOnce, postponed, signal: until, isRenewing: () => renewals > 0 };
  await Promise.all([
    runOnSchedule({ schedule, fullSchedule, offset, queue, startFull, signal: until }),
    followRefreshRequests({ dataDir, looksSeldom: shared !== undefined, queue, report, signal: until }),
    ...(prober ? [keepProbing(prober, queue, probing)] : []),
  ]);
  removeProbeNote(dataDir);
}

// Probes count as slow from this multiple of the configured interval.
const SELDOM = 2;

// Returns the callback for each interval of the probes. Logs when probes become slow, and when they return to the config.
function paceRecorder({ probeSeconds, dataDir }: SyncConfig, report: OnRunEvent) {
  let isSlowed = false;
  return ({ seconds, why }: ProbePace): void => {
    const last_at = new Date().toISOString();
    writeProbeNote(dataDir, { every_seconds: seconds, configured_seconds: probeSeconds, why, last_at });
    if (isSlowed ? seconds > probeSeconds : seconds < SELDOM * probeSeconds) return;
    isSlowed = !isSlowed;
    report({ type: 'probing', everySeconds: seconds, why });
  };
}

// Maximum postponed pages in a run. Each run of a site among several waits for a slot. On a single site, changes wait for the
// end of the run, so the run is small.
const PAGES_AMONG_SITES = 20;
const PAGES_ALONE = 5;

type Probing = {
  readonly offset: number;
  readonly pagesAtOnce: number;
  // Pages to read again although no change was reported.
  readonly postponed: PageName[];
  readonly signal: AbortSignal;
  // True during a rebuild of the whole index. Probes go on meanwhile; patient runs wait.
  readonly isRenewing: () => boolean;
};

// Probes at its interval, never while a run reads the site; between probes, reads a few postponed pages at a time.
async function keepProbing(
  prober: Prober,
  queue: RunQueue,
  { offset, pagesAtOnce, postponed, signal, isRenewing }: Probing,
): Promise<void> {
  let probedAt = performance.now() + offset * prober.seconds() * 1000;
  for (;;) {
    const wait = probedAt + prober.seconds() * 1000 - performance.now();
    if (wait > 0 && postponed.length > 0 && !isRenewing()) {
      await lookAgain(queue, postponed, pagesAtOnce);
      continue;
    }
    await sleep(Math.max(0, wait), undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    let short: ShortOrder | undefined;
    await queue.between(async () => {
      short = await prober.probe();
      probedAt = performance.now();
    });
    if (short) prober.settle(await queue.request({ full: false, short }));
  }
}

// Reads the next postponed pages. After a failure, the next full run postpones pages again.
async function lookAgain(queue: RunQueue, postponed: PageName[], most: number): Promise<void> {
  const pages = postponed.splice(0, most);
  const short = { why: 'routine check', types: new Map(), pages, isPatient: true } as const;
  const outcome = await queue.request({ full: false, short });
  if (outcome !== 'done') postponed.length = 0;
}

type Delivering = Pick<Parameters<typeof createDelivery>[0], 'environment' | 'report' | 'signal' | 'takeSlot'>;

/** Creates the delivery of published indexes if SYNC_ON_PUBLISH is set. Loads its modules, including search, only then. */
export async function deliveryOf({ dataDir, onPublish }: SyncConfig, options: Delivering) {
  if (!onPublish) return undefined;
  const { createDelivery } = await import('./delivery/delivery.ts');
  const generations = createGenerations(dataDir);
  return createDelivery({ ...options, ...onPublish, dataDir, generations, now: () => new Date() });
}
