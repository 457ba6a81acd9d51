import type { Distribution } from '../../shared/metrics/metrics.ts';

/** Histogram of durations; bounds in seconds. */
export function createDurations(bounds: readonly number[]) {
  const upTo = bounds.map((seconds) => seconds * 1000);
  // Counts up to each bound, and above the last bound.
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let milliseconds = 0;

  return {
    observe(ms: number): void {
      let place = 0;
      while (place < upTo.length && ms > (upTo[place] ?? 0)) place++;
      counts[place] = (counts[place] ?? 0) + 1;
      milliseconds += ms;
    },
    /** Returns the distribution with labels; its sum is in seconds. */
    read: (labels: Distribution['labels']): Distribution => ({ labels, counts, sum: milliseconds / 1000 }),
  };
}
export type Durations = ReturnType<typeof createDurations>;
