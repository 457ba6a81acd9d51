import type { ShortOrder } from '../run/events.ts';
import type { OutcomeCode } from './outcome.ts';

/** A run that a schedule, a probe or a message asks for. */
export type WatchOrder = { readonly full: boolean; readonly short?: ShortOrder };

/** Makes a run; never throws. */
type RunOnce = (order: WatchOrder) => Promise<OutcomeCode>;

/** The outcome of the run that was asked for; `undefined` when there was none. */
type Ended = PromiseWithResolvers<OutcomeCode | undefined>;

type Kind = 'short' | 'full' | 'changes';
type Waiting = { readonly order: WatchOrder; readonly ended: Ended };

/** Makes one run at a time. What is asked for during a run is made after it, and all of one kind as one run. */
export function createRunQueue(runOnce: RunOnce, signal: AbortSignal) {
  const waiting = new Map<Kind, Waiting>();
  let isBusy = false;
  let isRunning = false;
  let current: Promise<void> | undefined;

  /** Asks for a run, and answers its outcome. A dispensable one is dropped during a run: its next date comes soon enough. */
  async function ask(order: WatchOrder, { isDispensable = false } = {}): Promise<OutcomeCode | undefined> {
    if (signal.aborted || (isDispensable && isRunning)) return undefined;
    const kind = order.short ? 'short' : order.full ? 'full' : 'changes';
    const before = waiting.get(kind);
    const ended: Ended = before?.ended ?? Promise.withResolvers();
    waiting.set(kind, { order: before ? merged(before.order, order) : order, ended });
    start();
    return await ended.promise;
  }

  /** Does what is no run, such as a probe, once nothing is at work; runs that are asked for meanwhile are made after it. */
  async function between(work: () => Promise<void>): Promise<void> {
    for (let busy = current; busy; busy = current) await busy;
    if (signal.aborted) return;
    start(work);
    await idle();
  }

  const idle = async () => await current;

  function start(work?: () => Promise<void>): void {
    if (isBusy) return;
    isBusy = true;
    current = drain(work).finally(() => {
      isBusy = false;
      current = undefined;
      if (signal.aborted) for (const { ended } of waiting.values()) ended.resolve(undefined);
      else if (waiting.size > 0) start();
    });
  }

  async function drain(work?: () => Promise<void>): Promise<void> {
    if (work) await work();
    for (let run = next(); run && !signal.aborted; run = next()) {
      isRunning = true;
      const outcome = await runOnce(run.order);
      isRunning = false;
      for (const { resolve } of run.ended) resolve(outcome);
    }
  }

  /** The run to make now. A short one comes first: it is soon done, and somebody waits for it. */
  function next(): { readonly order: WatchOrder; readonly ended: readonly Ended[] } | undefined {
    const kinds = waiting.has('short') ? (['short'] as const) : (['full', 'changes'] as const);
    const made = kinds.flatMap((kind) => waiting.get(kind) ?? []);
    const [first] = made;
    if (signal.aborted || !first) return undefined;
    for (const kind of kinds) waiting.delete(kind);
    return { order: first.order, ended: made.map(({ ended }) => ended) };
  }

  return { ask, between, idle };
}
export type RunQueue = ReturnType<typeof createRunQueue>;

function merged(one: WatchOrder, other: WatchOrder): WatchOrder {
  if (!one.short || !other.short) return one;
  const pages = new Map([...one.short.pages, ...other.short.pages].map((page) => [`${page.type} ${page.id}`, page]));
  const short = {
    why: [...new Set([...one.short.why.split('; '), other.short.why])].join('; '),
    types: new Map([...one.short.types, ...other.short.types]),
    pages: [...pages.values()],
  };
  return { full: false, short };
}
