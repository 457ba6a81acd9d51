import { createHash } from 'node:crypto';
import { nextDates } from '../../shared/cron.ts';
import type { RunQueue } from './run-queue.ts';

/**
 * Returns the share of each interval that delays every check of a site among several. It is stable for the name, and prevents that
 * many sites start at the same moment.
 */
export const offsetOf = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;

// Maximum milliseconds between two readings of the clock, which may be set meanwhile.
const LONGEST_SLEEP_MS = 60_000;

// Maximum delay of a date in milliseconds: a run at an hour of the night must stay in the night.
const LONGEST_OFFSET_MS = 3_600_000;

const delayOf = (offset: number, interval: number): number => offset * Math.min(interval, LONGEST_OFFSET_MS);

/** Returns the next date of a cron expression, delayed by a share (0 to 1) of its interval. */
export function nextRun(expression: string, offset: number, now: Date): Date | undefined {
  const [first, second] = nextDates(expression, 2);
  if (!first || !second) return first;
  const interval = second.getTime() - first.getTime();
  const delay = delayOf(offset, interval);
  // The delayed previous date may still be in the future. An irregular schedule may have no date at that time.
  const previous = first.getTime() - interval;
  const isPending = previous <= now.getTime() && previous + delay > now.getTime();
  return new Date((isPending ? previous : first.getTime()) + delay);
}

// Calls `act` at each date of a cron expression, by the system clock, until disposal. node-cron's timer does not fit. After the
// clock is set back it waits for the old date; after the clock is set ahead it runs every date between.
function onEachDate(expression: string, offset: number, act: () => void) {
  const nextDate = (): number => {
    const [first, second] = nextDates(expression, 2);
    return first ? first.getTime() + delayOf(offset, second ? second.getTime() - first.getTime() : Infinity) : Infinity;
  };
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
  readonly offset: number;
  readonly queue: Pick<RunQueue, 'request' | 'idle'>;
  readonly startFull: boolean;
  readonly signal: AbortSignal;
};

/** Runs at once and then at the dates of both schedules, until the signal aborts; then waits for the current run. */
export async function runOnSchedule(options: ScheduleOptions): Promise<void> {
  const { schedule, fullSchedule, offset, queue, startFull, signal } = options;
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  void queue.request({ full: startFull });
  using _changes = onEachDate(schedule, offset, () => void queue.request({ full: false }, { isDispensable: true }));
  using _sweeps = onEachDate(fullSchedule, offset, () => void queue.request({ full: true }));
  await stopped;
  await queue.idle();
}
