import type { Distribution } from '../../shared/metrics/metrics.ts';

/** Observed durations, by their place between bounds in seconds. */
export function createDurations(bounds: readonly number[]) {
  const upTo = bounds.map((seconds) => seconds * 1000);
  /** Up to each bound, and above the last. */
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let milliseconds = 0;

  return {
    observe(ms: number): void {
      let place = 0;
      while (place < upTo.length && ms > (upTo[place] ?? 0)) place++;
      counts[place] = (counts[place] ?? 0) + 1;
      milliseconds += ms;
    },
    /** What was observed until now, under labels; the sum in seconds. */
    read: (labels: Distribution['labels']): Distribution => ({ labels, counts, sum: milliseconds / 1000 }),
  };
}
export type Durations = ReturnType<typeof createDurations>;
