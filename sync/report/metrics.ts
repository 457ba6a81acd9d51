import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { createMetrics, type Sample } from '../../shared/metrics/metrics.ts';
import type { OutcomeCode } from '../process/outcome.ts';
import type { Phase, RunEvent, RunSummary } from '../run/events.ts';

const RUN_BUCKETS = [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];
/** From what WordPress or a probe tells to what agents get, in seconds. */
const DELAY_BUCKETS = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];
const PROBE_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CHANGES = ['new', 'changed', 'moved', 'gone'] as const;

type Options = {
  /** Every outcome that a run may have. */
  readonly outcomes: readonly OutcomeCode[];
  /** True where each value has the name of its site. Histograms are of all sites together. */
  readonly bySite: boolean;
  readonly now: () => Date;
};

/** A site whose runs are counted. */
type Measured = {
  readonly name: string;
  /** Runs of earlier processes, newest first. */
  readonly earlier: readonly LoggedRun[];
};

/** The metrics of a sync that stays: counted from its runs' events. */
export function createSyncMetrics({ outcomes, bySite, now }: Options) {
  const metrics = createMetrics();
  /** Seconds between two probes of each site that is asked. */
  const probed = new Map<string, number>();
  const named = (name: string, help: string, labels: readonly string[] = []) => ({
    name: `content_sync_${name}`,
    help,
    labels: bySite ? ['site', ...labels] : labels,
  });
  const together = (name: string, help: string) => ({ name: `content_sync_${name}`, help });
  const runs = metrics.counter(named('runs_total', 'Runs by outcome: done, or what stopped it.', ['outcome']));
  const duration = metrics.histogram({
    ...together('run_duration_seconds', 'Time of a run, whatever its outcome.'),
    buckets: RUN_BUCKETS,
  });
  const running = metrics.gauge(named('running', '1 while a run is at work.'));
  const lastRun = metrics.gauge(named('last_run_timestamp_seconds', 'When the last run ended, in Unix time.'));
  const lastSuccess = metrics.gauge(
    named(
      'last_success_timestamp_seconds',
      'When the index was last known to be up to date, but for what the guard holds, in Unix time; 0 for never.',
    ),
  );
  const pages = metrics.gauge(named('pages', 'Pages in the mirror after the last run that came to its end.'));
  const leftOut = metrics.gauge(
    named('left_out_pages', 'Pages that the site lists and the index leaves out, by reason.', ['reason']),
  );
  const changes = metrics.counter(named('page_changes_total', 'Pages by what a run found of them.', ['change']));
  const read = metrics.counter(named('pages_read_total', 'Pages that were read from the site.'));
  const published = metrics.counter(named('generations_published_total', 'Generations of the index published.'));
  const siteEvents = metrics.counter(
    named(
      'site_events_total',
      'What the site did that asked for care, by kind: requests repeated, slower pace and so on.',
      ['event'],
    ),
  );
  const deliveries = metrics.counter(
    named('deliveries_total', 'Times that SYNC_ON_PUBLISH delivered what is published, or failed to.', ['outcome']),
  );
  const undelivered = metrics.gauge(
    named('undelivered_failures', 'Failures of SYNC_ON_PUBLISH since it last succeeded.'),
  );
  const warnings = metrics.counter(named('warnings_total', 'Warnings of all runs.'));

  const probes = metrics.histogram({
    ...together('probe_duration_seconds', 'Time until the site had answered a probe, or had not.'),
    buckets: PROBE_BUCKETS,
  });
  metrics.readGauge(named('probe_interval_seconds', 'Time between two probes; no value without probes.'), () =>
    [...probed].map(([site, seconds]): Sample => [seconds, labelsOf(site)]),
  );
  const refresh = metrics.histogram({
    ...together('refresh_delay_seconds', 'Time from a message of WordPress about a change to its publication.'),
    buckets: DELAY_BUCKETS,
  });

  const labelsOf = (site: string) => (bySite ? { site } : {});

  /** Counts the runs of a site, from their events. */
  function of({ name, earlier }: Measured) {
    const site = labelsOf(name);
    let phase: Phase | undefined;
    let readNow = 0;
    /** Of the runs at work, the one that passes another last. */
    const began: Date[] = [];

    // Each is a series from the start, so that a first failure shows as an increase; of many sites, that would be too many.
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

    function event(told: RunEvent): void {
      if (told.type === 'phase') {
        ({ phase } = told);
        readNow = 0;
      } else if (told.type === 'advanced' && phase === 'read') {
        read.add(Math.max(0, told.done - readNow), site);
        readNow = told.done;
      } else if (told.type === 'published') published.add(1, site);
      else if (told.type === 'warning') warnings.add(1, site);
      else if (told.type === 'wordpress') siteEvents.add(1, { ...site, event: told.event.type });
      else if (told.type === 'refreshed') refresh.observe(told.seconds);
      else if (told.type === 'delivered' || told.type === 'undelivered') {
        deliveries.add(1, { ...site, outcome: told.type });
        undelivered.set(told.type === 'undelivered' ? told.failures : 0, site);
      } else if (told.type === 'finished') finished(told.summary);
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

    function begin(): void {
      began.push(now());
      running.set(1, site);
    }

    function end(outcome: OutcomeCode): void {
      const beganAt = began.pop() ?? now();
      if (began.length === 0) running.set(0, site);
      runs.add(1, { ...site, outcome });
      duration.observe(Math.max(0, now().getTime() - beganAt.getTime()) / 1000);
      lastRun.set(now().getTime() / 1000, site);
    }

    /** The same question to the site, with its time taken. */
    const timed =
      <Given extends readonly unknown[], Answer>(probe: (...given: Given) => Promise<Answer>) =>
      async (...given: Given): Promise<Answer> => {
        const asked = now();
        try {
          return await probe(...given);
        } finally {
          probes.observe(Math.max(0, now().getTime() - asked.getTime()) / 1000);
        }
      };

    /** Told the seconds between two probes, whenever they have changed. */
    const paced = (seconds: number): void => void probed.set(name, seconds);

    return { begin, event, end, timed, paced };
  }

  /** Forgets the values of a site that is gone. */
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
