// cli-progress's door: one line of a terminal that tells how far a run is.
import { Presets, SingleBar } from 'cli-progress';

export type Progress = {
  /** Begins a phase; without a total only the count is shown. */
  begin(label: string, total: number | undefined): void;
  advance(done: number): void;
  /** Clears the line. */
  end(): void;
};

/** Progress on a terminal; on anything else it stays silent. */
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
