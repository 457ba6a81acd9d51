import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OnRunEvent, PageName, RunEvent } from '../run/events.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import { failureOf, type Ending } from './outcome.ts';
import type { OpenLane, WatchOrder } from './run-queue.ts';

/** What the process of runs is told. */
export type RunRequest =
  /** To make a run, at the addresses that the last one has discovered; it may open a lane (`OpenLane`) or not. */
  | {
      readonly type: 'run';
      readonly id: number;
      readonly order: WatchOrder;
      readonly mayOpenLane: boolean;
      readonly discovered: Discovered | undefined;
    }
  /** The lane of a run is shut, and no run is in it. */
  | { readonly type: 'shut'; readonly id: number };

/** What the process of runs tells; `ended` is the last of each run. */
export type RunReply =
  | { readonly type: 'event'; readonly event: RunEvent }
  | { readonly type: 'found'; readonly discovered: Discovered }
  | { readonly type: 'postponed'; readonly pages: readonly PageName[] }
  | { readonly type: 'open' | 'shut'; readonly id: number }
  | { readonly type: 'ended'; readonly id: number; readonly ending: Ending };

/** A run at work. */
type AtWork = {
  readonly end: (ending: Ending) => void;
  readonly openLane: OpenLane | undefined;
  shutLane?: ReturnType<OpenLane>;
};

type Options = {
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /** Told the addresses of the site that a run has found. */
  readonly onFound: (discovered: Discovered) => void;
  /** As `RunCollaborators` has it. */
  readonly postpone: (pages: readonly PageName[]) => void;
  /** Milliseconds for which the process waits for a further run. */
  readonly idleMs?: number;
};

/** Changes come in groups, and the start of a process takes a second. */
const IDLE_MS = 120_000;
/** Milliseconds until a process that was told to end, and does not, is ended. */
const END_WITHIN_MS = 5000;
/** Milliseconds in which a run at work has to end when it is told to. */
const ABORT_WITHIN_MS = 30_000;

const RUNNER = fileURLToPath(new URL('../runner.ts', import.meta.url));

/**
 * Makes runs in a process of their own (`sync/runner.ts`), which ends when none was asked for in a while: what only a run
 * needs is not kept in memory between them. One that dies fails its run, and the next run starts another.
 */
export function createRunProcess({ signal, report, onFound, postpone, idleMs = IDLE_MS }: Options) {
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let discovered: Discovered | undefined;
  const atWork = new Map<number, AtWork>();
  let runs = 0;

  function start(): ChildProcess {
    // Its own options, such as `--env-file`, have done their work: the environment is handed on.
    const started = fork(RUNNER, {
      execArgv: [],
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
      case 'event':
        report(reply.event);
        break;
      case 'found':
        ({ discovered } = reply);
        onFound(discovered);
        break;
      case 'postponed':
        postpone(reply.pages);
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
        atWork.get(reply.id)?.end(reply.ending);
        break;
      default:
        reply satisfies never;
    }
  }

  /** Tells the process something; that it cannot be told shows in its end. */
  function say(to: ChildProcess, request: RunRequest): void {
    to.send(request, () => {});
  }

  function lose(lost: ChildProcess, why: string): void {
    if (child !== lost) return;
    child = undefined;
    const failure = failureOf(new Error(`The process of the run failed: ${why}`), signal);
    for (const { end } of atWork.values()) end(failure);
  }

  /** Makes one run; never throws. */
  async function sync(order: WatchOrder, openLane?: OpenLane): Promise<Ending> {
    clearTimeout(idle);
    const id = ++runs;
    child ??= start();
    const current = child;
    const ended = Promise.withResolvers<Ending>();
    const run: AtWork = { end: ended.resolve, openLane };
    atWork.set(id, run);
    say(current, { type: 'run', id, order, mayOpenLane: openLane !== undefined, discovered });
    const ending = await ended.promise;
    // A process that died has left it open.
    await run.shutLane?.();
    atWork.delete(id);
    if (atWork.size === 0) idle = setTimeout(() => void stop(), idleMs).unref();
    return ending;
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

  /** Ends a run at work, whatever it is in the middle of. */
  function abort(): void {
    const ending = child;
    ending?.kill('SIGTERM');
    const late = setTimeout(() => ending?.kill('SIGKILL'), ABORT_WITHIN_MS).unref();
    ending?.once('exit', () => clearTimeout(late));
  }

  signal.addEventListener('abort', abort, { once: true });
  return { sync, [Symbol.asyncDispose]: stop };
}
