import { messageOf } from '../../shared/errors.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import type { RunSummary } from '../run/events.ts';
import { SyncError, type SyncErrorCode } from '../run/sync-error.ts';
import { ClosedSiteError, WordPressError } from '../wordpress/errors.ts';

/** Result of a run; all except `done`, `mass_loss` and `closed` left the index as it was. */
export type OutcomeCode = 'done' | SyncErrorCode | 'closed' | 'site' | 'configuration' | 'failed';

export type Failure = {
  readonly code: Exclude<OutcomeCode, 'done'>;
  readonly message: string;
  readonly error: unknown;
};
export type Outcome = { readonly code: 'done'; readonly summary: RunSummary } | Failure;

/** Classifies a failure by the codes that have an exit code; an aborted run failed for the signal's reason. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  const cause = signal.aborted ? (signal.reason as unknown) : error;
  const failure = (code: Failure['code']) => ({ code, message: messageOf(cause), error: cause });
  if (cause instanceof SyncError) return failure(cause.code);
  if (cause instanceof ClosedSiteError) return failure('closed');
  if (cause instanceof WordPressError) return failure('site');
  if (cause instanceof ConfigurationError) return failure('configuration');
  return failure('failed');
}

/** How a run ended, for operators: everything but `done` says why. */
export type Ending = { readonly code: 'done' } | Omit<Failure, 'error'>;

/** Tells of an outcome; of a bug, where in the code it was. */
export function endingOf(outcome: Outcome): Ending {
  if (outcome.code === 'done') return { code: 'done' };
  const { code, message, error } = outcome;
  const bug = code === 'failed' && error instanceof Error ? error.stack : undefined;
  return { code, message: bug ?? message };
}
