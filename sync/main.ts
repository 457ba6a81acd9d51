import { createGenerations } from '../db/index/generations.ts';
import { createLog, type Log } from '../shared/log.ts';
import { requireOpenFiles } from '../shared/open-files.ts';
import { requireDataDir } from '../shared/directories.ts';
import { ConfigurationError } from '../shared/settings.ts';
import { readArguments, USAGE } from './process/arguments.ts';
import { readSyncConfig } from './process/config.ts';
import { createDelivery } from './delivery/delivery.ts';
import { startDemoSite } from './demo/site.ts';
import { isAlive, thisProcess } from './process/identity.ts';
import { createProgress } from './report/progress.ts';
import { createLogReporter, type Reporter } from './report/report.ts';
import type { OnRunEvent, PageName, RunOrder } from './run/events.ts';
import { serveSyncMetrics } from './process/metrics.ts';
import type { OutcomeCode } from './process/outcome.ts';
import { createSession } from './process/session.ts';
import type { OpenLane } from './process/run-queue.ts';
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
  await using measures =
    watch && config.metrics
      ? await serveSyncMetrics({ ...config, address: config.metrics, outcomes: OUTCOMES, log })
      : undefined;
  const signal = abortOnTermination();
  await using demo = config.siteUrl === undefined ? await startDemoSite() : undefined;
  const siteUrl = config.siteUrl ?? demo?.url ?? '';
  const report: OnRunEvent = (event) => {
    reporter.event(event);
    measures?.event(event);
  };
  await using delivery = config.onPublish
    ? createDelivery({
        ...config.onPublish,
        dataDir: config.dataDir,
        generations: createGenerations(config.dataDir),
        environment: process.env,
        now: () => new Date(),
        report,
        signal,
      })
    : undefined;
  const postponed: PageName[] = [];
  await using session = createSession({
    config,
    siteUrl,
    self: thisProcess(),
    isAlive,
    now: () => new Date(),
    signal,
    report,
    // Probes go on between them.
    postpone: watch && config.probeSeconds > 0 ? (pages) => postponed.splice(0, Infinity, ...pages) : undefined,
  });

  async function runOnce(what: RunOrder, openLane?: OpenLane): Promise<OutcomeCode> {
    measures?.begin();
    const outcome = await session.sync(what, openLane);
    measures?.end(outcome.code);
    // Whoever else is at work may see what this short run was for; if not, it is asked for again.
    const isHeldUp = outcome.code === 'lease_held' && what.short !== undefined;
    if (outcome.code !== 'done' && !isHeldUp) {
      const bug = outcome.code === 'failed' && outcome.error instanceof Error ? outcome.error.stack : undefined;
      reporter.failed({ code: outcome.code, message: bug ?? outcome.message });
    }
    return outcome.code;
  }

  if (!watch) {
    const outcome = await runOnce(order);
    const isDelivered = !delivery || order.dryRun || (await delivery.deliverNow());
    return outcome === 'done' && !isDelivered ? UNDELIVERED : EXIT_CODES[outcome];
  }
  delivery?.start();
  await watchSite({
    config,
    startFull: order.full,
    sync: async (what, openLane) => await runOnce({ ...what, force: false, dryRun: false }, openLane),
    probe: measures ? measures.timed(session.probe) : session.probe,
    postponed,
    now: () => new Date(),
    report,
    signal,
  });
  return 0;
}

function createReporter(log: Log, verbose: boolean): Reporter {
  if (!process.stdout.isTTY) return createLogReporter(log, Date.now);
  const write = (text: string) => void process.stdout.write(text);
  return createTerminalReporter({ write, progress: createProgress(process.stdout, Date.now), verbose });
}

/** A signal that the first SIGTERM or SIGINT aborts; the second one ends the process at once. */
function abortOnTermination(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) {
    process.once(name, () =>
      controller.abort(new SyncError('interrupted', `Stopped by ${name}; the index is as it was`)),
    );
  }
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
