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

/** Longest time by which a date is put off, in milliseconds: who writes an hour of the night means the night. */
const LONGEST_OFFSET_MS = 3_600_000;

/** The next date of a cron expression, put off by a share of the time until the one after it. */
function dateAfter(expression: string, offset: number): number {
  const [first, second] = nextDates(expression, 2);
  if (!first) return Infinity;
  const interval = second ? second.getTime() - first.getTime() : LONGEST_OFFSET_MS;
  return first.getTime() + offset * Math.min(interval, LONGEST_OFFSET_MS);
}

/** When a run is due next by a cron expression whose dates are put off by this share of the time between them. */
export function nextRun(expression: string, offset: number, now: Date): Date | undefined {
  const [first, second] = nextDates(expression, 2);
  if (!first || !second) return first;
  const next = dateAfter(expression, offset);
  // The date before may be put off until a time that is still to come.
  const earlier = next - (second.getTime() - first.getTime());
  return new Date(earlier > now.getTime() ? earlier : next);
}

/**
 * Calls `act` at each date of a cron expression, by the system clock, until disposed. node-cron's own timer is not used: when the clock is set back, it waits for the date that it had in mind, maybe for years; when it is set
 * ahead, it goes through every date between.
 */
function onEachDate(expression: string, offset: number, act: () => void) {
  const nextDate = () => dateAfter(expression, offset);
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
  /** The share of the time between two dates by which each is put off. */
  readonly offset: number;
  readonly queue: Pick<RunQueue, 'ask' | 'idle'>;
  /** True for a first run that reads every page. */
  readonly startFull: boolean;
  readonly signal: AbortSignal;
};

/** Runs at once and then at the dates of both schedules, until the signal; then resolves when the present run has ended. */
export async function runOnSchedule({
  schedule,
  fullSchedule,
  offset,
  queue,
  startFull,
  signal,
}: ScheduleOptions): Promise<void> {
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  void queue.ask({ full: startFull });
  using _changes = onEachDate(schedule, offset, () => void queue.ask({ full: false }, { isDispensable: true }));
  using _sweeps = onEachDate(fullSchedule, offset, () => void queue.ask({ full: true }));
  await stopped;
  await queue.idle();
}
