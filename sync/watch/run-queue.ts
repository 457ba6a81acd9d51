import type { ShortOrder } from '../run/events.ts';
import type { OutcomeCode } from '../process/outcome.ts';

/** A run that a schedule, a probe or a message asks for; a renewal builds the whole index anew, and asks the site for nothing. */
export type WatchOrder = { readonly full: boolean; readonly short?: ShortOrder; readonly isRenewal?: true };

/** Lets short runs that somebody waits for pass the run at work from now on; the answer ends that, once none is at work. */
export type OpenLane = () => () => Promise<void>;

/**
 * Lets short runs and what is no run go before a run that waits for its turn; the answer ends that, once none is at work. The run
 * keeps its place among those of other sites.
 */
export type StandAside = () => () => Promise<void>;

/** Makes a run; never throws. A run that could not pass the one at work ends as `lease_held`. */
export type RunOnce = (order: WatchOrder, openLane?: OpenLane, standAside?: StandAside) => Promise<OutcomeCode>;

/** The outcome of the run that was asked for; `undefined` when there was none. */
type Ended = PromiseWithResolvers<OutcomeCode | undefined>;

type Kind = 'short' | 'full' | 'changes' | 'patient' | 'renewal';
type Waiting = { readonly order: WatchOrder; readonly ended: Ended };

/**
 * Makes one run at a time, and all that is asked for meanwhile of one kind as one run after it. Short runs that somebody waits
 * for may pass a run that opens a lane for them, or go before one that waits for its turn.
 */
export function createRunQueue(runOnce: RunOnce, signal: AbortSignal) {
  const waiting = new Map<Kind, Waiting>();
  let isBusy = false;
  let isRunning = false;
  let current: Promise<void> | undefined;
  let lane: 'open' | 'shut' = 'shut';
  let passing: Promise<void> | undefined;
  let standsAside = false;
  let aside = Promise.withResolvers<void>();

  /** Asks for a run, and answers its outcome. A dispensable one is dropped during a run: its next date comes soon enough. */
  async function ask(order: WatchOrder, { isDispensable = false } = {}): Promise<OutcomeCode | undefined> {
    if (signal.aborted || (isDispensable && isRunning)) return undefined;
    const kind = kindOf(order);
    const before = waiting.get(kind);
    const ended: Ended = before?.ended ?? Promise.withResolvers();
    waiting.set(kind, { order: before ? merged(before.order, order) : order, ended });
    start();
    pass();
    return await ended.promise;
  }

  /** Does what is no run, such as a probe, once nothing is at work; runs that are asked for meanwhile are made after it. */
  async function between(work: () => Promise<void>): Promise<void> {
    for (let busy = current; busy && !signal.aborted; busy = current) {
      if (standsAside && !passing) return await beside(work());
      await Promise.race([busy, standsAside ? passing : aside.promise]);
    }
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
      const outcome = await runOnce(run.order, openLane, standAside);
      isRunning = false;
      for (const { resolve } of run.ended) resolve(outcome);
    }
  }

  function openLane(): () => Promise<void> {
    lane = 'open';
    pass();
    return async () => {
      lane = 'shut';
      await passing;
    };
  }

  function standAside(): () => Promise<void> {
    standsAside = true;
    aside.resolve();
    const shut = openLane();
    return async () => {
      standsAside = false;
      aside = Promise.withResolvers();
      await shut();
    };
  }

  /** Makes the short run that waits beside the one at work, if that lets it pass. */
  function pass(): void {
    const short = waiting.get('short');
    if (lane === 'shut' || passing || !short || signal.aborted) return;
    waiting.delete('short');
    void beside(makePassing(short));
  }

  /** One thing at a time is done beside the run at hand. */
  function beside(work: Promise<void>): Promise<void> {
    const goOn = () => {
      passing = undefined;
      pass();
    };
    passing = work.then(goOn, goOn);
    return work;
  }

  async function makePassing({ order, ended }: Waiting): Promise<void> {
    const outcome = await runOnce(order);
    if (outcome !== 'lease_held') return ended.resolve(outcome);
    lane = 'shut';
    void ask(order).then(ended.resolve);
  }

  /** The run to make now. A short one comes first: it is soon done, and somebody waits for it. */
  function next(): { readonly order: WatchOrder; readonly ended: readonly Ended[] } | undefined {
    const kinds = ORDER.find((some) => some.some((kind) => waiting.has(kind))) ?? [];
    const made = kinds.flatMap((kind) => waiting.get(kind) ?? []);
    const [first] = made;
    if (signal.aborted || !first) return undefined;
    for (const kind of kinds) waiting.delete(kind);
    return { order: first.order, ended: made.map(({ ended }) => ended) };
  }

  return { ask, between, idle };
}
export type RunQueue = ReturnType<typeof createRunQueue>;

/** Kinds in the order in which they are made; a full sweep sees all that a look for changes does. */
const ORDER: readonly (readonly Kind[])[] = [['short'], ['full', 'changes'], ['renewal'], ['patient']];

function kindOf({ full, short, isRenewal }: WatchOrder): Kind {
  if (isRenewal) return 'renewal';
  if (short) return short.isPatient ? 'patient' : 'short';
  return full ? 'full' : 'changes';
}

function merged(one: WatchOrder, other: WatchOrder): WatchOrder {
  if (!one.short || !other.short) return one;
  const pages = new Map([...one.short.pages, ...other.short.pages].map((page) => [`${page.type} ${page.id}`, page]));
  const short = {
    ...one.short,
    why: [...new Set([...one.short.why.split('; '), other.short.why])].join('; '),
    types: new Map([...one.short.types, ...other.short.types]),
    pages: [...pages.values()],
  };
  return { full: false, short };
}
