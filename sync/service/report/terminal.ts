import { counted, printable } from '../../../shared/printable.ts';
import type { Reporter } from './report.ts';
import type { Phase, RunEvent, RunSummary } from '../../run/events.ts';
import WORDS from './texts/words.json' with { type: 'json' };
import { age } from './words.ts';

const PHASES: Record<Phase, string> = WORDS.phases;
const CHANGES_SHOWN = 20;
const WARNINGS_SHOWN = 5;

type Terminal = {
  readonly write: (text: string) => void;
  readonly progress: Progress;
  // Prints the full summary of runs without changes too.
  readonly verbose: boolean;
};

/** Creates a reporter that shows a progress line during a run and its changes at the end. */
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
        // In a first sync every page is new; `status -- --left-out` lists excluded pages.
        if (first || event.change === 'skipped') break;
        if (changes.length < CHANGES_SHOWN) changes.push(changeLine(event));
        else hidden++;
        break;
      case 'finished':
        progress.end();
        if (verbose || runsShown++ === 0 || event.summary.published) {
          for (const line of changes) write(`  ${line}\n`);
          if (hidden > 0) write(`  … and ${hidden} more\n`);
          write(summaryText(event.summary));
        } else if (event.summary.mode !== 'short') {
          write(`${headline(event.summary)}\n`);
        }
        break;
      case 'renewed':
        progress.end();
        break;
      default: {
        const line = lineOf(event);
        if (line === undefined) break;
        progress.end();
        write(`${printable(line, 400)}\n`);
      }
    }
  }

  return {
    event: show,
    failed: ({ message }) => {
      progress.end();
      const lines = message.split('\n').map((line) => printable(line, 2000));
      write(`sync: ${lines.join('\n')}\n`);
    },
  };
}

function changeLine(page: Extract<RunEvent, { type: 'page' }>): string {
  const address = page.from === undefined ? page.path : `${page.from} → ${page.path}`;
  const parts = [address, page.title && `«${page.title}»`, page.reason && `(${page.reason})`];
  return `${page.change.padEnd(8)} ${printable(parts.filter((part) => part).join(' '))}`;
}

// Formats an event between runs or between two phases; `undefined` for a hidden event type.
function lineOf(given: RunEvent): string | undefined {
  const event = given.type === 'wordpress' ? given.event : given;
  switch (event.type) {
    case 'retried':
      return `${event.cause}; trying again in ${Math.ceil(event.delayMs / 1000)} s (attempt ${event.attempt})`;
    case 'slowed_down':
      return `The site limits requests: ${event.requestsPerSecond} a second from now on`;
    case 'junk_skipped':
      return `Text around the JSON was skipped: ${event.before || event.after}`;
    case 'redirected':
      return `Redirected to ${event.to}`;
    case 'partial':
      return `Live: ${counted(event.pages, 'page')} of about ${event.of}; reading continues`;
    case 'pinned':
      return `Publishing is pinned to generation ${event.generation} since ${event.since}: npm run rollback -- --undo removes the pin`;
    case 'unrenewed':
      return `The index was not rebuilt: ${event.why}`;
    case 'undelivered':
      return `Generation ${event.generation} was not delivered: ${event.why}`;
    default:
      return undefined;
  }
}

/** Formats the changes of a run as a line, followed by its first warnings. Omits counts of zero. */
export function summaryText(summary: RunSummary): string {
  const { skipped, warnings, warningCount, why, milliseconds } = summary;
  const leftOut = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const counts = COUNTED.flatMap((name) => (summary[name] === 0 ? [] : [`${summary[name]} ${name}`]));
  const left = leftOut > 0 ? `${leftOut} left out` : '';
  const parts = [counts.join(', '), left, ...why.map((text) => printable(text))].filter(Boolean);
  const line = `${headline(summary)}${parts.length > 0 ? `: ${parts.join('; ')}` : ''} (${(milliseconds / 1000).toFixed(1)} s)`;
  const shown = warnings.slice(0, WARNINGS_SHOWN).map((warning) => `  ! ${printable(warning)}`);
  const more = warningCount - shown.length;
  if (more > 0) shown.push(`  ! … and ${counted(more, 'more warning')}: npm run status -- --json`);
  return `${[line, ...shown].join('\n')}\n`;
}

const COUNTED = ['new', 'changed', 'moved', 'gone'] as const;

function headline({ dryRun, published, pages, generation }: RunSummary): string {
  if (dryRun) {
    return published
      ? `Dry run, nothing was written: a new index with ${counted(pages, 'page')} would be published`
      : 'Dry run, nothing was written: nothing would change';
  }
  if (published) return `Generation ${generation} with ${counted(pages, 'page')} is live`;
  return `Nothing changed: generation ${generation} with ${counted(pages, 'page')} stays live`;
}

export const NO_PROGRESS: Progress = { begin: () => {}, advance: () => {}, end: () => {} };

// Carriage return and EL (ECMA-48): rewrites the line from its start.
const CLEAR = '\r\u001B[2K';
const REDRAW_EVERY_MS = 100;
const BAR = 20;

/**
 * Shows the current phase in a line of a terminal, at most ten times a second. The cursor is never saved or moved to another
 * line, because other programs may write to the same terminal.
 */
export function createProgress(terminal: Pick<NodeJS.WriteStream, 'write' | 'columns'>, now: () => number) {
  let phase: { readonly label: string; readonly total: number | undefined; readonly beganAt: number } | undefined;
  let drawnAt = 0;

  function draw(done: number): void {
    if (!phase) return;
    drawnAt = now();
    const line = progressLine(phase.label, { done, total: phase.total, milliseconds: drawnAt - phase.beganAt });
    terminal.write(CLEAR + line.slice(0, (terminal.columns || 80) - 1));
  }

  return {
    /** Starts a phase; without a total only the count is shown. */
    begin(label: string, total: number | undefined): void {
      phase = { label, total, beganAt: now() };
      draw(0);
    },
    advance(done: number): void {
      if (now() - drawnAt >= REDRAW_EVERY_MS) draw(done);
    },
    /** Clears the line. */
    end(): void {
      if (phase) terminal.write(CLEAR);
      phase = undefined;
    },
  };
}
export type Progress = ReturnType<typeof createProgress>;

type Measure = { readonly done: number; readonly total: number | undefined; readonly milliseconds: number };

/** Formats a phase as a line; the remaining time is estimated after the first step. */
export function progressLine(label: string, { done, total, milliseconds }: Measure): string {
  if (total === undefined || total === 0) return done === 0 ? `${label} …` : `${label} ${done}`;
  const filled = Math.round((BAR * Math.min(done, total)) / total);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  const left = age(new Date(0).toISOString(), new Date((milliseconds / Math.max(1, done)) * Math.max(0, total - done)));
  return `${label} ${bar} ${done}/${total}${done === 0 ? '' : ` · ${left} left`}`;
}
