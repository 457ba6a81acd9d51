import type { Log } from '../../../shared/log.ts';
import { printable } from '../../../shared/printable.ts';
import type { OnRunEvent, Phase, RunEvent } from '../../run/events.ts';
import type { WordPressEvent } from '../../wordpress/events.ts';

/** Reports the events and the failure of a run to the operator. */
export type Reporter = {
  readonly event: OnRunEvent;
  /** Reports a failed run; main.ts maps `code` to the exit code. */
  readonly failed: (failure: { readonly code: string; readonly message: string }) => void;
};

const PROGRESS_EVERY_MS = 5000;
// Levels of client events that are not warnings.
const LEVELS: Partial<Record<WordPressEvent['type'], 'debug' | 'info'>> = { api_found: 'info' };

/** Creates a reporter that logs a JSON line for each event, and progress at most every five seconds. */
export function createLogReporter(log: Log, now: () => number): Reporter {
  let phase: Phase | undefined;
  let total: number | undefined;
  let first = false;
  let progressAt = 0;
  // Short runs are frequent, and most do not find a change.
  let level: 'debug' | 'info' = 'info';

  function logEvent(event: RunEvent): void {
    switch (event.type) {
      case 'started':
        first = event.first;
        level = event.mode === 'short' ? 'debug' : 'info';
        log[level]({ mode: event.mode, why: event.why }, 'sync.started');
        break;
      case 'language':
        log[level]({ language: event.language, by: event.by }, 'sync.language');
        break;
      case 'phase':
        ({ phase, total } = event);
        progressAt = now();
        log[level]({ phase, ...(total !== undefined && { total }) }, 'sync.phase');
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
        log.warn({ warning: printable(event.message) }, 'sync.warning');
        break;
      case 'wordpress': {
        const { type, ...fields } = event.event;
        log[LEVELS[type] ?? 'warn'](printableFields(fields), `sync.wordpress.${type}`);
        break;
      }
      case 'probing': {
        const { everySeconds, why } = event;
        const fields = { everySeconds, ...(why !== undefined && { why: printable(why) }) };
        log.info(fields, 'sync.probes.paced');
        break;
      }
      case 'refreshed':
        log.info({ seconds: event.seconds }, 'sync.refreshed');
        break;
      case 'cleaned':
        log.info({ files: event.files }, 'sync.cleaned');
        break;
      case 'published':
        log.info({ generation: event.generation, pages: event.pages, why: event.why }, 'sync.published');
        break;
      case 'partial':
        log.info({ generation: event.generation, pages: event.pages, of: event.of }, 'sync.partial');
        break;
      case 'pinned':
        log.warn({ generation: event.generation, since: event.since }, 'sync.pinned');
        break;
      case 'renewed':
        log.info({ generation: event.generation, pages: event.pages }, 'sync.renewed');
        break;
      case 'unrenewed':
        log.warn({ why: printable(event.why) }, 'sync.unrenewed');
        break;
      case 'delivered':
        log.info({ generation: event.generation, seconds: event.seconds }, 'sync.delivered');
        break;
      case 'undelivered': {
        const { generation, failures, why } = event;
        log.warn({ generation, failures, why }, 'sync.undelivered');
        break;
      }
      case 'finished': {
        const { warnings: _warnings, renewalDue: _renewalDue, ...summary } = event.summary;
        log[summary.published ? 'info' : level](summary, 'sync.finished');
        break;
      }
    }
  }

  return {
    event: logEvent,
    failed: ({ code, message }) => log.error({ code, error: printable(message, 2000) }, 'sync.failed'),
  };
}

function printableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? printable(value) : value]),
  );
}
