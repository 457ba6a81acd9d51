// cli-progress's door: a progress bar in one line of a terminal.
import { Presets, SingleBar } from 'cli-progress';

export type Progress = {
  /** Starts the bar of a phase; without a total it shows the count alone. */
  begin(label: string, total: number | undefined): void;
  advance(done: number): void;
  /** Clears the line. */
  end(): void;
};

/** Shows nothing. */
export const NO_PROGRESS: Progress = { begin: () => {}, advance: () => {}, end: () => {} };

/** Draws on a terminal; on any other stream it stays silent. */
export function createProgress(stream: NodeJS.WritableStream, now: () => number): Progress {
  let bar: SingleBar | undefined;
  let beganAt = 0;

  function end(): void {
    bar?.stop();
    bar = undefined;
  }

  return {
    begin(label, total) {
      end();
      const measured = total !== undefined && total > 0;
      bar = new SingleBar(
        {
          stream,
          format: measured ? `${label} {bar} {value}/{total} · {rate}/s · {eta_formatted} left` : `${label} {value}`,
          barsize: 28,
          fps: 10,
          etaBuffer: 200,
          clearOnComplete: true,
          hideCursor: true,
          gracefulExit: false,
          emptyOnZero: true,
        },
        Presets.shades_classic,
      );
      beganAt = now();
      bar.start(total ?? 0, 0, { rate: '–' });
    },
    advance(done) {
      const seconds = (now() - beganAt) / 1000;
      bar?.update(done, { rate: seconds > 0 ? Math.round(done / seconds) : '–' });
    },
    end,
  };
}
