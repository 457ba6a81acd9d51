import type { ShortOrder } from '../run/events.ts';
import type { OutcomeCode } from '../outcome.ts';

/** Run requested by a schedule, a probe or a refresh request. A renewal rebuilds the whole index without requests to the site. */
export type WatchOrder = { readonly full: boolean; readonly short?: ShortOrder; readonly isRenewal?: true };

/** A run that is ready to start. */
export type PreparedRun = {
  /** True if urgent runs and probes may go ahead while it waits for its slot. */
  readonly maySkip: boolean;
  /** Waits for a slot among the runs of all sites. Returns the callback that releases it, or `undefined` if interrupted. */
  readonly takeSlot: () => Promise<(() => void) | undefined>;
  /** Performs the run; never throws. An urgent run that cannot pre-empt the current run ends as `lease_held`. */
  readonly perform: () => Promise<OutcomeCode>;
};

// Outcome of the requested run; `undefined` if there was none.
type Ended = PromiseWithResolvers<OutcomeCode | undefined>;

type Kind = 'short' | 'full' | 'changes' | 'patient' | 'renewal';
type Waiting = { readonly order: WatchOrder; readonly ended: Ended };

// The run that works, or that waits for its slot.
type Current = {
  readonly kind: Kind;
  readonly over: PromiseWithResolvers<void>;
  isAtWork: boolean;
  permitsUrgent: boolean;
};

/**
 * Queues the runs of a site: a single run at a time; requests of the same type are merged into the next run. An urgent run
 * pre-empts the run at work, or goes ahead of a run that waits for its slot.
 */
export function createRunQueue(prepare: (order: WatchOrder) => PreparedRun, signal: AbortSignal) {
  const waiting = new Map<Kind, Waiting>();
  let working: Promise<void> | undefined;
  let current: Current | undefined;
  // An urgent run beside or before the current run, or a probe.
  let ahead: Promise<void> | undefined;

  // Requests a run and returns its outcome. A dispensable request is dropped during a run, because its next date follows soon.
  async function request(order: WatchOrder, { isDispensable = false } = {}): Promise<OutcomeCode | undefined> {
    if (signal.aborted || (isDispensable && current)) return undefined;
    const kind = kindOf(order);
    const before = waiting.get(kind);
    const ended: Ended = before?.ended ?? Promise.withResolvers();
    waiting.set(kind, { order: before ? merged(before.order, order) : order, ended });
    start();
    startUrgent();
    return await ended.promise;
  }

  // Performs work other than a run, such as a probe, while no run reads the site.
  async function between(work: () => Promise<void>): Promise<void> {
    for (let busy = busyFor(current); busy && !signal.aborted; busy = busyFor(current)) await busy;
    if (!signal.aborted) await goAhead(work);
  }

  // Resolves when such work may be possible; `undefined` if it is possible now.
  function busyFor(run: Current | undefined): Promise<void> | undefined {
    const permitsWork = !run || run.kind === 'renewal' || (run.kind !== 'short' && run.permitsUrgent && !run.isAtWork);
    return ahead ?? (permitsWork ? undefined : run.over.promise);
  }

  async function aheadEnded(): Promise<void> {
    for (let work = ahead; work; work = ahead) await work;
  }

  function start(): void {
    working ??= drain().finally(() => {
      working = undefined;
      if (signal.aborted) for (const { ended } of waiting.values()) ended.resolve(undefined);
      else if (waiting.size > 0) start();
    });
  }

  async function drain(): Promise<void> {
    for (let batch = next(); batch; batch = next()) {
      const run = prepare(batch.order);
      const now: Current = {
        kind: kindOf(batch.order),
        over: Promise.withResolvers(),
        isAtWork: false,
        permitsUrgent: run.maySkip,
      };
      current = now;
      const release = await run.takeSlot();
      await aheadEnded();
      Object.assign(now, { isAtWork: true, permitsUrgent: true });
      // Before an urgent run, which pre-empts it.
      const performing = release ? run.perform() : 'interrupted';
      startUrgent();
      const outcome = await performing;
      now.permitsUrgent = false;
      await aheadEnded();
      release?.();
      current = undefined;
      now.over.resolve();
      for (const { resolve } of batch.ended) resolve(outcome);
    }
  }

  // Starts the waiting urgent run ahead of the current run, if that permits it.
  function startUrgent(): void {
    const short = waiting.get('short');
    if (!short || !current?.permitsUrgent || ahead || signal.aborted) return;
    waiting.delete('short');
    void goAhead(() => performUrgent(short));
  }

  async function performUrgent({ order, ended }: Waiting): Promise<void> {
    const run = prepare(order);
    // A run at work shares its slot.
    const release = current?.isAtWork ? undefined : await run.takeSlot();
    const outcome = await run.perform();
    release?.();
    if (outcome !== 'lease_held') return ended.resolve(outcome);
    if (current) current.permitsUrgent = false;
    void request(order).then(ended.resolve);
  }

  async function goAhead(work: () => Promise<void>): Promise<void> {
    const done = work();
    const goOn = () => {
      ahead = undefined;
      startUrgent();
    };
    ahead = done.then(goOn, goOn);
    await done;
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

  return { request, between, idle: async () => await working };
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
