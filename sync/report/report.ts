import type { Log } from '../../shared/log.ts';
import { printable } from '../../shared/printable.ts';
import type { OnRunEvent, Phase, RunEvent } from '../run/events.ts';
import type { WordPressEvent } from '../wordpress/events.ts';

/** Shows a run's events and its failure to whoever started it. */
export type Reporter = {
  readonly event: OnRunEvent;
  /** For a run that stopped; `code` is what main.ts turns into the exit code. */
  readonly failed: (failure: { readonly code: string; readonly message: string }) => void;
};

const PROGRESS_EVERY_MS = 5000;
/** Levels of the events of the client that are no warnings. */
const LEVELS: Partial<Record<WordPressEvent['type'], 'debug' | 'info'>> = { api_found: 'info' };

/** Writes one log line (JSON) for each event; progress every five seconds at most. */
export function createLogReporter(log: Log, now: () => number): Reporter {
  let phase: Phase | undefined;
  let total: number | undefined;
  let first = false;
  let progressAt = 0;
  /** Short runs are many, and mostly change nothing. */
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
        // Every page of a first sync is new, and who is left out is left out of every run: that is for who asks.
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
