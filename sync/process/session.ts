import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { messageOf } from '../../shared/errors.ts';
import { createGenerations } from '../../db/index/generations.ts';
import { createLeaseTable } from '../../db/mirror/lease.ts';
import { createMirror } from '../../db/mirror/mirror.ts';
import { createRunLog } from '../../db/mirror/run-log.ts';
import type { Database } from '../../db/sqlite.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import type { SyncConfig } from './config.ts';
import { createLease, type ProcessIdentity } from './lease.ts';
import { run } from '../run/run.ts';
import { readStamps } from '../run/stamps.ts';
import type { OnRunEvent, RunOrder, RunSummary } from '../run/events.ts';
import { createConverter, type Converter } from '../markdown/converter.ts';
import { readSiteConfig } from '../site-file/site-config.ts';
import { openOrRebuildMirror } from './open-mirror.ts';
import { explainStorage } from './storage-fault.ts';
import { SyncError, type SyncErrorCode } from '../run/sync-error.ts';
import { isOverdue } from './schedule.ts';
import { connectWordPress } from '../wordpress/client.ts';
import { WordPressError } from '../wordpress/errors.ts';

/** Result of a run; everything but `done` left the index as it was. */
export type OutcomeCode = 'done' | SyncErrorCode | 'site' | 'configuration' | 'failed';

export type Outcome =
  | { readonly code: 'done'; readonly summary: RunSummary }
  | { readonly code: Exclude<OutcomeCode, 'done'>; readonly message: string; readonly error: unknown };

type SessionOptions = {
  readonly config: SyncConfig;
  /** Address of the site to read: the configured one, or the demo's. */
  readonly siteUrl: string;
  readonly self: ProcessIdentity;
  readonly isAlive: (pid: number) => boolean;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
};

/** Makes the runs of one process over one data directory. */
export function createSession({ config, siteUrl, self, isAlive, now, signal, report }: SessionOptions) {
  const generations = createGenerations(config.dataDir);
  // Of the code that was started: what lies on the disk may be another version by the next run.
  const stamps = readStamps();

  /** Makes one run under the lease and enters it in the run log; never throws. */
  async function sync(order: RunOrder): Promise<Outcome> {
    try {
      return { code: 'done', summary: order.dryRun ? await dryRun(order) : await perform(order) };
    } catch (error) {
      return explain(explainStorage(error, config.dataDir), signal);
    }
  }

  async function perform(order: RunOrder): Promise<RunSummary> {
    using database = await openMirror(config.mirrorFile);
    using held = leaseOn(database.db).acquire();
    const runLog = createRunLog(database.db);
    const id = runLog.start(order.only === undefined ? (order.full ? 'full' : 'changes') : 'only', now().toISOString());
    const finish = (outcome: OutcomeCode, summary: unknown) =>
      runLog.finish(id, { finishedAt: now().toISOString(), outcome, summary });
    try {
      await using converter = createConverter();
      const summary = await run({ ...collaborators(database.db, converter), lease: held }, order);
      finish('done', summary);
      return summary;
    } catch (error) {
      const failure = explain(explainStorage(error, config.dataDir), signal);
      try {
        finish(failure.code, { message: failure.message });
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

  /** Makes the run on a copy of the mirror that is thrown away; the data directory is only read. */
  async function dryRun(order: RunOrder): Promise<RunSummary> {
    using copy = copyMirror(config.mirrorFile);
    using database = await openMirror(copy.file);
    await using converter = createConverter();
    return await run(collaborators(database.db, converter), order);
  }

  function collaborators(db: Database, { convert }: Converter) {
    return {
      mirror: createMirror(db),
      generations,
      config: readSiteConfig(config.siteFile()),
      source: config.source,
      types: config.types,
      guardHours: config.guardHours,
      convert,
      sweepDue: (last: Date) => isOverdue(config.fullSchedule, last, now()),
      connect: () =>
        connectWordPress({
          siteUrl,
          requestsPerSecond: config.requestsPerSecond,
          credentials: config.credentials,
          signal,
          onEvent: (event) => report({ type: 'wordpress', event }),
        }),
      now,
      stamps,
      signal,
      report,
    };
  }

  return { sync };
}

/** Suffixes of the files that hold a database in WAL mode. */
const PARTS = ['', '-wal'];

/** Copies the mirror, if there is one, to a directory that is removed on disposal. */
function copyMirror(file: string) {
  const dir = mkdtempSync(join(tmpdir(), 'sync-dry-run-'));
  const copy = join(dir, basename(file));
  const state = () => PARTS.map((part) => statSync(file + part, { throwIfNoEntry: false })?.mtimeMs).join();
  // A run that writes meanwhile could give us halves that do not belong together.
  for (let before = ''; before !== state();) {
    before = state();
    for (const part of PARTS) {
      rmSync(copy + part, { force: true });
      if (existsSync(file + part)) copyFileSync(file + part, copy + part);
    }
  }
  return { file: copy, [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }) };
}

/** Classifies a failure by the codes that have an exit code; an aborted run failed for the signal's reason. */
function explain(error: unknown, signal: AbortSignal): Exclude<Outcome, { code: 'done' }> {
  const cause = signal.aborted ? (signal.reason as unknown) : error;
  const outcome = (code: Exclude<OutcomeCode, 'done'>) => ({ code, message: messageOf(cause), error: cause });
  if (cause instanceof SyncError) return outcome(cause.code);
  if (cause instanceof WordPressError) return outcome('site');
  if (cause instanceof ConfigurationError) return outcome('configuration');
  return outcome('failed');
}
