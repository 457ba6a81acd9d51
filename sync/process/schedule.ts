import { nextDates } from '../../shared/cron.ts';

/**
 * True when more time has passed since `since` than lies between the next two dates of a cron expression. A `since` as far
 * in the future was written by a clock that was wrong, and is overdue too.
 */
export function isOverdue(expression: string, since: Date, now: Date): boolean {
  const [first, second] = nextDates(expression, 2);
  if (!first || !second) return false;
  return Math.abs(now.getTime() - since.getTime()) > second.getTime() - first.getTime();
}

/** Longest time between two readings of the clock, in milliseconds: somebody may have set it meanwhile. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Calls `act` at each date of a cron expression, by the system clock, until disposed. node-cron's own timer is not used: when the clock is set back, it waits for the date that it had in mind, maybe for years; when it is set
 * ahead, it goes through every date between.
 */
function onEachDate(expression: string, act: () => void) {
  const nextDate = () => nextDates(expression, 1)[0]?.getTime() ?? Infinity;
  let since = Date.now();
  let next = nextDate();
  let timer = setTimeout(tick, 0);

  function tick(): void {
    const time = Date.now();
    const isDue = time >= next;
    if (isDue || time < since) {
      since = time;
      next = nextDate();
    }
    timer = setTimeout(tick, Math.min(Math.max(next - time, 1), LONGEST_SLEEP_MS));
    if (isDue) act();
  }

  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

type RunOnce = (order: { readonly full: boolean }) => Promise<void>;

/**
 * Makes one run at a time. A full sweep that is requested during a run is made after it; a request for changes is
 * dropped, as the next date comes soon enough. `runOnce` handles its own failures.
 */
export function createRunQueue(runOnce: RunOnce, signal: AbortSignal) {
  let current: Promise<void> | undefined;
  let fullWaits = false;

  async function drain(full: boolean): Promise<void> {
    await runOnce({ full });
    while (fullWaits && !signal.aborted) {
      fullWaits = false;
      await runOnce({ full: true });
    }
  }

  function ask(order: { readonly full: boolean }): void {
    if (signal.aborted) return;
    if (current) fullWaits ||= order.full;
    else {
      current = drain(order.full).finally(() => {
        current = undefined;
      });
    }
  }

  return { ask, idle: async () => await current };
}

type ScheduleOptions = {
  readonly schedule: string;
  readonly fullSchedule: string;
  readonly runOnce: RunOnce;
  /** True for a first run that reads every page. */
  readonly startFull: boolean;
  readonly signal: AbortSignal;
};

/** Runs at once and then at the dates of both schedules, until the signal; then resolves when the present run has ended. */
export async function runOnSchedule({
  schedule,
  fullSchedule,
  runOnce,
  startFull,
  signal,
}: ScheduleOptions): Promise<void> {
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const queue = createRunQueue(runOnce, signal);
  queue.ask({ full: startFull });
  using _changes = onEachDate(schedule, () => queue.ask({ full: false }));
  using _sweeps = onEachDate(fullSchedule, () => queue.ask({ full: true }));
  await stopped;
  await queue.idle();
}
