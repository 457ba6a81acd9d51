import { createGenerations } from '../db/index/generations.ts';
import { createLog, type Log } from '../shared/log.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { requireDataDir } from '../shared/directories.ts';
import type { MetricsAddress } from '../shared/metrics/listener.ts';
import { ConfigurationError } from '../shared/settings.ts';
import { readArguments, USAGE } from './process/arguments.ts';
import { readSyncConfig, type SyncConfig } from './process/config.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createProgress } from './report/progress.ts';
import { createLogReporter, type Reporter } from './report/report.ts';
import type { OnRunEvent, PageName } from './run/events.ts';
import { endingOf, type OutcomeCode } from './process/outcome.ts';
import { createProbeClient } from './process/probe-client.ts';
import { createRunProcess } from './process/run-process.ts';
import type { OpenLane, WatchOrder } from './process/run-queue.ts';
import { watchSite } from './process/watch.ts';
import { SyncError } from './run/sync-error.ts';
import { createTerminalReporter } from './report/terminal.ts';

/** README, "Operations". */
const EXIT_CODES: Record<OutcomeCode, number> = {
  done: 0,
  site: 1,
  failed: 1,
  build_failed: 1,
  interrupted: 1,
  lease_lost: 1,
  page_unknown: 1,
  no_room: 1,
  disk_failed: 1,
  newer_schema: 1,
  mass_loss: 2,
  lease_held: 3,
  configuration: 4,
};

/** Exit code of a run that succeeded, when what it published could not be delivered. */
const UNDELIVERED = 5;

const OUTCOMES = Object.keys(EXIT_CODES) as OutcomeCode[];

/** Runs sync once, or on schedule with `--watch`; returns the exit code. */
async function main(): Promise<number> {
  const { help, check, watch, order } = readArguments(process.argv.slice(2));
  if (help) {
    process.stdout.write(USAGE);
    return 0;
  }
  requireOpenFiles();
  // Here a faulty site file ends the program; later ones only fail their run.
  const config = readSyncConfig(process.env);
  if (check) return 0;
  if (!order.dryRun) requireDataDir(config.dataDir);

  const log = createLog({ name: 'sync', level: process.stdout.isTTY ? 'warn' : config.logLevel });
  const reporter = createReporter(log, !watch);
  const signal = abortOnTermination();
  if (watch) {
    await stay({ config, startFull: order.full, log, reporter, signal });
    return 0;
  }
  // What a run needs is much, and none of it is for a sync that stays.
  const { openSession } = await import('./process/site-session.ts');
  await using delivery = deliveryOf(config, reporter.event, signal);
  await using session = await openSession({ config, signal, report: reporter.event });
  const ending = endingOf(await session.sync(order));
  if (ending.code !== 'done') reporter.failed(ending);
  const isDelivered = !delivery || order.dryRun || (await delivery.deliverNow());
  return ending.code === 'done' && !isDelivered ? UNDELIVERED : EXIT_CODES[ending.code];
}

/** Delivers what is published, where a command for that is set. */
function deliveryOf({ dataDir, onPublish }: SyncConfig, report: OnRunEvent, signal: AbortSignal) {
  const [generations, now] = [createGenerations(dataDir), () => new Date()];
  return (
    onPublish && createDelivery({ ...onPublish, dataDir, generations, environment: process.env, now, report, signal })
  );
}

type Stay = {
  readonly config: SyncConfig;
  readonly startFull: boolean;
  readonly log: Log;
  readonly reporter: Reporter;
  readonly signal: AbortSignal;
};

/** Runs on schedule, and whenever something changes, until the signal; each run in a process that ends when none follows. */
async function stay({ config, startFull, log, reporter, signal }: Stay): Promise<void> {
  await using measures = config.metrics && (await openMetrics(config, config.metrics, log));
  const report: OnRunEvent = (event) => {
    reporter.event(event);
    measures?.event(event);
  };
  await using delivery = deliveryOf(config, report, signal);
  const postponed: PageName[] = [];
  await using probes = createProbeClient({ config, signal, report });
  await using runs = createRunProcess({
    signal,
    report,
    onFound: probes.follow,
    postpone: (pages) => postponed.splice(0, Infinity, ...pages),
  });

  async function sync(order: WatchOrder, openLane?: OpenLane): Promise<OutcomeCode> {
    measures?.begin();
    const ending = await runs.sync(order, openLane);
    measures?.end(ending.code);
    // Whoever else is at work may see what this short run was for; if not, it is asked for again.
    const isHeldUp = ending.code === 'lease_held' && order.short !== undefined;
    if (ending.code !== 'done' && !isHeldUp) reporter.failed(ending);
    return ending.code;
  }

  delivery?.start();
  const probe = measures ? measures.timed(probes.probe) : probes.probe;
  await watchSite({ config, startFull, sync, probe, postponed, now: () => new Date(), report, signal });
}

async function openMetrics({ dataDir, mirrorFile }: SyncConfig, address: MetricsAddress, log: Log) {
  const { serveSyncMetrics } = await import('./process/metrics.ts');
  return await serveSyncMetrics({ address, dataDir, mirrorFile, outcomes: OUTCOMES, log });
}

function createReporter(log: Log, verbose: boolean): Reporter {
  if (!process.stdout.isTTY) return createLogReporter(log, Date.now);
  const write = (text: string) => void process.stdout.write(text);
  return createTerminalReporter({ write, progress: createProgress(process.stdout, Date.now), verbose });
}

/** A signal that the first SIGTERM or SIGINT aborts, or the end of `npm start`; a second one ends the process at once. */
function abortOnTermination(): AbortSignal {
  const controller = new AbortController();
  const stop = (by: string) =>
    controller.abort(new SyncError('interrupted', `Stopped by ${by}; the index is as it was`));
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop);
  process.once('disconnect', () => stop('the end of the server'));
  // Waiting for that keeps nothing alive.
  process.channel?.unref();
  return controller.signal;
}

// Only the owner may read what is written.
process.umask(0o077);
try {
  process.exitCode = await main();
} catch (error) {
  const known = error instanceof ConfigurationError;
  process.stderr.write(`${known ? error.message : (error as Error).stack}\n`);
  process.exitCode = known ? EXIT_CODES.configuration : EXIT_CODES.failed;
}
