import type { CounterStore } from './limiter.ts';

type Window = { count: number; readonly endsAt: number };

/** How many ended windows one count clears away: more than one, so that they cannot pile up. */
const SWEEP = 4;

/**
 * Counters of one limit in memory, on a clock that never goes back. Every window has the same length, so the oldest in
 * the map is the first to end.
 */
export function createMemoryCounters(now: () => number): CounterStore & { readonly size: () => number } {
  const windows = new Map<string, Window>();

  function sweep(time: number): void {
    let left = SWEEP;
    for (const [key, window] of windows) {
      if (window.endsAt > time || left === 0) return;
      windows.delete(key);
      left -= 1;
    }
  }

  function live(key: string, time: number): Window | undefined {
    const window = windows.get(key);
    if (!window || window.endsAt > time) return window;
    windows.delete(key);
    return undefined;
  }

  return {
    add(key, points, windowMs) {
      const time = now();
      sweep(time);
      let window = live(key, time);
      if (!window) {
        window = { count: 0, endsAt: time + windowMs };
        windows.set(key, window);
      }
      window.count += points;
      return { count: window.count, msLeft: window.endsAt - time };
    },
    find(key) {
      const time = now();
      const window = live(key, time);
      return window && { count: window.count, msLeft: window.endsAt - time };
    },
    size: () => windows.size,
  };
}
