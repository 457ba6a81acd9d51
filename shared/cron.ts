// The only import of node-cron: cron expressions and their dates.
import { createTask, validateDetailed, type Logger } from 'node-cron';

const QUIET: Logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** Returns the error of an invalid cron expression, `undefined` for a valid expression. */
export function cronFault(expression: string): string | undefined {
  const { valid, errors } = validateDetailed(expression);
  if (valid) return undefined;
  return errors.map(({ message }) => message).join('; ') || 'not a cron expression';
}

/** Returns the next dates of a valid cron expression, by the system clock. */
export function nextDates(expression: string, count: number): readonly Date[] {
  const task = createTask(expression, () => {}, { logger: QUIET });
  const dates = task.getNextRuns(count);
  // node-cron stores every task until it is destroyed.
  void task.destroy();
  return dates;
}

/**
 * True if more time has passed since `since` than between the next two dates of a cron expression. A `since` equally far in the
 * future came from a wrong clock and is overdue too.
 */
export function isOverdue(expression: string, since: Date, now: Date): boolean {
  const [first, second] = nextDates(expression, 2);
  if (!first || !second) return false;
  return Math.abs(now.getTime() - since.getTime()) > second.getTime() - first.getTime();
}
