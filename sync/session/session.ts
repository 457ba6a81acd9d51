import { claimDataDir, noteHome } from '../../db/site-identity.ts';
import { createGenerations } from '../../db/index/generations.ts';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { createMirror, openMirrorDatabase, stageApart } from '../../db/mirror/mirror.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import type { Database } from '../../db/sqlite.ts';
import type { SyncConfig } from '../process/config.ts';
import { SyncError } from '../run/sync-error.ts';
import { createLease, type SessionIdentity } from './lease.ts';
import { copyMirror } from './mirror-copy.ts';
import { failureOf, type Outcome } from '../process/outcome.ts';
import type { OpenLane } from '../watch/run-queue.ts';
import { renewIndex } from '../run/publish/renewal.ts';
import { run, type RunCollaborators } from '../run/run.ts';
import type { Stamps } from '../run/publish/stamps.ts';
import type { OnRunEvent, RunEvent, RunOrder, RunSummary } from '../run/events.ts';
import type { Converter } from '../markdown/converter.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { openOrRebuildMirror } from './open-mirror.ts';
import { explainStorage } from './storage-fault.ts';
import { isOverdue } from '../watch/schedule.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { Gate } from '../wordpress/gate.ts';

export type SessionOptions = {
  readonly config: SyncConfig;
  /** Address of the site to read: the configured one, or the demo's. */
  readonly siteUrl: string;
  readonly self: SessionIdentity;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** The site is one of many: it gets one request at a time, for few pages each. */
  readonly gate?: Gate | undefined;
  /** Addresses that an earlier process has found, for short runs. */
  readonly discovered?: Discovered | undefined;
  /** Told the addresses that a run has found. */
  readonly onFound?: (discovered: Discovered) => void;
  /** As `RunCollaborators` has it. */
  readonly postpone?: RunCollaborators['postpone'];
  /** Of the code that was started: what lies on the disk may be another version by the next run. */
  readonly stamps: Stamps;
  readonly converter: Converter;
};

/** Full pages of one answer where many sites are read at once: all of them are in memory. */
const FEW_PAGES = 20;

type RunLog = ReturnType<typeof createRunLog>;
type UnderLease = Required<Pick<RunCollaborators, 'lease'>> & Pick<RunCollaborators, 'letPass'>;

/** Progress is told of the run at work alone, not of one that passes it. */
const OF_PROGRESS: ReadonlySet<RunEvent['type']> = new Set(['started', 'phase', 'advanced']);

/** Makes the runs of one process over one data directory. */
export function createSession(options: SessionOptions) {
  const { config, self, isAlive, now, signal, report, converter } = options;
  const generations = createGenerations(config.dataDir, { now, signingKey: config.signingKey });
  const failed = (error: unknown) => failureOf(faultOfGone(config) ?? explainStorage(error, config.dataDir), signal);
  let client: WordPress | undefined;
  /** The pages that runs which passed the one at work have looked at; `undefined` while none is. */
  let passed: Set<number> | undefined;

  /** The client of the last run, or its addresses, serve short runs: they need not find the REST API anew. */
  async function connect(order: RunOrder): Promise<WordPress> {
    if (!order.short || !client) {
      const fresh = await connectTo(options, order.short && options.discovered);
      await disconnect();
      client = fresh;
      options.onFound?.(fresh.discovered);
    }
    return { ...client, [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  async function disconnect(): Promise<void> {
    const former = client;
    client = undefined;
    await former?.close();
  }

  /**
   * Makes one run under the lease and enters it in the run log; never throws. A short run that is asked for during another one,
   * once that has opened the lane, passes it.
   */
  async function sync(order: RunOrder, openLane?: OpenLane): Promise<Outcome> {
    try {
      // Somebody waits: while the site is asked, a thread loads, which takes longer than a short run otherwise needs.
      if (order.short) converter.prepare();
      if (order.dryRun) return { code: 'done', summary: await dryRun(order) };
      return { code: 'done', summary: passed ? await pass(passed, order) : await perform(order, openLane) };
    } catch (error) {
      return failed(error);
    }
  }

  async function perform(order: RunOrder, openLane?: OpenLane): Promise<RunSummary> {
    return await underLease(openLane, async (db, more) => {
      const work = () => runOn(db, order, more);
      return await logged(createRunLog(db), order, work);
    });
  }

  /**
   * Builds the whole index anew where a run has found that due, and lets short runs pass meanwhile; never throws, for what is published
   * stands. It is no run: the run log does not have it.
   */
  async function renew(openLane?: OpenLane): Promise<void> {
    try {
      await underLease(openLane, async (db, more) => {
        const { mirrorFile } = config;
        await renewIndex({ ...collaborators(options, db), mirrorFile, generations, ...more });
      });
    } catch (error) {
      report({ type: 'unrenewed', why: failed(error).message });
    }
  }

  /** Works on the mirror under the lease, and lets short runs pass from when the work says so. */
  async function underLease<Done>(
    openLane: OpenLane | undefined,
    work: (db: Database, more: UnderLease) => Promise<Done>,
  ): Promise<Done> {
    refuseGone(config);
    claimDataDir(config.dataDir, config.siteUrl);
    using database = await openMirror(config.mirrorFile);
    using lease = leaseOn(database.db).acquire();
    const pages = (passed = new Set());
    let shutLane: (() => Promise<void>) | undefined;
    const letPass = openLane && {
      letPass: () => {
        shutLane = openLane();
        return async () => {
          await shutLane?.();
          return pages;
        };
      },
    };
    try {
      return await work(database.db, { lease, ...letPass });
    } finally {
      await shutLane?.();
      passed = undefined;
    }
  }

  /** Makes a short run beside the one at work, under its lease. */
  async function pass(told: Set<number>, order: RunOrder): Promise<RunSummary> {
    refuseGone(config);
    const db = openMirrorDatabase(config.mirrorFile);
    try {
      stageApart(db);
      const passing = (pages: ReadonlySet<number>) => {
        for (const id of pages) told.add(id);
      };
      const lease = leaseOn(db).share();
      const tell: OnRunEvent = (event) => void (OF_PROGRESS.has(event.type) || report(event));
      const work = () => runOn(db, order, { lease, passing, report: tell });
      return await logged(createRunLog(db), order, work, { passes: true });
    } finally {
      db.close();
    }
  }

  /** Makes the run on a copy of the mirror that is thrown away; the data directory is only read. */
  async function dryRun(order: RunOrder): Promise<RunSummary> {
    using copy = copyMirror(config.mirrorFile);
    using database = await openMirror(copy.file);
    return await runOn(database.db, order);
  }

  async function runOn(db: Database, order: RunOrder, more: Partial<RunCollaborators> = {}): Promise<RunSummary> {
    const connecting = {
      connect: (known?: Discovered | 'sitemap') => (known ? connectTo(options, known) : connect(order)),
      generations,
      onHome: order.dryRun ? undefined : (home: string) => noteHome(config.dataDir, config.siteUrl, home),
    };
    return await run({ ...collaborators(options, db), ...connecting, ...more }, order);
  }

  async function logged(
    runLog: RunLog,
    order: RunOrder,
    work: () => Promise<RunSummary>,
    { passes = false } = {},
  ): Promise<RunSummary> {
    const id = runLog.start(modeOf(order), now().toISOString(), { passes });
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
        // Whoever could not pass is asked for again.
        if (passes && code === 'lease_held') runLog.forget(id);
        else finish(code, { message });
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

  return { sync, renew, [Symbol.asyncDispose]: disconnect };
}

/** Throws where a site of many has gone: whoever opens its mirror would make its folder anew. */
function refuseGone(config: SyncConfig): void {
  const gone = faultOfGone(config);
  if (gone) throw gone;
}

/** Why a site of SITES_DIR has no runs any more that has no site.yaml. */
function faultOfGone({ name, siteFile }: SyncConfig): SyncError | undefined {
  const isGone = name !== undefined && siteFile() === undefined;
  return isGone ? new SyncError('interrupted', 'The site was removed') : undefined;
}

function modeOf({ full, only, short }: RunOrder): RunSummary['mode'] {
  if (only !== undefined) return 'only';
  if (short !== undefined) return 'short';
  return full ? 'full' : 'changes';
}

async function connectTo(
  { config, siteUrl, signal, report, gate }: SessionOptions,
  known: Discovered | 'sitemap' | undefined,
): Promise<WordPress> {
  return await connectWordPress({
    siteUrl,
    requestsPerSecond: config.requestsPerSecond,
    gate,
    pagesAtOnce: gate ? FEW_PAGES : undefined,
    credentials: config.credentials,
    ...(known === 'sitemap' ? { withoutApi: true } : { discovered: known }),
    signal,
    onEvent: (event) => report({ type: 'wordpress', event }),
  });
}

/** Collaborators of a run, from the options of its session; the site file is read anew. */
function collaborators(
  { config, now, signal, report, postpone, stamps, converter: { convert, rest } }: SessionOptions,
  db: Database,
) {
  return {
    mirror: createMirror(db),
    config: readSiteConfig(config.siteFile()),
    source: config.source,
    types: config.types,
    guardHours: config.guardHours,
    unseenHours: config.unseenHours,
    postpone,
    stamps,
    convert,
    restConverter: rest,
    sweepDue: (last: Date) => isOverdue(config.fullSchedule, last, now()),
    now,
    signal,
    report,
  };
}
