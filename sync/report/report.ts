import type { Log } from '../../shared/log.ts';
import { printable } from '../../shared/printable.ts';
import type { OnRunEvent, Phase, RunEvent } from '../run/events.ts';

/** How a run's events and its end reach whoever started it. */
export type Reporter = {
  readonly event: OnRunEvent;
  /** A run that stopped; `code` is what main.ts turns into the exit code. */
  readonly failed: (failure: { readonly code: string; readonly message: string }) => void;
};

const PROGRESS_EVERY_MS = 5000;

/** One JSON line per event. */
export function createLogReporter(log: Log, now: () => number): Reporter {
  let phase: Phase | undefined;
  let total: number | undefined;
  let first = false;
  let toldAt = 0;

  function event(told: RunEvent): void {
    switch (told.type) {
      case 'started':
        first = told.first;
        log.info({ mode: told.mode, why: told.why }, 'sync.started');
        break;
      case 'phase':
        ({ phase, total } = told);
        toldAt = now();
        log.info({ phase, ...(total !== undefined && { total }) }, 'sync.phase');
        break;
      case 'advanced':
        if (now() - toldAt < PROGRESS_EVERY_MS) break;
        toldAt = now();
        log.info({ phase, done: told.done, ...(total !== undefined && { total }) }, 'sync.progress');
        break;
      case 'page': {
        const { type: _type, change, ...page } = told;
        // Every page of a first sync is new, and who is left out is left out of every run: that is for who asks.
        log[first || change === 'skipped' ? 'debug' : 'info'](printableFields(page), `sync.page.${change}`);
        break;
      }
      case 'warning':
        log.warn({ warning: printable(told.message) }, 'sync.warning');
        break;
      case 'wordpress': {
        const { type, ...fields } = told.event;
        log[type === 'api_found' ? 'info' : 'warn'](printableFields(fields), `sync.wordpress.${type}`);
        break;
      }
      case 'cleaned':
        log.info({ files: told.files }, 'sync.cleaned');
        break;
      case 'published':
        log.info({ generation: told.generation, pages: told.pages, why: told.why }, 'sync.published');
        break;
      case 'finished': {
        const { warnings: _warnings, ...summary } = told.summary;
        log.info(summary, 'sync.finished');
        break;
      }
    }
  }

  return { event, failed: ({ code, message }) => log.error({ code, error: printable(message, 2000) }, 'sync.failed') };
}

function printableFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? printable(value) : value]),
  );
}
