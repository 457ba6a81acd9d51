import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../shared/errors.ts';
import type { Environment } from '../../shared/settings.ts';
import type { OnRunEvent, PageName } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import type { Extent } from './extent.ts';
import { failureOf, type Ending } from './outcome.ts';
import type { RunReply, RunRequest } from './run-messages.ts';
import type { OpenLane, StandAside, WatchOrder } from '../watch/run-queue.ts';

/** A site, as its runs know it. */
export type RunSite = {
  /** Tells it from all others of this process. */
  readonly name: string;
  /** Its runs have a process of their own. */
  readonly hasOwnWorker: boolean;
  /** It gets one request at a time. */
  readonly oneAtATime: boolean;
  /** Has no further run begin. */
  readonly leaving: AbortSignal;
  /** Ends its runs. */
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** Told the addresses of the site that a run has found. */
  readonly onFound: (discovered: Discovered) => void;
  /** As `RunCollaborators` has it. */
  readonly postpone: (pages: readonly PageName[]) => void;
};

/** A run to be made. */
export type Run = {
  readonly site: RunSite;
  /** Settings of the site. */
  readonly environment: Environment;
  readonly order: WatchOrder;
  /** What it takes, where other sites take turns with it. */
  readonly extent: Extent | undefined;
  readonly openLane: OpenLane | undefined;
  readonly standAside: StandAside | undefined;
  /** As the last run of the site has found them. */
  readonly discovered: Discovered | undefined;
};

/** How a run ended; `hasDied`: with the process that made it, which could start and which nobody ended. */
type Made = { readonly ending: Ending; readonly hasDied: boolean };

type AtWork = Run & {
  readonly ended: PromiseWithResolvers<Made>;
  shutLane?: ReturnType<OpenLane>;
};

type Options = {
  /** Milliseconds for which the process waits for a further run. */
  readonly idleMs?: number;
  /** Milliseconds in which a run at work has to end when it is told to. */
  readonly endWithinMs?: number;
};

/** Milliseconds until a process that was told to end, and does not, is ended. */
const END_WITHIN_MS = 5000;
const ABORT_WITHIN_MS = 30_000;
/** Changes come in groups, and the start of a process takes a second. */
const IDLE_MS = 120_000;

/**
 * Limits the garbage in the heap of a run. The first sync of 2,000 pages peaks at 207 MB (PSS) instead of 277. Semi-spaces of 8 MB take
 * half of the time of those of 4 MB, since the tree of a page fits. `run.ts` collects garbage before it builds an index.
 */
const RUNNER_OPTIONS = ['--max-semi-space-size=8', '--heap-growing-percent=25', '--expose-gc'];
const RUNNER = fileURLToPath(new URL('../runner.ts', import.meta.url));

/**
 * Makes runs of any number of sites in a process of their own (`sync/runner.ts`), which ends when none was asked for in a while: what
 * only a run needs is not kept in memory between them. One that dies fails the runs at work, and the next run starts another.
 */
export function createRunProcess({ idleMs = IDLE_MS, endWithinMs = ABORT_WITHIN_MS }: Options = {}) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const atWork = new Map<number, AtWork>();
  let runs = 0;
  /** What is known of the process: that one could not start is the fault of no run. */
  let isReady = false;
  let isKilled = false;

  function start(): ChildProcess {
    // Our own options, such as `--env-file`, have done their work: the environment comes with each run.
    isReady = false;
    isKilled = false;
    const started = fork(RUNNER, {
      execArgv: RUNNER_OPTIONS,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (reply: RunReply) => void hear(reply, started));
    started.on('error', (error) => lose(started, error.message));
    started.on('exit', (code, name) => lose(started, `it ended with ${name ?? code}`));
    return started;
  }

  async function hear(reply: RunReply, from: ChildProcess): Promise<void> {
    switch (reply.type) {
      case 'ready':
        isReady = from === child;
        break;
      case 'event':
        siteAtWork(reply.site)?.report(reply.event);
        break;
      case 'found':
        siteAtWork(reply.site)?.onFound(reply.discovered);
        break;
      case 'postponed':
        siteAtWork(reply.site)?.postpone(reply.pages);
        break;
      case 'open': {
        const run = atWork.get(reply.id);
        if (run?.openLane) run.shutLane = run.openLane();
        break;
      }
      case 'shut':
        await atWork.get(reply.id)?.shutLane?.();
        say(from, { type: 'shut', id: reply.id });
        break;
      case 'ended':
        atWork.get(reply.id)?.ended.resolve({ ending: reply.ending, hasDied: false });
        break;
      default:
        reply satisfies never;
    }
  }

  function siteAtWork(name: string): RunSite | undefined {
    for (const { site } of atWork.values()) if (site.name === name) return site;
    return undefined;
  }

  /** Tells the process something; that it cannot be told shows in its end. */
  function say(to: ChildProcess, request: RunRequest): void {
    to.send(request, () => {});
  }

  function lose(lost: ChildProcess, why: string): void {
    if (child !== lost) return;
    child = undefined;
    const failure = new Error(`The process of the run failed: ${why}`);
    const hasDied = isReady && !isKilled;
    for (const { ended, site } of atWork.values()) ended.resolve({ ending: endingBy(failure, site), hasDied });
  }

  /** Makes one run; never throws. */
  async function make(asked: Run): Promise<Made> {
    const { site, environment, order, openLane, discovered } = asked;
    if (site.signal.aborted) return { ending: endingBy(undefined, site), hasDied: false };
    clearTimeout(idle);
    const id = ++runs;
    child ??= start();
    const current = child;
    const run: AtWork = { ...asked, ended: Promise.withResolvers() };
    atWork.set(id, run);
    const { name, oneAtATime, signal } = site;
    const mayOpenLane = openLane !== undefined;
    say(current, { type: 'run', id, site: name, environment, oneAtATime, order, mayOpenLane, discovered });
    const abort = () => end(run, current);
    signal.addEventListener('abort', abort, { once: true });
    const made = await run.ended.promise;
    signal.removeEventListener('abort', abort);
    // A process that died has left it open.
    await run.shutLane?.();
    atWork.delete(id);
    if (atWork.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    return made;
  }

  /** Ends a run at work, whatever it is in the middle of; the process with it, once that does nothing else. */
  function end({ site, ended }: AtWork, where: ChildProcess): void {
    say(where, { type: 'end', site: site.name, why: messageOf(site.signal.reason) });
    let isTold = false;
    const late = setInterval(() => {
      if ([...atWork.values()].every((run) => run.site.signal.aborted)) kill(where);
      else if (!isTold) site.report({ type: 'warning', message: 'The run does not end yet: its process is busy' });
      isTold = true;
    }, endWithinMs).unref();
    void ended.promise.then(() => clearInterval(late));
  }

  function kill(where: ChildProcess): void {
    if (where === child) isKilled = true;
    where.kill('SIGKILL');
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

function endingBy(error: unknown, { signal }: RunSite): Ending {
  const { code, message } = failureOf(error, signal);
  return { code, message };
}
