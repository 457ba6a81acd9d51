import { createGenerations } from '../../db/index/generations.ts';
import type { Environment } from '../../shared/settings.ts';
import type { createDelivery, TakeTurn } from './delivery/delivery.ts';
import type { SiteMeasures } from './report/metrics.ts';
import type { Reporter } from './report/report.ts';
import type { OnRunEvent, PageName } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { SyncConfig } from '../config.ts';
import { extentOf, type Extent } from './extent.ts';
import type { Ending, OutcomeCode } from '../outcome.ts';
import { createProbeClient } from './probe-client.ts';
import type { OpenLane, StandAside, WatchOrder } from './run-queue.ts';
import type { Rhythm } from './rhythm.ts';
import { watchSite } from './watch.ts';

/** A site with the callbacks of its runs. */
export type RunSite = {
  /** Unique name in this process. */
  readonly name: string;
  /** Its runs use a separate process. */
  readonly hasOwnWorker: boolean;
  /** Limits it to a single request at a time. */
  readonly oneAtATime: boolean;
  /** Prevents further runs. */
  readonly leaving: AbortSignal;
  /** Ends its runs. */
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** Receives the addresses that a run has discovered. */
  readonly onFound: (discovered: Discovered) => void;
  /** See `RunCollaborators`. */
  readonly postpone: (pages: readonly PageName[]) => void;
};

/** A run to perform. */
export type Run = {
  readonly site: RunSite;
  /** Settings of the site. */
  readonly environment: Environment;
  readonly order: WatchOrder;
  /** Expected extent, if several sites share the queue. */
  readonly extent: Extent | undefined;
  readonly openLane: OpenLane | undefined;
  readonly standAside: StandAside | undefined;
  /** Result of the discovery in the last run of the site. */
  readonly discovered: Discovered | undefined;
};

type Options = {
  readonly site: Pick<RunSite, 'name' | 'hasOwnWorker' | 'oneAtATime'>;
  readonly config: SyncConfig;
  readonly environment: () => Environment;
  readonly startFull: boolean;
  readonly rhythm: Rhythm;
  // Code digest of the converter, if several sites share the queue.
  readonly converter?: string;
  // Waits for a delivery slot, if several sites deliver.
  readonly takeDeliveryTurn?: TakeTurn;
  // Performs a run; `undefined` if it was interrupted before its start.
  readonly make: (run: Run) => Promise<Ending | undefined>;
  readonly reporter: Reporter;
  readonly measures: SiteMeasures | undefined;
  // Ends the watch after the current run.
  readonly leaving: AbortSignal;
  // Ends the watch and the current run.
  readonly signal: AbortSignal;
};

/** Keeps the published index of a site up to date with runs, probes, messages and deliveries, until a signal aborts. */
export async function keepSite(options: Options): Promise<void> {
  const { config, environment, startFull, rhythm, converter, make, reporter, measures, leaving, signal } = options;
  const until = AbortSignal.any([leaving, signal]);
  const report: OnRunEvent = (event) => {
    reporter.event(event);
    measures?.event(event);
    if (event.type === 'published' || event.type === 'renewed') delivery?.look();
    if (event.type === 'finished') isRenewalDue = event.summary.renewalDue;
  };
  await using delivery = await deliveryOf(config, {
    environment: environment(),
    report,
    signal: until,
    looksSeldom: rhythm.looksSeldom,
    ...(options.takeDeliveryTurn && { takeTurn: options.takeDeliveryTurn }),
  });
  await using probes = createProbeClient({ config, signal: until, report });
  const postponed: PageName[] = [];
  let isRenewalDue = false;
  let discovered: Discovered | undefined;
  const site: RunSite = {
    ...options.site,
    leaving: until,
    signal,
    report,
    onFound: (found) => {
      discovered = found;
      probes.follow(found);
    },
    postpone: (pages) => postponed.splice(0, Infinity, ...pages),
  };

  async function sync(order: WatchOrder, openLane?: OpenLane, standAside?: StandAside): Promise<OutcomeCode> {
    return order.isRenewal ? await renew(order, standAside) : await perform(order, openLane, standAside);
  }

  // Probes do not wait for the build of the whole index.
  async function renew(order: WatchOrder, standAside?: StandAside): Promise<OutcomeCode> {
    isRenewalDue = false;
    const ending = await make(runOf(order, standAside, standAside));
    return ending?.code ?? 'interrupted';
  }

  function runOf(order: WatchOrder, openLane?: OpenLane, standAside?: StandAside): Run {
    const extent = converter === undefined ? undefined : extentOf(config, { order, converter, now: new Date() });
    return { site, environment: environment(), order, extent, openLane, standAside, discovered };
  }

  async function perform(order: WatchOrder, openLane?: OpenLane, standAside?: StandAside): Promise<OutcomeCode> {
    measures?.begin();
    const ending = await make(runOf(order, openLane, standAside));
    const code = ending?.code ?? 'interrupted';
    measures?.end(code);
    // The run with the lease may publish the same change; if it does not, the short run is queued again.
    const isHeldUp = code === 'lease_held' && order.short !== undefined;
    if (ending && ending.code !== 'done' && !isHeldUp) reporter.failed(ending);
    return code;
  }

  delivery?.start();
  const probe = measures ? measures.timed(probes.probe) : probes.probe;
  await watchSite({
    config,
    startFull,
    rhythm,
    sync,
    probe,
    onPace: measures?.paced,
    postponed,
    isRenewalDue: () => isRenewalDue,
    now: () => new Date(),
    report,
    signal: until,
  });
}

type Delivering = Pick<Parameters<typeof createDelivery>[0], 'environment' | 'report' | 'signal' | 'takeTurn'> & {
  readonly looksSeldom?: boolean | undefined;
};

/** Creates the delivery of published indexes if SYNC_ON_PUBLISH is set. Loads its modules, including search, only then. */
export async function deliveryOf({ dataDir, onPublish }: SyncConfig, { looksSeldom = false, ...options }: Delivering) {
  if (!onPublish) return undefined;
  const delivery = await import('./delivery/delivery.ts');
  return delivery.createDelivery({
    ...options,
    ...(looksSeldom && { pauses: delivery.SELDOM_PAUSES }),
    ...onPublish,
    dataDir,
    generations: createGenerations(dataDir),
    now: () => new Date(),
  });
}
