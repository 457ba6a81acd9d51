import { age } from './words.ts';

export type Progress = {
  /** Starts a phase; without a total only the count is shown. */
  begin(label: string, total: number | undefined): void;
  advance(done: number): void;
  /** Clears the line. */
  end(): void;
};

/** Progress without output. */
export const NO_PROGRESS: Progress = { begin: () => {}, advance: () => {}, end: () => {} };

type Terminal = Pick<NodeJS.WriteStream, 'write' | 'columns'>;

// Carriage return and EL (ECMA-48): rewrites the line from its start.
const CLEAR = '\r\u001B[2K';
const REDRAW_EVERY_MS = 100;
const BAR = 20;

/**
 * Shows the current phase in a line of a terminal, at most ten times a second. The cursor is never saved or moved to another
 * line, because other programs may write to the same terminal.
 */
export function createProgress(terminal: Terminal, now: () => number): Progress {
  let phase: { readonly label: string; readonly total: number | undefined; readonly beganAt: number } | undefined;
  let drawnAt = 0;

  function draw(done: number): void {
    if (!phase) return;
    drawnAt = now();
    const line = progressLine(phase.label, { done, total: phase.total, milliseconds: drawnAt - phase.beganAt });
    terminal.write(CLEAR + line.slice(0, (terminal.columns || 80) - 1));
  }

  return {
    begin(label, total) {
      phase = { label, total, beganAt: now() };
      draw(0);
    },
    advance(done) {
      if (now() - drawnAt >= REDRAW_EVERY_MS) draw(done);
    },
    end() {
      if (phase) terminal.write(CLEAR);
      phase = undefined;
    },
  };
}

type Measure = { readonly done: number; readonly total: number | undefined; readonly milliseconds: number };

/** Formats a phase as a line; the remaining time is estimated after the first step. */
export function progressLine(label: string, { done, total, milliseconds }: Measure): string {
  if (total === undefined || total === 0) return done === 0 ? `${label} …` : `${label} ${done}`;
  const filled = Math.round((BAR * Math.min(done, total)) / total);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR - filled);
  const left = age(new Date(0).toISOString(), new Date((milliseconds / Math.max(1, done)) * Math.max(0, total - done)));
  return `${label} ${bar} ${done}/${total}${done === 0 ? '' : ` · ${left} left`}`;
}
