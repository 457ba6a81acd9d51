// node-cron's door: cron expressions and their dates.
import { createTask, validateDetailed, type Logger } from 'node-cron';

const QUIET: Logger = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };

/** Fault of a cron expression in words; `undefined` for a valid one. */
export function cronFault(expression: string): string | undefined {
  const { valid, errors } = validateDetailed(expression);
  if (valid) return undefined;
  return errors.map(({ message }) => message).join('; ') || 'not a cron expression';
}

/** The next dates of a valid cron expression, by the system clock. */
export function nextDates(expression: string, count: number): readonly Date[] {
  const task = createTask(expression, () => {}, { logger: QUIET });
  const dates = task.getNextRuns(count);
  // node-cron keeps every task that is not destroyed.
  void task.destroy();
  return dates;
}
