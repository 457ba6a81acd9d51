import type { Counter } from '../../db/state/state.ts';
import { whenSettled } from '../http/settled.ts';

/** Counters in memory, or in the state that processes share. */
export type CounterStore = {
  /** Adds points; the first points of a key start its window. */
  readonly add: (key: string, points: number, windowMs: number) => Counter | Promise<Counter>;
  readonly find: (key: string) => Counter | undefined | Promise<Counter | undefined>;
};

export type Limit = { readonly name: string; readonly limit: number; readonly windowSeconds: number };

/** Usage of a limit by a key. */
export type Usage<Policy extends Limit = Limit> = {
  readonly policy: Policy;
  readonly used: number;
  readonly remaining: number;
  /** Whole seconds until the window ends, from 1 to `windowSeconds`. */
  readonly resetSeconds: number;
  /** True if the counted request exceeds the limit. */
  readonly exceeded: boolean;
};

/**
 * Creates a fixed-window rate limiter. The window of a key starts with its first request; rejected requests do not
 * extend it. Counter keys are `<name of the limit>:<key>`, so limits can share a store.
 */
export function createLimiter<Policy extends Limit>(policy: Policy, store: CounterStore) {
  const { name, limit, windowSeconds } = policy;
  const windowMs = windowSeconds * 1000;

  function usage({ count, msLeft }: Counter): Usage<Policy> {
    return {
      policy,
      used: Math.min(count, limit),
      remaining: Math.max(limit - count, 0),
      resetSeconds: Math.min(Math.max(Math.ceil(msLeft / 1000), 1), windowSeconds),
      exceeded: count > limit,
    };
  }

  const unexceeded = (counter: Counter = { count: 0, msLeft: windowMs }): Usage<Policy> => ({
    ...usage(counter),
    exceeded: false,
  });

  return {
    count: (key: string) => whenSettled(store.add(`${name}:${key}`, 1, windowMs), usage),
    /** Returns the usage without counting. `exceeded` is false. */
    look: (key: string) => whenSettled(store.find(`${name}:${key}`), unexceeded),
  };
}
export type Limiter<Policy extends Limit> = ReturnType<typeof createLimiter<Policy>>;

type Window = { count: number; readonly endsAt: number };
type Windows = Map<string, Window>;

// At this number of windows the old generation is dropped early, to bound memory under a flood of addresses.
const MOST = 250_000;

/**
 * Counters of a limit in memory. `now` is a monotonic clock in milliseconds; all windows must have the same length.
 * Windows move from `recent` to `past` after one length, and are dropped together after the next.
 */
export function createMemoryCounters(now: () => number): CounterStore & { readonly size: () => number } {
  let recent: Windows = new Map();
  let past: Windows = new Map();
  let recentSince = now();

  function rotate(time: number, windowMs: number): void {
    const age = time - recentSince;
    if (age < windowMs && recent.size < MOST) return;
    past = age < 2 * windowMs ? recent : new Map();
    recent = new Map();
    recentSince = time;
  }

  const live = (window: Window | undefined, time: number) => (window && window.endsAt > time ? window : undefined);

  return {
    add(key, points, windowMs) {
      const time = now();
      rotate(time, windowMs);
      let window = live(recent.get(key), time);
      if (!window) {
        window = live(past.get(key), time) ?? { count: 0, endsAt: time + windowMs };
        recent.set(key, window);
      }
      window.count += points;
      return { count: window.count, msLeft: window.endsAt - time };
    },
    find(key) {
      const time = now();
      const window = live(recent.get(key), time) ?? live(past.get(key), time);
      return window && { count: window.count, msLeft: window.endsAt - time };
    },
    size: () => recent.size + past.size,
  };
}
