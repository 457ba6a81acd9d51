import type { Log } from '../../../shared/log.ts';
import { printable } from '../../../shared/printable.ts';
import type { OnRunEvent, Phase, RunEvent } from '../../run/events.ts';

/** Reports the events and the failure of a run to the operator. */
export type Reporter = {
  readonly event: OnRunEvent;
  /** Reports a failed run; main.ts maps `code` to the exit code. */
  readonly failed: (failure: { readonly code: string; readonly message: string }) => void;
};

const PROGRESS_EVERY_MS = 5000;
// Event types that are warnings besides `warning`.
const WARNINGS: ReadonlySet<RunEvent['type']> = new Set(['pinned', 'unrenewed', 'undelivered']);

/**
 * Creates a reporter that logs a JSON object for each event, and progress at most every five seconds. `reword` is a
 * callback for each warning and failure.
 */
export function createLogReporter(log: Log, now: () => number, reword = (text: string) => text): Reporter {
  let phase: Phase | undefined;
  let total: number | undefined;
  let first = false;
  let progressAt = 0;
  // By default `info`; short runs are frequent, and most do not find a change.
  let level: 'debug' | 'info' = 'info';

  function write(at: 'debug' | 'info' | 'warn', name: string, fields: Readonly<Record<string, unknown>>): void {
    const entries = Object.entries(fields);
    const safe = entries.map(([key, value]) => [key, typeof value === 'string' ? printable(value) : value]);
    log[at](Object.fromEntries(safe), `sync.${name}`);
  }

  function logEvent(event: RunEvent): void {
    const { type, ...fields } = event;
    switch (event.type) {
      case 'started':
        ({ first } = event);
        level = event.mode === 'short' ? 'debug' : 'info';
        return write(level, type, { mode: event.mode, why: event.why });
      case 'phase':
        ({ phase, total } = event);
        progressAt = now();
        return write(level, type, fields);
      case 'language':
        return write(level, type, fields);
      case 'advanced':
        if (now() - progressAt < PROGRESS_EVERY_MS) return;
        progressAt = now();
        return write('info', 'progress', { phase, done: event.done, ...(total !== undefined && { total }) });
      case 'page': {
        const { type: _type, change, ...page } = event;
        // In a first sync every page is new, and excluded pages recur in every run, so both are logged at debug level.
        return write(first || change === 'skipped' ? 'debug' : 'info', `page.${change}`, page);
      }
      case 'warning':
        return log.warn({ warning: reword(printable(event.message)) }, 'sync.warning');
      case 'wordpress': {
        const { type: kind, ...found } = event.event;
        return write(kind === 'api_found' ? 'info' : 'warn', `wordpress.${kind}`, found);
      }
      case 'probing':
        return write('info', 'probes.paced', fields);
      case 'finished': {
        const { warnings: _warnings, renewalDue: _renewalDue, ...summary } = event.summary;
        return write(summary.published ? 'info' : level, type, summary);
      }
      default:
        write(WARNINGS.has(type) ? 'warn' : 'info', type, fields);
    }
  }

  return {
    event: logEvent,
    failed: ({ code, message }) => log.error({ code, error: reword(printable(message, 2000)) }, 'sync.failed'),
  };
}
