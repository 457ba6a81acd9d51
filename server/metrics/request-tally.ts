import type { Distribution, Sample } from '../../shared/metrics/metrics.ts';
import type { Subject } from '../http/message.ts';
import { createDurations, type Durations } from './durations.ts';

type Tally = {
  readonly labels: { readonly face: string; readonly operation: string };
  readonly statuses: Map<number, number>;
  readonly durations: Durations;
};

/** Counts requests by API, operation and status, and their durations in a histogram with `bounds` in seconds. */
export function createRequestTally(bounds: readonly number[]) {
  const tallies = new Map<string, Tally>();
  // Most requests share the subject object of a route.
  const known = new WeakMap<Subject, Tally>();

  function find({ face, operation }: Subject): Tally {
    const key = `${face} ${operation}`;
    const tally = tallies.get(key) ?? {
      labels: { face, operation },
      statuses: new Map(),
      durations: createDurations(bounds),
    };
    tallies.set(key, tally);
    return tally;
  }

  function count(subject: Subject, status: number, milliseconds: number): void {
    let tally = known.get(subject);
    if (!tally) known.set(subject, (tally = find(subject)));
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    tally.durations.observe(milliseconds);
  }

  return {
    count,
    /** Yields requests by API, operation and status. */
    *requests(): Generator<Sample> {
      for (const { labels, statuses } of tallies.values()) {
        for (const [status, requests] of statuses) yield [requests, { ...labels, status: String(status) }];
      }
    },
    /** Yields durations by API and operation. */
    *durations(): Generator<Distribution> {
      for (const { labels, durations } of tallies.values()) yield durations.read(labels);
    },
  };
}
