import { moveSite, requireOwnDataDir, siteCommand } from '../db/site-identity.ts';
import { collectGarbage } from '../shared/collect-garbage.ts';
import { ownCommands, printerOf, runProgram } from '../shared/command-line.ts';
import { createLog, type Log } from '../shared/log.ts';
import { requireDataDir } from '../shared/directories.ts';
import { refuseMisnamedSettings } from '../shared/env-names.ts';
import { ConfigurationError, readSettings, type Environment } from '../shared/settings.ts';
import { namesSite } from '../shared/sites/command-site.ts';
import { readSyncConfig, syncConfig, type SyncConfig } from './config.ts';
import { keepSite } from './service/keep-site.ts';
import { createLogReporter, type Reporter } from './service/report/report.ts';
import type { OutcomeCode } from './outcome.ts';
import type { Ended } from './service/run-once.ts';
import { createSiteRuns } from './service/site-runs.ts';
import { SyncError } from './run/sync-error.ts';
import { createProgress, createTerminalReporter, NO_PROGRESS } from './service/report/terminal.ts';

const { print } = printerOf(process);
const HELP = new URL('help/sync.txt', import.meta.url);

// As listed in `help/sync.txt`.
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
  closed: 2,
  lease_held: 3,
  configuration: 4,
};

// Exit code of a successful run whose publication could not be delivered.
const UNDELIVERED = 5;

const OUTCOMES = Object.keys(EXIT_CODES) as OutcomeCode[];

async function syncOne(environment: Environment, { check, watch, moves, order }: SyncArguments): Promise<number> {
  // An invalid site file ends the program at its start; later it only fails a run.
  const config = readSyncConfig(environment);
  if (moves) moveSite(config.dataDir, config.siteUrl);
  else requireOwnDataDir(config.dataDir, config.siteUrl);
  if (check) return settingsAreValid();
  if (!order.dryRun) requireDataDir(config.dataDir);

  const log = openLog(config.logLevel);
  const reporter = createReporter({ log, verbose: !watch });
  const signal = abortOnTermination();
  if (watch) {
    reportAccepted();
    await using metrics = await openMetrics(config, { bySite: false, log });
    // A child process performs the runs and ends when idle.
    await using runs = createSiteRuns();
    await keepSite({
      site: { name: '', config, hasOwnWorker: false },
      environment,
      startFull: order.full,
      runs,
      reporter,
      measures: metrics?.of('', config),
      leaving: signal,
      signal,
    });
    return 0;
  }
  // The modules of a run need much memory, which `--watch` leaves to its child process.
  const { runOnce } = await import('./service/run-once.ts');
  const { createRunResources } = await import('./service/session.ts');
  await using resources = createRunResources();
  return exitCodeOf(await runOnce({ config, environment, order, reporter, resources, signal }));
}

// The same for every site of SITES_DIR.
async function syncAll(dir: string, { check, watch, moves, order }: SyncArguments): Promise<number> {
  const ofOneSite = (order.force && '--force') || (order.only !== undefined && '--only') || (moves && '--move-site');
  if (ofOneSite) throw new ConfigurationError([`${ofOneSite}: applies to a single site: add --site NAME`]);
  const config = syncConfig(readSettings(process.env));
  const { checkSites, runSites } = await import('./service/run-once.ts');
  const common = { dir, environment: process.env };
  if (check) {
    checkSites(common);
    return settingsAreValid();
  }
  const log = openLog(config.logLevel);
  const reporterOf = (name: string) => createReporter({ log, name, verbose: !watch });
  const signal = abortOnTermination();
  if (!watch) return worstOf(await runSites({ ...common, order, reporterOf, signal }));

  reportAccepted();
  const { watchSites } = await import('./service/watch-sites.ts');
  await using metrics = await openMetrics(config, { bySite: true, log });
  await using runs = createSiteRuns();
  await watchSites({ ...common, startFull: order.full, runs, log, reporterOf, metrics, signal });
  return 0;
}

function settingsAreValid(): number {
  print('The settings and site.yaml are valid\n');
  return 0;
}

const OPTIONS = {
  watch: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  full: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  'move-site': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  only: { type: 'string' },
} as const;
type Values = { readonly [Name in Exclude<keyof typeof OPTIONS, 'only'>]: boolean } & { readonly only?: string };

// Validates the combination of options; throws a ConfigurationError if it is invalid. `--check` excludes all further options.
function argumentsOf({ only, ...values }: Values) {
  const { check, watch, full, force, 'dry-run': dryRun, 'move-site': moves } = values;
  const faults: string[] = [];
  if (watch && (dryRun || force || moves || only !== undefined)) {
    faults.push('--watch: cannot be combined with --dry-run, --force, --move-site or --only');
  }
  if (check && (only !== undefined || Object.values(values).filter(Boolean).length > 1))
    faults.push('--check: cannot be combined with other options');
  if (moves && dryRun) faults.push('--move-site: cannot be combined with --dry-run');
  if (full && only !== undefined) faults.push('--full: cannot be combined with --only');
  if (only !== undefined && only.trim() === '') faults.push('--only: requires an address, path, slug or id');
  if (faults.length > 0) throw new ConfigurationError(faults);
  return { check, watch, moves, order: { full, force, dryRun, only: only?.trim() } };
}
type SyncArguments = ReturnType<typeof argumentsOf>;

// Reports a valid config to `npm start`, which then starts the server. This process waits most of its life, so the garbage of
// its start is collected at once.
function reportAccepted(): void {
  process.send?.('accepted');
  void collectGarbage();
}

function exitCodeOf({ code, isDelivered }: Ended): number {
  return code === 'done' && !isDelivered ? UNDELIVERED : EXIT_CODES[code];
}

// Exit codes, worst first.
const BY_WEIGHT = [
  EXIT_CODES.configuration,
  EXIT_CODES.failed,
  EXIT_CODES.mass_loss,
  EXIT_CODES.lease_held,
  UNDELIVERED,
];

function worstOf(all: readonly Ended[]): number {
  const codes = new Set(all.map(exitCodeOf));
  return BY_WEIGHT.find((code) => codes.has(code)) ?? EXIT_CODES.done;
}

async function openMetrics({ metrics }: SyncConfig, { bySite, log }: { readonly bySite: boolean; readonly log: Log }) {
  if (!metrics) return undefined;
  const { serveSyncMetrics } = await import('./service/metrics.ts');
  return await serveSyncMetrics(metrics, log, { bySite, outcomes: OUTCOMES });
}

// In a terminal, the reporter prints events, so the log contains only warnings and errors.
function openLog(level: string): Log {
  return createLog({ name: 'sync', level: process.stdout.isTTY ? 'warn' : level });
}

const reword = (text: string) => ownCommands(text, process.env);

type Reporting = { readonly log: Log; readonly name?: string; readonly verbose: boolean };

// With several sites, each line has the name of the site as a prefix, because they cannot share a progress bar.
function createReporter({ log, name, verbose }: Reporting): Reporter {
  const isAlone = name === undefined;
  if (!process.stdout.isTTY) return createLogReporter(isAlone ? log : log.child({ site: name }), Date.now, reword);
  const write = isAlone ? print : (text: string) => print(text.replaceAll(/^(?=.)/gm, `${name}: `));
  const progress = isAlone ? createProgress(process.stdout, Date.now) : NO_PROGRESS;
  return createTerminalReporter({ write, progress, verbose });
}

// The first SIGTERM or SIGINT, or the end of `npm start`, aborts the signal. A second signal ends the process at once.
function abortOnTermination(): AbortSignal {
  const controller = new AbortController();
  const stop = (by: string) =>
    controller.abort(
      new SyncError('interrupted', `Stopped by ${by}; the live index stays, and the next run continues`),
    );
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop);
  process.once('disconnect', () => stop('the end of the server'));
  // Waiting for a message must not keep the process alive.
  process.channel?.unref();
  return controller.signal;
}

// Runs sync once, or on schedule with `--watch`: the selected site, or every site of SITES_DIR.
const { SITES_DIR: sitesDir = '' } = process.env;
const isForAll = sitesDir !== '' && !namesSite(process.argv.slice(2));
const program = { usage: HELP, options: OPTIONS, ...(!isForAll && { commandOf: siteCommand }) };
await runProgram(process, program, async ({ values }, environment) => {
  const given = argumentsOf(values);
  if (!isForAll) return await syncOne(environment, given);
  refuseMisnamedSettings();
  return await syncAll(sitesDir, given);
});
