import { createGenerations } from '../../db/index/generations.ts';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { createMirror } from '../../db/mirror/mirror.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import type { Database } from '../../db/sqlite.ts';
import type { SyncConfig } from './config.ts';
import { createLease, type ProcessIdentity } from './lease.ts';
import { copyMirror } from './mirror-copy.ts';
import { failureOf, type Outcome } from './outcome.ts';
import { run, type RunCollaborators } from '../run/run.ts';
import { readStamps } from '../run/stamps.ts';
import type { OnRunEvent, RunOrder, RunSummary } from '../run/events.ts';
import { createConverter, type Converter } from '../markdown/converter.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { openOrRebuildMirror } from './open-mirror.ts';
import { explainStorage } from './storage-fault.ts';
import { isOverdue } from './schedule.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';

type SessionOptions = {
  readonly config: SyncConfig;
  /** Address of the site to read: the configured one, or the demo's. */
  readonly siteUrl: string;
  readonly self: ProcessIdentity;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** As `RunCollaborators` has it. */
  readonly postpone?: RunCollaborators['postpone'];
};

type RunLog = ReturnType<typeof createRunLog>;

/** Makes the runs of one process over one data directory. */
export function createSession(options: SessionOptions) {
  const { config, self, isAlive, now, signal, report } = options;
  const generations = createGenerations(config.dataDir, { now, signingKey: config.signingKey });
  // Of the code that was started: what lies on the disk may be another version by the next run.
  const stamps = readStamps();
  const failed = (error: unknown) => failureOf(explainStorage(error, config.dataDir), signal);
  let client: WordPress | undefined;
  // Its thread takes longer to begin than a short run otherwise needs.
  const converter = createConverter();

  /** The client of the last run serves short runs and probes: they need not find the REST API anew. */
  async function connect(order: RunOrder): Promise<WordPress> {
    if (!order.short || !client) {
      const fresh = await connectTo(options);
      await disconnect();
      client = fresh;
    }
    return { ...client, [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  async function disconnect(): Promise<void> {
    const former = client;
    client = undefined;
    await former?.close();
  }

  /** Makes one run under the lease and enters it in the run log; never throws. */
  async function sync(order: RunOrder): Promise<Outcome> {
    try {
      return { code: 'done', summary: order.dryRun ? await dryRun(order) : await perform(order) };
    } catch (error) {
      return failed(error);
    }
  }

  async function perform(order: RunOrder): Promise<RunSummary> {
    using database = await openMirror(config.mirrorFile);
    using lease = leaseOn(database.db).acquire();
    return await logged(createRunLog(database.db), order, () => runOn(database.db, order, lease));
  }

  /** Makes the run on a copy of the mirror that is thrown away; the data directory is only read. */
  async function dryRun(order: RunOrder): Promise<RunSummary> {
    using copy = copyMirror(config.mirrorFile);
    using database = await openMirror(copy.file);
    return await runOn(database.db, order);
  }

  async function runOn(db: Database, order: RunOrder, lease?: RunCollaborators['lease']): Promise<RunSummary> {
    const connecting = { connect: () => connect(order), generations, stamps };
    const common = { ...collaborators(options, db, converter), ...connecting };
    return await run(lease ? { ...common, lease } : common, order);
  }

  async function logged(runLog: RunLog, order: RunOrder, work: () => Promise<RunSummary>): Promise<RunSummary> {
    const id = runLog.start(modeOf(order), now().toISOString());
    const finish = (outcome: Outcome['code'], summary: unknown) =>
      runLog.finish(id, { finishedAt: now().toISOString(), outcome, summary });
    try {
      const summary = await work();
      // Of the many short runs, the log keeps those that changed what is served.
      if (summary.mode === 'short' && !summary.published) runLog.forget(id);
      else finish('done', summary);
      return summary;
    } catch (error) {
      const { code, message } = failed(error);
      try {
        finish(code, { message });
      } catch {
        // A log that cannot be written must not hide why the run ended.
      }
      throw error;
    }
  }

  const leaseOn = (db: Database) =>
    createLease({ table: createLeaseTable(db), self, now: () => now().getTime(), isAlive });

  async function openMirror(file: string) {
    const assertFree = (db: Database) => leaseOn(db).acquire()[Symbol.dispose]();
    const db = await openOrRebuildMirror({ file, generations, now, report, assertFree });
    return { db, [Symbol.dispose]: () => void db.close() };
  }

  return {
    sync,
    /** Asks the site a light question about a type; `undefined` as long as no run has reached it. */
    probe: async (type: string, ahead: number) => await client?.latest.probe(type, ahead),
    async [Symbol.asyncDispose](): Promise<void> {
      await disconnect();
      await converter[Symbol.asyncDispose]();
    },
  };
}

function modeOf({ full, only, short }: RunOrder): RunSummary['mode'] {
  if (only !== undefined) return 'only';
  if (short !== undefined) return 'short';
  return full ? 'full' : 'changes';
}

async function connectTo({ config, siteUrl, signal, report }: SessionOptions): Promise<WordPress> {
  return await connectWordPress({
    siteUrl,
    requestsPerSecond: config.requestsPerSecond,
    credentials: config.credentials,
    signal,
    onEvent: (event) => report({ type: 'wordpress', event }),
  });
}

/** Collaborators of a run, from the options of its session; the site file is read anew. */
function collaborators(
  { config, now, signal, report, postpone }: SessionOptions,
  db: Database,
  { convert }: Converter,
) {
  return {
    mirror: createMirror(db),
    config: readSiteConfig(config.siteFile()),
    source: config.source,
    types: config.types,
    guardHours: config.guardHours,
    postpone,
    convert,
    sweepDue: (last: Date) => isOverdue(config.fullSchedule, last, now()),
    now,
    signal,
    report,
  };
}
