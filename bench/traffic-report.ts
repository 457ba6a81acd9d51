import type { Sample } from './process-samples.ts';
import type { Tally } from './traffic-load.ts';

const round = (value: number, digits = 1) => Number(value.toFixed(digits));
const most = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity);

/** Milliseconds of each kind of request. */
export function latencyRows({ latencies }: Tally) {
  return [...latencies].map(([kind, histogram]) => {
    const at = (percentile: number) => round(histogram.percentile(percentile) / 1000);
    return {
      kind,
      requests: histogram.count,
      'p50 ms': at(50),
      'p99 ms': at(99),
      'p99.9 ms': at(99.9),
      'max ms': at(100),
    };
  });
}

type Periods = {
  readonly samples: readonly Sample[];
  /** Start of the traffic and length of a period, in milliseconds. */
  readonly started: number;
  readonly period: number;
  /** Requests answered by the beginning of each period. */
  readonly totals: readonly number[];
};

/** Resource usage of the server in each period: the first row is the time before the traffic. */
export function periodRows({ samples, started, period, totals }: Periods) {
  return totals.flatMap((total, at) => {
    const [from, to] = at === 0 ? [0, started] : [started + (at - 1) * period, started + at * period];
    const own = samples.filter((sample) => sample.at > from && sample.at <= to);
    if (own.length === 0) return [];
    const answered = total - (totals[at - 1] ?? 0);
    return [
      {
        until: at === 0 ? 'start' : `${round((at * period) / 1000)} s`,
        'requests/s': at === 0 ? 0 : Math.round((answered * 1000) / period),
        'RSS MB': round(most(own.map(({ rss }) => rss))),
        // What is left right after the collector has been is what is kept.
        'heap MB': round(least(own.map(({ heap }) => heap))),
        'external MB': round(most(own.map(({ external }) => external))),
        'loop p50 ms': round(most(own.map(({ delayP50 }) => delayP50))),
        'loop p99 ms': round(most(own.map(({ delayP99 }) => delayP99))),
        'loop max ms': round(most(own.map(({ delayMax }) => delayMax))),
        // Other programs on the machine change this least.
        'CPU ms/request': at === 0 ? 0 : round((usedShare(own) * period) / answered, 2),
      },
    ];
  });
}

/** Milliseconds of processor for each millisecond that passed. */
function usedShare(samples: readonly Sample[]): number {
  const [first, last] = [samples[0], samples.at(-1)];
  return first && last && first !== last ? (last.cpu - first.cpu) / (last.at - first.at) : 0;
}

type PeriodRow = ReturnType<typeof periodRows>[number];

/** Memory may waver, but not grow: by how much the second half of a run may rise. */
const MOST_GROWTH = 0.1;

type Evidence = {
  readonly tally: Tally;
  /** Faults that the server told in its log. */
  readonly faults: ReadonlyMap<string, number>;
  readonly periods: readonly PeriodRow[];
  /** True when the run was long enough for memory to settle. */
  readonly long: boolean;
};

/** The verdict on a run: sound when every answer was an expected one, no fault was logged, and memory stayed flat. */
export function judgeTraffic({ tally, faults, periods, long }: Evidence) {
  const half = periods.slice(Math.ceil(periods.length / 2));
  const growth = (['RSS MB', 'heap MB'] as const).map((name) =>
    trend(
      name,
      half.map((row) => row[name]),
    ),
  );
  const flat = !long || growth.every(({ share }) => share < MOST_GROWTH);
  const odd = [...tally.unexpected, ...faults].map(([what, count]) => `${count} × ${what}`);
  return {
    sound: odd.length === 0 && flat,
    flat,
    growth,
    unexpected: odd,
    lines: [
      odd.length === 0 ? 'Nothing was answered that should not have been, and no fault was logged.' : odd.join('\n'),
      `Memory ${long ? (flat ? 'stayed flat' : 'GREW') : '(too short a run to judge it)'} in the second half: ${growth
        .map(
          ({ name, slope, share }) =>
            `${name} ${slope >= 0 ? '+' : ''}${slope} a period (${round(share * 100)} % in all)`,
        )
        .join(', ')}.`,
    ],
  };
}

/** The straight line through values by least squares: its slope, and its rise from end to end as a share of the mean. */
function trend(name: string, values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = (values.length - 1) / 2;
  let [above, below] = [0, 0];
  for (const [at, value] of values.entries()) {
    above += (at - middle) * (value - mean);
    below += (at - middle) ** 2;
  }
  const slope = below === 0 ? 0 : above / below;
  return { name, slope: round(slope, 2), share: round((slope * (values.length - 1)) / mean, 3) };
}
