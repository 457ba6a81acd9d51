import { WordPressError } from '../../wordpress/errors.ts';
import type { OnRunEvent } from '../events.ts';

/** Failures of the site as a whole: another type fares no better. */
const OF_THE_SITE = new Set(['unreachable', 'certificate', 'later']);

/**
 * Does the same work for several REST types. One that fails is reported, and its pages stay as they were; the failure
 * is thrown when it is the site's, or no type is left. Answers the types that failed.
 */
export async function forEachType(
  types: readonly string[],
  report: OnRunEvent,
  work: (type: string) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const failed = new Map<string, WordPressError>();
  for (const type of types) {
    try {
      await work(type);
    } catch (error) {
      if (!(error instanceof WordPressError) || OF_THE_SITE.has(error.kind)) throw error;
      failed.set(type, error);
    }
  }
  const [first] = failed.values();
  if (first && failed.size === types.length) throw first;
  for (const [type, { message }] of failed) {
    report({ type: 'warning', message: `The type ${type} was not read, and its pages stay as they were: ${message}` });
  }
  return new Set(failed.keys());
}
