import type { LoggedRun } from '../../../db/mirror/run-log.ts';
import { isOverdue } from '../../../shared/cron.ts';
import { fieldAt } from '../../../shared/fields.ts';
import WORDS from './texts/words.json' with { type: 'json' };

/** Formats the time from a moment (an ISO 8601 string) to now, with its unit: `5 min`. A moment in the future is 0 s old. */
export function age(since: string, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(since)) / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

// Outcomes that need no action, and outcomes with a specific phrase; every other run failed.
const OUTCOMES: Readonly<Record<string, string>> = WORDS.outcomes;

/** Returns the outcome of a run as a verb phrase: "succeeded". */
export const outcomeWords = ({ outcome }: Pick<LoggedRun, 'outcome'>): string => OUTCOMES[outcome] ?? 'failed';

/** True for an outcome that requires action by an operator. */
export const isFailure = ({ outcome }: Pick<LoggedRun, 'outcome'>): boolean => !(outcome in OUTCOMES);

/** Returns the extent of a run; a run for changes may become a full run. */
export function modeOf({ mode, summary }: Pick<LoggedRun, 'mode' | 'summary'>): string {
  const done = fieldAt(summary, 'mode');
  return typeof done === 'string' ? done : mode;
}

// Maximum duration of a run in milliseconds, before the next run counts as missed.
const GRACE_MS = 10 * 60_000;

/** True if no run has followed a run at this time (ISO 8601), although the schedule has a date since then. */
export const isLate = (schedule: string, at: string, now: Date): boolean =>
  isOverdue(schedule, new Date(Date.parse(at) + GRACE_MS), now);

/** Advice of `npm run status` and the doctor for invalid files. */
export const REPAIRS = WORDS.repairs;

/** Returns the strings in an array field of a run's summary. */
export function textsIn(summary: unknown, name: string): string[] {
  const value = fieldAt(summary, name);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
