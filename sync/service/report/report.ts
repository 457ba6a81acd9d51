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
// Events that are warnings besides `warning`.
const WARNINGS: ReadonlySet<RunEvent['type']> = new Set(['pinned', 'unrenewed', 'undelivered']);

/**
 * Creates a reporter that logs a JSON object for each event, and progress at most every five seconds. `reword` receives each
 * warning and failure.
 */
export function createLogReporter(log: Log, now: () => number, reword = (text: string) => text): Reporter {
  let phase: Phase | undefined;
  let total: number | undefined;
  let first = false;
  let progressAt = 0;
  // Short runs are frequent, and most do not find a change.
  let level: 'debug' | 'info' = 'info';

  function printableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? printable(value) : value]),
    );
  }

  function logEvent(event: RunEvent): void {
    const { type, ...fields } = event;
    switch (event.type) {
      case 'started':
        first = event.first;
        level = event.mode === 'short' ? 'debug' : 'info';
        log[level]({ mode: event.mode, why: event.why }, 'sync.started');
        break;
      case 'language':
        log[level](fields, 'sync.language');
        break;
      case 'phase':
        ({ phase, total } = event);
        progressAt = now();
        log[level](fields, 'sync.phase');
        break;
      case 'advanced':
        if (now() - progressAt < PROGRESS_EVERY_MS) break;
        progressAt = now();
        log.info({ phase, done: event.done, ...(total !== undefined && { total }) }, 'sync.progress');
        break;
      case 'page': {
        const { type: _type, change, ...page } = event;
        // In a first sync every page is new, and excluded pages recur in every run, so both are logged at debug level.
        log[first || change === 'skipped' ? 'debug' : 'info'](printableFields(page), `sync.page.${change}`);
        break;
      }
      case 'warning':
        log.warn({ warning: reword(printable(event.message)) }, 'sync.warning');
        break;
      case 'wordpress': {
        const { type: kind, ...found } = event.event;
        log[kind === 'api_found' ? 'info' : 'warn'](printableFields(found), `sync.wordpress.${kind}`);
        break;
      }
      case 'probing':
        log.info(printableFields(fields), 'sync.probes.paced');
        break;
      case 'finished': {
        const { warnings: _warnings, renewalDue: _renewalDue, ...summary } = event.summary;
        log[summary.published ? 'info' : level](summary, 'sync.finished');
        break;
      }
      default:
        log[WARNINGS.has(type) ? 'warn' : 'info'](printableFields(fields), `sync.${type}`);
    }
  }

  return {
    event: logEvent,
    failed: ({ code, message }) => log.error({ code, error: reword(printable(message, 2000)) }, 'sync.failed'),
  };
}
