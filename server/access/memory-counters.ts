import type { CounterStore } from './limiter.ts';

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
