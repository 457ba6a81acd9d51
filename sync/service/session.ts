import { createPrivateKey } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createGenerations } from '../../db/index/generations.ts';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { createMirror, openMirrorDatabase, useTemporaryStage } from '../../db/mirror/mirror.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import { claimDataDir, noteHome } from '../../db/site-identity.ts';
import { NewerSchemaError, type Database } from '../../db/sqlite.ts';
import { Disposables } from '../../shared/disposables.ts';
import { isOverdue } from '../../shared/cron.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import { siteFileOf, type SyncConfig } from '../config.ts';
import { startDemoSite } from '../demo/site.ts';
import { createConverters } from '../markdown/converter.ts';
import { failureOf, type Outcome } from '../outcome.ts';
import type { OnRunEvent, RunEvent, RunOrder, RunSummary } from '../run/events.ts';
import { renewIndex } from '../run/publish/renewal.ts';
import { readCodeDigests } from '../run/publish/code-digests.ts';
import type { RunCollaborators } from '../run/collaborators.ts';
import { run } from '../run/run.ts';
import { SyncError } from '../run/sync-error.ts';
import { createUrgentQueue, type UrgentQueue } from '../run/urgent-queue.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { connectWordPress, type WordPress } from '../wordpress/client.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import { createNarrowGates } from '../wordpress/requests.ts';
import { createLease, newSession } from './lease.ts';
import { copyMirror, openOrRebuildMirror } from './open-mirror.ts';

/** Creates the resources that all runs of a process share: code digests, converter threads and request gates. */
export function createRunResources() {
  // With two threads, a site with slow pages does not block the conversion of further sites.
  const converters = createConverters({ threads: Math.max(2, availableParallelism()) });
  return {
    /** Digests of the running code; the files on disk may have another version by the next run. */
    digests: readCodeDigests(),
    converters,
    /** Gates of the requests to a site, by the key of its address. */
    gateOf: createNarrowGates(),
    [Symbol.asyncDispose]: () => converters[Symbol.asyncDispose](),
  };
}
export type RunResources = ReturnType<typeof createRunResources>;

type SessionOptions = {
  readonly config: SyncConfig;
  // With several sites: limits the site to a single request at a time, under all of its names, and to few pages each.
  readonly oneAtATime?: boolean;
  // Cached response of a discovery in an earlier process, for short runs.
  readonly discovered?: Discovered | undefined;
  // Callback for the response of a discovery.
  readonly onFound?: (discovered: Discovered) => void;
  readonly postpone?: RunCollaborators['postpone'];
  readonly now?: () => Date;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
};

// Full pages in a response with several sites; all responses are in memory.
const FEW_PAGES = 20;

type UnderLease = Required<Pick<RunCollaborators, 'lease' | 'urgent'>>;

// Progress is reported for the full run only, not for an urgent run that pre-empts it.
const OF_PROGRESS: ReadonlySet<RunEvent['type']> = new Set(['started', 'phase', 'advanced']);

/** Opens a session on the configured site, by default on the demo site, which closes with the session. */
export async function openSession(
  { config, oneAtATime = false, now = () => new Date(), signal, report, ...options }: SessionOptions,
  { digests, converters, gateOf }: RunResources,
) {
  await using opening = new Disposables();
  const demo = config.siteUrl === undefined ? opening.use(await startDemoSite()) : undefined;
  const converter = opening.use(converters.open());
  opening.use({ [Symbol.asyncDispose]: disconnect });
  const gate = oneAtATime ? gateOf(config.source) : undefined;
  const self = newSession();
  const signingKey = config.signingKey === undefined ? undefined : createPrivateKey(config.signingKey);
  const generations = createGenerations(config.dataDir, { now, signingKey });
  let client: WordPress | undefined;
  // Urgent runs during the current run; `undefined` without a run.
  let urgent: UrgentQueue | undefined;

  const failed = (error: unknown) => failureOf(faultOfRemoved(config) ?? explainStorage(error, config.dataDir), signal);
  const leaseOn = (db: Database) => createLease({ table: createLeaseTable(db), self, now: () => now().getTime() });

  // Short runs reuse the client or the cached discovery instead of requests for the REST API. The demo site has a different port
  // each time.
  async function connect({ short }: RunOrder): Promise<WordPress> {
    if (!short || !client) {
      const fresh = await connectTo({ discovered: short && !demo ? options.discovered : undefined });
      await disconnect();
      client = fresh;
      options.onFound?.(fresh.discovered);
    }
    return { ...client, [Symbol.asyncDispose]: () => Promise.resolve() };
  }

  async function connectTo(known: { readonly discovered?: Discovered | undefined; readonly withoutApi?: true }) {
    return await connectWordPress({
      siteUrl: config.siteUrl ?? demo?.url ?? '',
      requestsPerSecond: config.requestsPerSecond,
      gate,
      pagesAtOnce: gate ? FEW_PAGES : undefined,
      credentials: config.credentials,
      ...known,
      signal,
      onEvent: (event) => report({ type: 'wordpress', event }),
    });
  }

  async function disconnect(): Promise<void> {
    const former = client;
    client = undefined;
    await former?.close();
  }

  // Performs a run under the lease and adds it to the run log; never throws. A short run pre-empts the current run, or ends with
  // `lease_held`.
  async function sync(order: RunOrder): Promise<Outcome> {
    try {
      // An urgent run has a waiting caller: the converter thread loads during the requests, because loading takes longer than the
      // rest of the run.
      if (order.short) converter.prepare();
      if (order.dryRun) return { code: 'done', summary: await dryRun(order) };
      const summary = urgent
        ? await preempt(urgent, order)
        : await underLease(async (db, more) => await logged(db, order, more));
      return { code: 'done', summary };
    } catch (error) {
      return failed(error);
    }
  }

  // Rebuilds the whole index. Never throws: the published index stays live. The run log does not list it.
  async function renew(): Promise<void> {
    try {
      await underLease(async (db, more) => {
        await renewIndex({ ...collaborators(db), mirrorFile: config.mirrorFile, ...more });
      });
    } catch (error) {
      report({ type: 'unrenewed', why: failed(error).message });
    }
  }

  // Works on the mirror under the lease.
  async function underLease<Done>(work: (db: Database, more: UnderLease) => Promise<Done>): Promise<Done> {
    refuseRemoved(config);
    claimDataDir(config.dataDir, config.siteUrl);
    using queue = createUrgentQueue();
    urgent = queue;
    try {
      using db = await openMirror(config.mirrorFile);
      using lease = leaseOn(db).acquire();
      return await work(db, { lease, urgent });
    } finally {
      urgent = undefined;
    }
  }

  // Performs an urgent run during the current run, under its lease.
  async function preempt({ add, onPreempted }: UrgentQueue, order: RunOrder): Promise<RunSummary> {
    const summary = await add(async () => {
      refuseRemoved(config);
      using db = openMirrorDatabase(config.mirrorFile);
      useTemporaryStage(db);
      const reportRun: OnRunEvent = (event) => void (OF_PROGRESS.has(event.type) || report(event));
      return await logged(db, order, { lease: leaseOn(db).share(), onPreempted, report: reportRun });
    });
    if (!summary) throw new SyncError('lease_held', 'The current run does not permit urgent runs');
    return summary;
  }

  // Runs on a temporary copy of the mirror; the data directory is read-only.
  async function dryRun(order: RunOrder): Promise<RunSummary> {
    using copy = copyMirror(config.mirrorFile);
    using db = await openMirror(copy.file);
    return await runOn(db, order);
  }

  async function runOn(db: Database, order: RunOrder, more: Partial<RunCollaborators> = {}): Promise<RunSummary> {
    const connecting: Pick<RunCollaborators, 'connect' | 'onHome'> = {
      connect: (known) => {
        if (known === 'sitemap') return connectTo({ withoutApi: true });
        return known ? connectTo({ discovered: known }) : connect(order);
      },
      onHome: order.dryRun ? undefined : (home) => noteHome(config.dataDir, config.siteUrl, home),
    };
    return await run({ ...collaborators(db), ...connecting, ...more }, order);
  }

  // Performs a run and adds it to the run log.
  async function logged(db: Database, order: RunOrder, more: Partial<RunCollaborators>): Promise<RunSummary> {
    const runLog = createRunLog(db);
    const preempts = more.onPreempted !== undefined;
    const id = runLog.start(modeOf(order), now().toISOString(), { preempts });
    const finish = (outcome: Outcome['code'], summary: unknown) =>
      runLog.finish(id, { finishedAt: now().toISOString(), outcome, summary });
    try {
      const summary = await runOn(db, order, more);
      // Of the many short runs, the log retains runs that published a change.
      if (summary.mode === 'short' && !summary.published) runLog.forget(id);
      else finish('done', summary);
      return summary;
    } catch (error) {
      const { code, message } = failed(error);
      try {
        // A run without the lease is queued again.
        if (preempts && code === 'lease_held') runLog.forget(id);
        else finish(code, { message });
      } catch {
        // A failure to write the log must not hide the error of the run.
      }
      throw error;
    }
  }

  async function openMirror(file: string) {
    const assertFree = (db: Database) => leaseOn(db).acquire()[Symbol.dispose]();
    return await openOrRebuildMirror({ file, generations, now, report, assertFree });
  }

  // Collaborators of a run. Reads the current site file.
  function collaborators(db: Database) {
    return {
      mirror: createMirror(db),
      config: readSiteConfig(siteFileOf(config)),
      source: config.source,
      types: config.types,
      guardHours: config.guardHours,
      unseenHours: config.unseenHours,
      postpone: options.postpone,
      digests,
      generations,
      convert: converter.convert,
      restConverter: converter.rest,
      sweepDue: (last: Date) => isOverdue(config.fullSchedule, last, now()),
      now,
      signal,
      report,
    };
  }

  const open = opening.move();
  return { sync, renew, [Symbol.asyncDispose]: () => open[Symbol.asyncDispose]() };
}
export type Session = Awaited<ReturnType<typeof openSession>>;

// Throws if a site was removed from SITES_DIR; opening its mirror would create its folder again.
function refuseRemoved(config: SyncConfig): void {
  const fault = faultOfRemoved(config);
  if (fault) throw fault;
}

// A site of SITES_DIR without site.yaml was removed.
function faultOfRemoved(config: SyncConfig): SyncError | undefined {
  const isRemoved = config.name !== undefined && siteFileOf(config) === undefined;
  return isRemoved ? new SyncError('interrupted', 'The site was removed') : undefined;
}

function modeOf({ full, only, short }: RunOrder): RunSummary['mode'] {
  if (only !== undefined) return 'only';
  if (short !== undefined) return 'short';
  return full ? 'full' : 'changes';
}

const NO_ROOM = /^(?:ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/;
const NOT_WRITABLE = /^(?:EACCES|EPERM|EROFS|ENOTDIR|EEXIST|SQLITE_READONLY(?:_\w+)?|SQLITE_CANTOPEN)$/;
const FAILING = /^(?:EIO|SQLITE_IOERR(?:_\w+)?|SQLITE_NOTADB|SQLITE_CORRUPT(?:_\w+)?)$/;

// Maps each error type of the file system and of SQLite to advice for the operator; returns further errors unchanged.
function explainStorage(error: unknown, dir: string): unknown {
  for (const { code, syscall, message } of causesOf(error)) {
    if (NO_ROOM.test(code)) {
      const advice = 'free some space and run sync again; the published index is not affected';
      return new SyncError('no_room', `The disk of ${dir} is full (${message}): ${advice}`, { cause: error });
    }
    // `mkdir` below /proc fails with ENOENT, as if the parent were missing.
    if (NOT_WRITABLE.test(code) || (code === 'ENOENT' && syscall === 'mkdir')) {
      return new ConfigurationError([`DATA_DIR: got ${dir}, wants a directory that can be written (${message})`]);
    }
    if (FAILING.test(code)) {
      const advice = 'the next run repairs what it can; if the error recurs, check the disk';
      return new SyncError('disk_failed', `A file in ${dir} cannot be used (${message}): ${advice}`, { cause: error });
    }
  }
  if (error instanceof NewerSchemaError) return new SyncError('newer_schema', error.message, { cause: error });
  return error;
}

type Cause = { readonly code: string; readonly syscall: string | undefined; readonly message: string };

// Walks an error with its causes and suppressed errors; yields errors with a `code` field.
function* causesOf(error: unknown): Generator<Cause> {
  if (!(error instanceof Error)) return;
  // Node 22 has no global SuppressedError. There, the compiled package throws an Error with this name.
  if (error.name === 'SuppressedError') {
    const { suppressed, error: last } = error as SuppressedError;
    yield* causesOf(suppressed);
    yield* causesOf(last);
  }
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') yield { code, syscall, message };
  yield* causesOf(error.cause);
}
