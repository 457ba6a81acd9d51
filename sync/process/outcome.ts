import { messageOf } from '../../shared/errors.ts';
import { ConfigurationError } from '../../shared/settings.ts';
import type { RunSummary } from '../run/events.ts';
import { SyncError, type SyncErrorCode } from '../run/sync-error.ts';
import { WordPressError } from '../wordpress/errors.ts';

/** Result of a run; everything but `done` left the index as it was. */
export type OutcomeCode = 'done' | SyncErrorCode | 'site' | 'configuration' | 'failed';

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
  if (cause instanceof WordPressError) return failure('site');
  if (cause instanceof ConfigurationError) return failure('configuration');
  return failure('failed');
}
