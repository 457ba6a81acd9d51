import type { CounterStore } from './limiter.ts';

type Window = { count: number; readonly endsAt: number };
type Windows = Map<string, Window>;

/** At so many windows the past ones are forgotten before their end: a flood of addresses must not fill the memory. */
const MOST = 250_000;

/**
 * Counters of one limit in memory, on a clock that never goes back. Every window has the same length: after one length all
 * that were not used since are past ones, after another they have ended and are forgotten at once.
 */
export function createMemoryCounters(now: () => number): CounterStore & { readonly size: () => number } {
  let recent: Windows = new Map();
  let past: Windows = new Map();
  let recentSince = now();

  function turn(time: number, windowMs: number): void {
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
      turn(time, windowMs);
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
