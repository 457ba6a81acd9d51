import type { Log } from '../shared/log.ts';
import type { Progress } from './progress.ts';
import type { OnRunEvent, PageChange, Phase, RunEvent, RunSummary } from './run-events.ts';
import type { WordPressEvent } from './wordpress/events.ts';

/** How a run's events and its end reach whoever started it. */
export type Reporter = {
  readonly event: OnRunEvent;
  /** A run that stopped; `code` is what main.ts turns into the exit code. */
  readonly failed: (failure: { readonly code: string; readonly message: string }) => void;
};

// Control, format (bidirectional, zero-width) and line separator characters: a title must not steer a terminal.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A text from elsewhere as one harmless line. */
export function printable(text: string, longest = 300): string {
  const line = text.replaceAll(UNPRINTABLE, ' ').replaceAll(/ {2,}/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}

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
        log.info({ generation: told.generation, pages: told.pages }, 'sync.published');
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

const PHASES: Record<Phase, string> = {
  connect: 'Looking for the REST API',
  census: 'Listing pages',
  read: 'Reading pages',
  confirm: 'Confirming what is gone',
  build: 'Building the index',
  verify: 'Verifying the index',
};

const CHANGES_SHOWN = 40;
const WARNINGS_SHOWN = 10;

type Terminal = {
  readonly write: (text: string) => void;
  readonly progress: Progress;
  /** Also a run that changed nothing is told in full. */
  readonly verbose: boolean;
};

/** A progress line while a run works, and a table of what it did. */
export function createTerminalReporter({ write, progress, verbose }: Terminal): Reporter {
  let changes: string[] = [];
  let hidden = 0;
  let first = false;
  let told = 0;

  function event(given: RunEvent): void {
    switch (given.type) {
      case 'started':
        changes = [];
        hidden = 0;
        ({ first } = given);
        break;
      case 'phase':
        progress.begin(PHASES[given.phase], given.total);
        break;
      case 'advanced':
        progress.advance(given.done);
        break;
      case 'page':
        if (first && given.change !== 'skipped') break;
        if (changes.length < CHANGES_SHOWN) changes.push(changeLine(given));
        else hidden++;
        break;
      case 'wordpress': {
        const line = wordpressLine(given.event);
        if (line === undefined) break;
        progress.end();
        write(`${printable(line)}\n`);
        break;
      }
      case 'finished':
        progress.end();
        if (verbose || told++ === 0 || given.summary.published) {
          for (const line of changes) write(`  ${line}\n`);
          if (hidden > 0) write(`  … and ${hidden} more\n`);
          write(summaryTable(given.summary));
        } else {
          write(`No change in ${given.summary.pages} pages (generation ${given.summary.generation ?? 'none'}).\n`);
        }
        break;
      case 'warning':
      case 'cleaned':
      case 'published':
        break;
    }
  }

  return {
    event,
    failed: ({ message }) => {
      progress.end();
      write(
        `sync: ${message
          .split('\n')
          .map((line) => printable(line, 2000))
          .join('\n')}\n`,
      );
    },
  };
}

const WORDS: Record<PageChange, string> = {
  new: 'new',
  changed: 'changed',
  moved: 'moved',
  gone: 'gone',
  skipped: 'left out',
};

function changeLine(page: Extract<RunEvent, { type: 'page' }>): string {
  const address = page.from === undefined ? page.path : `${page.from} → ${page.path}`;
  const parts = [address, page.title && `«${page.title}»`, page.reason && `(${page.reason})`];
  return `${WORDS[page.change].padEnd(8)} ${printable(parts.filter((part) => part).join(' '))}`;
}

function wordpressLine(event: WordPressEvent): string | undefined {
  switch (event.type) {
    case 'retried':
      return `${event.cause}; trying again in ${Math.ceil(event.delayMs / 1000)} s (attempt ${event.attempt})`;
    case 'slowed_down':
      return `The site asks for fewer requests: ${event.requestsPerSecond} a second from now on`;
    case 'junk_skipped':
      return `Text around the JSON was skipped: ${event.before || event.after}`;
    case 'redirected':
      return `Redirected to ${event.to}`;
    case 'api_found':
    case 'batch_shrunk':
    case 'repeated_rows':
    case 'stale_page':
      return undefined;
    default:
      return event satisfies never;
  }
}

/** What a run did, for people. */
export function summaryTable(summary: RunSummary): string {
  const skipped = Object.entries(summary.skipped).toSorted(([, a], [, b]) => b - a);
  const leftOut = skipped.reduce((sum, [, count]) => sum + count, 0);
  const reasons = skipped.map(([reason, count]) => `${printable(reason)} ${count}`).join(', ');
  const rows: readonly (readonly [string, number, string])[] = [
    ['new', summary.new, ''],
    ['changed', summary.changed, ''],
    ['moved', summary.moved, ''],
    ['gone', summary.gone, ''],
    ['unchanged', summary.unchanged, ''],
    ['left out', leftOut, reasons],
    ['warnings', summary.warningCount, ''],
  ];
  const lines = rows.map(([name, count, note]) =>
    `  ${name.padEnd(10)}${String(count).padStart(7)}  ${note}`.trimEnd(),
  );
  const warnings = summary.warnings.slice(0, WARNINGS_SHOWN).map((warning) => `  ! ${printable(warning)}`);
  if (summary.warningCount > warnings.length) warnings.push(`  ! … and ${summary.warningCount - warnings.length} more`);
  const seconds = (summary.milliseconds / 1000).toFixed(1);
  return `${[...lines, ...warnings, `${headline(summary)} (${seconds} s)`].join('\n')}\n`;
}

function headline({ dryRun, published, pages, generation }: RunSummary): string {
  if (dryRun) {
    return published
      ? `Dry run: a new generation with ${pages} pages would be published; nothing was written`
      : 'Dry run: nothing would change, and nothing was written';
  }
  if (published) return `Generation ${generation} is live with ${pages} pages`;
  return `Nothing changed; generation ${generation} stays live with ${pages} pages`;
}
