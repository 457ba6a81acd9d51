import type { LoggedRun } from '../../../db/mirror/run-log.ts';
import { fieldOf } from './overview.ts';

// Outcomes that need no action, and outcomes with a specific phrase; every other run failed.
const WORDS: Readonly<Record<string, string>> = {
  done: 'succeeded',
  running: 'is at work',
  killed: 'was interrupted',
  interrupted: 'was interrupted',
  lease_held: 'found another run at work',
  page_unknown: 'did not find its page',
  mass_loss: 'holds pages back',
};

/** Returns the outcome of a run as a verb phrase: "succeeded". */
export const outcomeWords = ({ outcome }: Pick<LoggedRun, 'outcome'>): string => WORDS[outcome] ?? 'failed';

/** True for an outcome that requires action by an operator. */
export const isFailure = ({ outcome }: Pick<LoggedRun, 'outcome'>): boolean => !(outcome in WORDS);

/** Returns the extent of a run; a run for changes may become a full run. */
export function modeOf({ mode, summary }: Pick<LoggedRun, 'mode' | 'summary'>): string {
  const done = fieldOf(summary, 'mode');
  return typeof done === 'string' ? done : mode;
}
