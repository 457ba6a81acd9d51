import { messageOf } from '../shared/errors.ts';
import { ConfigurationError } from '../shared/settings.ts';
import type { RunSummary } from './run/events.ts';
import { SyncError, type SyncErrorCode } from './run/sync-error.ts';
import { ClosedSiteError, WordPressError } from './wordpress/errors.ts';

/** Result of a run. Except for `done`, `mass_loss` and `closed`, the index is unchanged. */
export type OutcomeCode = 'done' | SyncErrorCode | 'closed' | 'site' | 'configuration' | 'failed';

export type Failure = {
  readonly code: Exclude<OutcomeCode, 'done'>;
  readonly message: string;
  readonly error: unknown;
};
export type Outcome = { readonly code: 'done'; readonly summary: RunSummary } | Failure;

/** Classifies a failure by exit code. The error of an aborted run is the signal's reason. */
export function failureOf(error: unknown, signal: AbortSignal): Failure {
  const cause = signal.aborted ? (signal.reason as unknown) : error;
  const failure = (code: Failure['code']) => ({ code, message: messageOf(cause), error: cause });
  if (cause instanceof SyncError) return failure(cause.code);
  if (cause instanceof ClosedSiteError) return failure('closed');
  if (cause instanceof WordPressError) return failure('site');
  if (cause instanceof ConfigurationError) return failure('configuration');
  return failure('failed');
}

/** Result of a run for operators; every code except `done` has a message. */
export type Ending = { readonly code: 'done' } | Omit<Failure, 'error'>;

/** Converts an outcome; the message of an internal error is its stack. */
export function endingOf(outcome: Outcome): Ending {
  if (outcome.code === 'done') return { code: 'done' };
  const { code, message, error } = outcome;
  const bug = code === 'failed' && error instanceof Error ? error.stack : undefined;
  return { code, message: bug ?? message };
}
