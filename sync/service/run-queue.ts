import type { ShortOrder } from '../run/events.ts';
import type { OutcomeCode } from '../outcome.ts';

/** Run requested by a schedule, a probe or a message. A renewal rebuilds the whole index without requests to the site. */
export type WatchOrder = { readonly full: boolean; readonly short?: ShortOrder; readonly isRenewal?: true };

/**
 * Allows urgent runs to pre-empt the current run. Call the returned function to end that; it resolves when no urgent run is
 * active.
 */
export type OpenLane = () => () => Promise<void>;

/**
 * Allows urgent runs and probes before a run that waits in the queue of all sites. Call the returned function to end that; it
 * resolves when no urgent run is active. The waiting run retains its position.
 */
export type StandAside = () => () => Promise<void>;

/** Performs a run; never throws. An urgent run that could not pre-empt the current run ends as `lease_held`. */
export type RunOnce = (order: WatchOrder, openLane?: OpenLane, standAside?: StandAside) => Promise<OutcomeCode>;

// Outcome of the requested run; `undefined` if there was none.
type Ended = PromiseWithResolvers<OutcomeCode | undefined>;

type Kind = 'short' | 'full' | 'changes' | 'patient' | 'renewal';
type Waiting = { readonly order: WatchOrder; readonly ended: Ended };

/**
 * Queues the runs of a site: a single run at a time; requests of the same kind are merged into the next run. Urgent runs may
 * pre-empt a run that permits it or that waits in the queue of all sites.
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

  // Requests a run and returns its outcome. A dispensable request is dropped during a run, because its next date follows soon.
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

  // Performs work other than a run, such as a probe, between runs.
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

  // Starts the waiting urgent run, if the current run permits it.
  function pass(): void {
    const short = waiting.get('short');
    if (lane === 'shut' || passing || !short || signal.aborted) return;
    waiting.delete('short');
    void beside(makePassing(short));
  }

  // A single task at a time pre-empts the current run.
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

  // The next run: short runs first, because they are quick and a caller waits for them.
  function next(): { readonly order: WatchOrder; readonly ended: readonly Ended[] } | undefined {
    const kinds = ORDER.find((some) => some.some((kind) => waiting.has(kind))) ?? [];
    const selected = kinds.flatMap((kind) => waiting.get(kind) ?? []);
    const [first] = selected;
    if (signal.aborted || !first) return undefined;
    for (const kind of kinds) waiting.delete(kind);
    return { order: first.order, ended: selected.map(({ ended }) => ended) };
  }

  return { ask, between, idle };
}
export type RunQueue = ReturnType<typeof createRunQueue>;

// Kinds in order of priority; a full run also detects all changes, so both requests are merged.
const ORDER: readonly (readonly Kind[])[] = [['short'], ['full', 'changes'], ['renewal'], ['patient']];

function kindOf({ full, short, isRenewal }: WatchOrder): Kind {
  if (isRenewal) return 'renewal';
  if (short) return short.isPatient ? 'patient' : 'short';
  return full ? 'full' : 'changes';
}

function merged(first: WatchOrder, second: WatchOrder): WatchOrder {
  if (!first.short || !second.short) return first;
  const pages = new Map([...first.short.pages, ...second.short.pages].map((page) => [`${page.type} ${page.id}`, page]));
  const short = {
    ...first.short,
    why: [...new Set([...first.short.why.split('; '), second.short.why])].join('; '),
    types: new Map([...first.short.types, ...second.short.types]),
    pages: [...pages.values()],
  };
  return { full: false, short };
}
