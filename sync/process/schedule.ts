// node-cron's door: when the runs of a long-lived sync are due.
import { createTask, validateDetailed, type Logger } from 'node-cron';

const QUIET: Logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** What is wrong with a cron expression, in words; `undefined` when nothing is. */
export function cronFault(expression: string): string | undefined {
  const { valid, errors } = validateDetailed(expression);
  if (valid) return undefined;
  return errors.map(({ message }) => message).join('; ') || 'not a cron expression';
}

/**
 * Whether a date that the expression names has passed since `since`, judged by the time between its next two dates. A
 * `since` as far in the future was written by a clock that was wrong.
 */
export function isOverdue(expression: string, since: Date, now: Date): boolean {
  const [first, second] = nextDates(expression, 2);
  if (!first || !second) return false;
  return Math.abs(now.getTime() - since.getTime()) > second.getTime() - first.getTime();
}

function nextDates(expression: string, count: number): readonly Date[] {
  const task = createTask(expression, () => {}, { logger: QUIET });
  const dates = task.getNextRuns(count);
  // node-cron keeps every task that is not destroyed.
  void task.destroy();
  return dates;
}

/** How long the clock may go without a look at it, in milliseconds: somebody may have set it meanwhile. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Acts at each date that the expression names, by the clock that node-cron reads, until disposed of. node-cron's own timer
 * is not used: when the clock is set back, it waits for the date that it had in mind, maybe for years; when it is set
 * ahead, it goes through every date between.
 */
function atDatesOf(expression: string, act: () => void) {
  const nextDate = () => nextDates(expression, 1)[0]?.getTime() ?? Infinity;
  let since = Date.now();
  let next = nextDate();
  let timer = setTimeout(look, 0);

  function look(): void {
    const time = Date.now();
    const isDue = time >= next;
    if (isDue || time < since) {
      since = time;
      next = nextDate();
    }
    timer = setTimeout(look, Math.min(Math.max(next - time, 1), LONGEST_SLEEP_MS));
    if (isDue) act();
  }

  return { [Symbol.dispose]: () => clearTimeout(timer) };
}

type RunOnce = (order: { readonly full: boolean }) => Promise<void>;

/**
 * One run at a time. What is asked for during a run is not lost when it is a full sweep; the next look for changes
 * comes soon enough by itself. `runOnce` handles its own failures.
 */
export function createQueue(runOnce: RunOnce, signal: AbortSignal) {
  let current: Promise<void> | undefined;
  let fullWaits = false;

  async function workOff(full: boolean): Promise<void> {
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
      current = workOff(order.full).finally(() => {
        current = undefined;
      });
    }
  }

  return { ask, idle: async () => await current };
}

type WorkerOptions = {
  readonly schedule: string;
  readonly fullSchedule: string;
  readonly runOnce: RunOnce;
  /** Whether the first run reads everything. */
  readonly beginFull: boolean;
  readonly signal: AbortSignal;
};

/** Runs at once and then on schedule, until the signal; a run at work is waited for. */
export async function keepToSchedule({
  schedule,
  fullSchedule,
  runOnce,
  beginFull,
  signal,
}: WorkerOptions): Promise<void> {
  if (signal.aborted) return;
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  const queue = createQueue(runOnce, signal);
  queue.ask({ full: beginFull });
  using _changes = atDatesOf(schedule, () => queue.ask({ full: false }));
  using _sweeps = atDatesOf(fullSchedule, () => queue.ask({ full: true }));
  await stopped;
  await queue.idle();
}
