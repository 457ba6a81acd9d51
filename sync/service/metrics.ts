import { existsSync } from 'node:fs';
import { inspectRuns } from '../../db/mirror/inspect.ts';
import type { LoggedRun } from '../../db/mirror/run-log.ts';
import type { Log } from '../../shared/log.ts';
import { type MetricsAddress, serveMetrics } from '../../shared/metrics/listener.ts';
import { createMetrics, type Sample } from '../../shared/metrics/metrics.ts';
import type { SyncConfig } from '../config.ts';
import type { OutcomeCode } from '../outcome.ts';
import type { Phase, RunEvent, RunSummary } from '../run/events.ts';

// Limit of the query for earlier runs in the run log.
const EARLIER_RUNS = 200;

/** Serves the metrics of a `--watch` sync until disposal. The metrics of a site start with its run log. */
export async function serveSyncMetrics(address: MetricsAddress, log: Log, options: Omit<Options, 'now'>) {
  const measures = createSyncMetrics({ ...options, now: () => new Date() });
  const served = await serveMetrics(address, measures.metrics, log);
  return {
    of: (name: string, { mirrorFile }: Pick<SyncConfig, 'mirrorFile'>) => measures.of(name, earlierRuns(mirrorFile)),
    forget: measures.forget,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}
export type ServedMetrics = Awaited<ReturnType<typeof serveSyncMetrics>>;

// The first run repairs a mirror that cannot be read.
function earlierRuns(mirrorFile: string): readonly LoggedRun[] {
  try {
    return existsSync(mirrorFile) ? inspectRuns(mirrorFile, EARLIER_RUNS).runs : [];
  } catch {
    return [];
  }
}

const RUN_BUCKETS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
// Seconds from a refresh request of WordPress to the publication.
const DELAY_BUCKETS = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];
const PROBE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CHANGES = ['new', 'changed', 'moved', 'gone'] as const;

type Options = {
  readonly outcomes: readonly OutcomeCode[];
  // True if each value has a `site` label. Histograms have no labels.
  readonly bySite: boolean;
  readonly now: () => Date;
};

/** Creates the metrics of a `--watch` sync, counted from the events of its runs. */
export function createSyncMetrics({ outcomes, bySite, now }: Options) {
  const metrics = createMetrics();
  // Seconds between two probes of each probed site.
  const probed = new Map<string, number>();
  const named = (name: string, help: string, labels: readonly string[] = []) => ({
    name: `content_sync_${name}`,
    help,
    labels: bySite ? ['site', ...labels] : labels,
  });
  const counter = (name: string, help: string, ...labels: readonly string[]) =>
    metrics.counter(named(name, help, labels));
  const gauge = (name: string, help: string, ...labels: readonly string[]) => metrics.gauge(named(name, help, labels));
  const histogram = (name: string, help: string, buckets: readonly number[]) =>
    metrics.histogram({ name: `content_sync_${name}`, help, buckets });

  const runs = counter('runs_total', 'Runs by outcome: done, or the cause of the failure.', 'outcome');
  const duration = histogram('run_duration_seconds', 'Duration of a run with any outcome.', RUN_BUCKETS);
  const running = gauge('running', '1 during a run.');
  const lastRun = gauge('last_run_timestamp_seconds', 'When the last run ended, in Unix time.');
  const lastSuccess = gauge(
    'last_success_timestamp_seconds',
    'When the index was last up to date, except for held pages, in Unix time; 0 for never.',
  );
  const pages = gauge('pages', 'Pages in the mirror after the last completed run.');
  const leftOutHelp = 'Pages that the site lists and the index leaves out, by reason.';
  const leftOut = gauge('left_out_pages', leftOutHelp, 'reason');
  const changes = counter('page_changes_total', 'Pages by the change that a run found.', 'change');
  const read = counter('pages_read_total', 'Pages that were read from the site.');
  const published = counter('generations_published_total', 'Generations of the index published.');
  const siteEventsHelp = 'Events of the site by type: repeated requests, a lower rate and so on.';
  const siteEvents = counter('site_events_total', siteEventsHelp, 'event');
  const deliveries = counter('deliveries_total', 'Deliveries with SYNC_ON_PUBLISH, by outcome.', 'outcome');
  const undelivered = gauge('undelivered_failures', 'Failures of SYNC_ON_PUBLISH since it last succeeded.');
  const warnings = counter('warnings_total', 'Warnings of all runs.');
  const probesHelp = 'Time until the site responded to a probe, or the probe failed.';
  const probes = histogram('probe_duration_seconds', probesHelp, PROBE_BUCKETS);
  metrics.readGauge(named('probe_interval_seconds', 'Time between two probes; no value without probes.'), () =>
    [...probed].map(([site, seconds]): Sample => [seconds, labelsOf(site)]),
  );
  const refreshHelp = 'Time from a message of WordPress about a change to its publication.';
  const refresh = histogram('refresh_delay_seconds', refreshHelp, DELAY_BUCKETS);

  const labelsOf = (site: string) => (bySite ? { site } : {});

  // `earlier`: runs of earlier processes, newest first.
  function of(name: string, earlier: readonly LoggedRun[]) {
    const site = labelsOf(name);
    let phase: Phase | undefined;
    let readNow = 0;
    // Number of current runs: an urgent run may pre-empt another run.
    let atWork = 0;

    // Each series starts at 0, so that a first failure appears as an increase. With several sites there would be too many series.
    if (!bySite) {
      for (const outcome of outcomes) runs.add(0, { outcome });
      for (const change of CHANGES) changes.add(0, { change });
      for (const outcome of ['delivered', 'undelivered']) deliveries.add(0, { outcome });
    }
    const [last] = earlier;
    const done = earlier.find(({ outcome }) => outcome === 'done');
    if (last) lastRun.set(endOf(last), site);
    lastSuccess.set(done ? endOf(done) : 0, site);
    running.set(0, site);
    probed.delete(name);

    function event(runEvent: RunEvent): void {
      if (runEvent.type === 'phase') {
        ({ phase } = runEvent);
        readNow = 0;
      } else if (runEvent.type === 'advanced' && phase === 'read') {
        read.add(Math.max(0, runEvent.done - readNow), site);
        readNow = runEvent.done;
      } else if (runEvent.type === 'published') published.add(1, site);
      else if (runEvent.type === 'warning') warnings.add(1, site);
      else if (runEvent.type === 'wordpress') siteEvents.add(1, { ...site, event: runEvent.event.type });
      else if (runEvent.type === 'refreshed') refresh.observe(runEvent.seconds);
      else if (runEvent.type === 'delivered' || runEvent.type === 'undelivered') {
        deliveries.add(1, { ...site, outcome: runEvent.type });
        undelivered.set(runEvent.type === 'undelivered' ? runEvent.failures : 0, site);
      } else if (runEvent.type === 'finished') finished(runEvent.summary);
    }

    function finished(summary: RunSummary): void {
      lastSuccess.set(now().getTime() / 1000, site);
      pages.set(summary.pages, site);
      leftOut.replace(
        Object.entries(summary.skipped).map(([reason, count]) => [count, { ...site, reason }]),
        site,
      );
      for (const change of CHANGES)
        if (!bySite || summary[change] > 0) changes.add(summary[change], { ...site, change });
    }

    // Starts to measure a run. Returns the callback for its outcome, or `undefined` if the run was queued again.
    function begin(): (outcome: OutcomeCode | undefined) => void {
      const beganAt = now().getTime();
      atWork += 1;
      running.set(1, site);
      return (outcome) => {
        atWork -= 1;
        if (atWork === 0) running.set(0, site);
        if (outcome === undefined) return;
        runs.add(1, { ...site, outcome });
        duration.observe(Math.max(0, now().getTime() - beganAt) / 1000);
        lastRun.set(now().getTime() / 1000, site);
      };
    }

    const timed =
      <Given extends readonly unknown[], Answer>(probe: (...given: Given) => Promise<Answer>) =>
      async (...given: Given): Promise<Answer> => {
        const sentAt = now().getTime();
        try {
          return await probe(...given);
        } finally {
          probes.observe(Math.max(0, now().getTime() - sentAt) / 1000);
        }
      };

    // Callback for a changed interval between two probes, in seconds.
    const paced = (seconds: number): void => void probed.set(name, seconds);

    return { begin, event, timed, paced };
  }

  async function forget(name: string): Promise<void> {
    probed.delete(name);
    await metrics.forget(labelsOf(name));
  }

  return { metrics, of, forget };
}
type SyncMetrics = ReturnType<typeof createSyncMetrics>;
export type SiteMeasures = ReturnType<SyncMetrics['of']>;

function endOf({ finishedAt, startedAt }: LoggedRun): number {
  return Date.parse(finishedAt ?? startedAt) / 1000;
}
