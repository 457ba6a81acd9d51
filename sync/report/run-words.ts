import type { LoggedRun } from '../../db/mirror/run-log.ts';
import { fieldOf } from './overview.ts';

/** Outcomes that need nobody, and those with a name of their own; every other run failed. */
const WORDS: Readonly<Record<string, string>> = {
  done: 'succeeded',
  running: 'is at work',
  killed: 'was interrupted',
  interrupted: 'was interrupted',
  lease_held: 'found another run at work',
  page_unknown: 'did not find its page',
  mass_loss: 'holds pages back',
};

/** The outcome of a run in words, as a verb: "succeeded". */
export const outcomeWords = ({ outcome }: Pick<LoggedRun, 'outcome'>): string => WORDS[outcome] ?? 'failed';

/** True for an outcome that an operator has to deal with. */
export const isFailure = ({ outcome }: Pick<LoggedRun, 'outcome'>): boolean => !(outcome in WORDS);

/** The extent of a run; a run for changes may turn out to need a full sweep. */
export function modeOf({ mode, summary }: Pick<LoggedRun, 'mode' | 'summary'>): string {
  const done = fieldOf(summary, 'mode');
  return typeof done === 'string' ? done : mode;
}
