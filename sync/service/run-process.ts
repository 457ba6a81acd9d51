import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../shared/errors.ts';
import { HEAP_FLAGS } from '../../shared/v8.js';
import { failureOf, type Ending } from '../outcome.ts';
import type { PageName, RunEvent } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { SyncConfig } from '../config.ts';
import type { Extent } from './extent.ts';
import type { WatchOrder } from './run-queue.ts';

/** Event of a site: of a run, or for the next runs. */
export type SiteEvent =
  | RunEvent
  /** Response of a discovery, which later runs cache. */
  | { readonly type: 'found'; readonly discovered: Discovered }
  /** See `RunCollaborators`. */
  | { readonly type: 'postponed'; readonly pages: readonly PageName[] };

/** A site with the config and the callback of its runs. */
export type RunSite = {
  /** Unique name in this process. */
  readonly name: string;
  readonly config: SyncConfig;
  readonly hasOwnWorker: boolean;
  /** Limits it to a single request at a time. */
  readonly oneAtATime: boolean;
  /** Prevents further runs. */
  readonly leaving: AbortSignal;
  /** Ends its runs. */
  readonly signal: AbortSignal;
  readonly report: (event: SiteEvent) => void;
  /** Cached response of the discovery in the last run. */
  discovered?: Discovered | undefined;
};

export type Run = {
  readonly site: RunSite;
  readonly order: WatchOrder;
  /** Expected extent, if several sites share the queue. */
  readonly extent: Extent | undefined;
};

/** Request to the process of runs. */
export type RunRequest =
  | (Pick<RunSite, 'config' | 'oneAtATime' | 'discovered'> &
      Pick<Run, 'order'> & { readonly type: 'run'; readonly id: number; readonly site: string })
  /** Ends the current runs of a site immediately. */
  | { readonly type: 'end'; readonly site: string; readonly why: string };

/** Response from the process of runs; each run ends with a response of type `ended`. */
export type RunReply =
  /** The process has started. */
  | { readonly type: 'ready' }
  | { readonly type: 'event'; readonly site: string; readonly event: SiteEvent }
  | { readonly type: 'ended'; readonly id: number; readonly ending: Ending };

/** Result of a run. `hasDied`: the process that performed it had started and died by itself. */
export type Made = { readonly ending: Ending; readonly hasDied: boolean };

type AtWork = Pick<Run, 'site'> & { readonly ended: PromiseWithResolvers<Made> };

type Options = {
  // Idle timeout of the process, in milliseconds.
  readonly idleMs?: number;
  // Timeout of an aborted run, in milliseconds.
  readonly endWithinMs?: number;
};

// Timeouts in milliseconds, after which a process is killed.
const END_WITHIN_MS = 5000;
const ABORT_WITHIN_MS = 30_000;
// Changes come in groups, and starting a process takes a second.
const IDLE_MS = 120_000;

// Limits garbage in the heap of a run: the first sync of 2,000 pages peaks at 145 MB (PSS) instead of 277. Each further megabyte of
// a semi-space needs 6 MB, in the heaps of the run and of the converter. `run.ts` collects garbage before it builds an index.
const RUNNER_OPTIONS = ['--max-semi-space-size=2', ...HEAP_FLAGS];

/** Niceness of the process of runs. If all processors are busy, the server and WordPress get about three times its share. */
export const RUN_NICENESS = 5;
const RUNNER = fileURLToPath(new URL('../runner.ts', import.meta.url));

/**
 * Performs runs of any number of sites in a child process (`sync/runner.ts`). The process ends when idle, so that memory of a run
 * is freed between runs. If it dies, the current runs fail, and the next run starts a new process.
 */
export function createRunProcess({ idleMs = IDLE_MS, endWithinMs = ABORT_WITHIN_MS }: Options = {}) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const atWork = new Map<number, AtWork>();
  let runs = 0;
  // State of the process: a failed start does not count against a run.
  let isReady = false;
  let isKilled = false;

  function start(): ChildProcess {
    // Without the Node options of this process, such as `--env-file`: each request contains the config of its run.
    isReady = false;
    isKilled = false;
    const started = fork(RUNNER, {
      execArgv: RUNNER_OPTIONS,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (reply: RunReply) => handleReply(reply, started));
    started.on('error', (error) => lose(started, error.message));
    started.on('exit', (code, name) => lose(started, `it ended with ${name ?? code}`));
    return started;
  }

  function handleReply(reply: RunReply, from: ChildProcess): void {
    if (reply.type === 'ready') isReady = from === child;
    else if (reply.type === 'ended') atWork.get(reply.id)?.ended.resolve({ ending: reply.ending, hasDied: false });
    else [...atWork.values()].find(({ site }) => site.name === reply.site)?.site.report(reply.event);
  }

  // Sends a request; a failure to send appears as the end of the process.
  function send(to: ChildProcess, request: RunRequest): void {
    to.send(request, () => {});
  }

  function lose(lost: ChildProcess, why: string): void {
    if (child !== lost) return;
    child = undefined;
    const failure = new Error(`The process of the run failed: ${why}`);
    const hasDied = isReady && !isKilled;
    for (const { ended, site } of atWork.values()) ended.resolve({ ending: failureOf(failure, site.signal), hasDied });
  }

  // Performs a run; never throws.
  async function make({ site, order }: Run): Promise<Made> {
    if (site.signal.aborted) return { ending: failureOf(undefined, site.signal), hasDied: false };
    clearTimeout(idle);
    const id = ++runs;
    child ??= start();
    const current = child;
    const run: AtWork = { site, ended: Promise.withResolvers() };
    atWork.set(id, run);
    const { name, config, oneAtATime, discovered, signal } = site;
    send(current, { type: 'run', id, site: name, config, oneAtATime, order, discovered });
    const abort = () => end(run, current);
    signal.addEventListener('abort', abort, { once: true });
    const made = await run.ended.promise;
    signal.removeEventListener('abort', abort);
    atWork.delete(id);
    if (atWork.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    return made;
  }

  // Ends a run immediately, and kills the process if it does not end and has no further run.
  function end({ site, ended }: AtWork, where: ChildProcess): void {
    send(where, { type: 'end', site: site.name, why: messageOf(site.signal.reason) });
    let isReported = false;
    const late = setInterval(() => {
      if ([...atWork.values()].every((run) => run.site.signal.aborted)) {
        isKilled ||= where === child;
        where.kill('SIGKILL');
      } else if (!isReported)
        site.report({ type: 'warning', message: 'The run does not end yet: its process is busy' });
      isReported = true;
    }, endWithinMs).unref();
    void ended.promise.then(() => clearInterval(late));
  }

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const ending = child;
    child = undefined;
    if (ending?.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    if (ending.connected) ending.disconnect();
    const late = wait(END_WITHIN_MS, undefined, { ref: false }).then(() => ending.kill('SIGKILL'));
    await Promise.race([ended, late.then(() => ended)]);
  }

  return { make, [Symbol.asyncDispose]: stop };
}
export type RunProcess = ReturnType<typeof createRunProcess>;
