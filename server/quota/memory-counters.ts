import type { CounterStore } from './limiter.ts';

type Window = { count: number; readonly endsAt: number };
type Windows = Map<string, Window>;

/**
 * Counters of one limit in memory, on a clock that never goes back. Every window has the same length, so after one length all
 * windows that were begun before are of the past length, and after another one they have ended and are forgotten at once.
 */
export function createMemoryCounters(now: () => number): CounterStore & { readonly size: () => number } {
  let recent: Windows = new Map();
  let past: Windows = new Map();
  let recentSince = now();

  function turn(time: number, windowMs: number): void {
    const age = time - recentSince;
    if (age < windowMs) return;
    past = age < 2 * windowMs ? recent : new Map();
    recent = new Map();
    recentSince = time;
  }

  function live(key: string, time: number): Window | undefined {
    const window = recent.get(key) ?? past.get(key);
    return window && window.endsAt > time ? window : undefined;
  }

  return {
    add(key, points, windowMs) {
      const time = now();
      turn(time, windowMs);
      let window = live(key, time);
      if (!window) {
        window = { count: 0, endsAt: time + windowMs };
        recent.set(key, window);
      }
      window.count += points;
      return { count: window.count, msLeft: window.endsAt - time };
    },
    find(key) {
      const time = now();
      const window = live(key, time);
      return window && { count: window.count, msLeft: window.endsAt - time };
    },
    size: () => recent.size + past.size,
  };
}
