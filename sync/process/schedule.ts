import { nextDates } from '../../shared/cron.ts';
import type { RunQueue } from './run-queue.ts';

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

type ScheduleOptions = {
  readonly schedule: string;
  readonly fullSchedule: string;
  readonly queue: Pick<RunQueue, 'ask' | 'idle'>;
  /** True for a first run that reads every page. */
  readonly startFull: boolean;
  readonly signal: AbortSignal;
};

/** Runs at once and then at the dates of both schedules, until the signal; then resolves when the present run has ended. */
export async function runOnSchedule({
  schedule,
  fullSchedule,
  queue,
  startFull,
  signal,
}: ScheduleOptions): Promise<void> {
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  void queue.ask({ full: startFull });
  using _changes = onEachDate(schedule, () => void queue.ask({ full: false }, { isDispensable: true }));
  using _sweeps = onEachDate(fullSchedule, () => void queue.ask({ full: true }));
  await stopped;
  await queue.idle();
}
