import { WordPressError } from '../../wordpress/errors.ts';
import type { OnRunEvent } from '../events.ts';

// Failures of the whole site, which affect every type.
const OF_THE_SITE = new Set(['unreachable', 'certificate', 'later']);

/**
 * Performs the same work for several REST types. A failed type is reported and its pages are unchanged. Throws if the failure
 * affects the whole site or every type failed. Returns the failed types.
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
    report({ type: 'warning', message: `The type ${type} was not read, so its pages are unchanged: ${message}` });
  }
  return new Set(failed.keys());
}
