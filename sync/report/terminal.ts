import { counted } from '../../shared/counted.ts';
import { printable } from '../../shared/printable.ts';
import type { Progress } from './progress.ts';
import type { Reporter } from './report.ts';
import type { PageChange, Phase, RunEvent, RunSummary } from '../run/events.ts';
import type { WordPressEvent } from '../wordpress/events.ts';

const PHASES: Record<Phase, string> = {
  connect: 'Looking for the REST API',
  census: 'Listing pages',
  read: 'Reading pages',
  confirm: 'Confirming what is gone',
  visit: 'Looking at the addresses of what is gone',
  build: 'Building the index',
  verify: 'Verifying the index',
};

const CHANGES_SHOWN = 40;
const WARNINGS_SHOWN = 10;

type Terminal = {
  readonly write: (text: string) => void;
  readonly progress: Progress;
  /** Shows a run that changed nothing in full too. */
  readonly verbose: boolean;
};

/** Shows a progress line while a run works, and a table of its changes at its end. */
export function createTerminalReporter({ write, progress, verbose }: Terminal): Reporter {
  let changes: string[] = [];
  let hidden = 0;
  let first = false;
  let runsShown = 0;

  function show(event: RunEvent): void {
    switch (event.type) {
      case 'started':
        changes = [];
        hidden = 0;
        ({ first } = event);
        break;
      case 'phase':
        progress.begin(PHASES[event.phase], event.total);
        break;
      case 'advanced':
        progress.advance(event.done);
        break;
      case 'page':
        if (first && event.change !== 'skipped') break;
        if (changes.length < CHANGES_SHOWN) changes.push(changeLine(event));
        else hidden++;
        break;
      case 'wordpress': {
        const line = wordpressLine(event.event);
        if (line === undefined) break;
        progress.end();
        write(`${printable(line)}\n`);
        break;
      }
      case 'finished':
        progress.end();
        if (verbose || runsShown++ === 0 || event.summary.published) {
          for (const line of changes) write(`  ${line}\n`);
          if (hidden > 0) write(`  … and ${hidden} more\n`);
          write(summaryTable(event.summary));
        } else if (event.summary.mode !== 'short') {
          write(
            `No change in ${counted(event.summary.pages, 'page')} (generation ${event.summary.generation ?? 'none'}).\n`,
          );
        }
        break;
      case 'partial':
        progress.end();
        write(`${counted(event.pages, 'page')} of about ${event.of} are served already; reading goes on\n`);
        break;
      case 'pinned':
        progress.end();
        write(
          `Publishing is pinned to generation ${event.generation} since ${event.since}: npm run rollback -- --undo ends that\n`,
        );
        break;
      case 'renewed':
        progress.end();
        break;
      case 'unrenewed':
        progress.end();
        write(`The whole index was not built anew: ${printable(event.why)}\n`);
        break;
      case 'undelivered':
        progress.end();
        write(`Generation ${event.generation} was not delivered: ${printable(event.why)}\n`);
        break;
      case 'language':
      case 'delivered':
      case 'warning':
      case 'probing':
      case 'cleaned':
      case 'refreshed':
      case 'published':
        break;
    }
  }

  return {
    event: show,
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

/** A table of a run's counts, its first warnings, and the generation that is live. */
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
  const why = summary.why.map((text) => `  ${printable(text)}`);
  return `${[...lines, ...why, ...warnings, `${headline(summary)} (${seconds} s)`].join('\n')}\n`;
}

function headline({ dryRun, published, pages, generation }: RunSummary): string {
  if (dryRun) {
    return published
      ? `Dry run: a new generation with ${counted(pages, 'page')} would be published; nothing was written`
      : 'Dry run: nothing would change, and nothing was written';
  }
  if (published) return `Generation ${generation} is live with ${counted(pages, 'page')}`;
  return `Nothing changed; generation ${generation} stays live with ${counted(pages, 'page')}`;
}
