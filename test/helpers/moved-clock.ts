import { randomBytes } from 'node:crypto';
import type { Sources } from '../../server/site.ts';

/** A world whose time stands still until a test moves it. */
export function movedClock(start = '2026-11-21T10:00:00Z') {
  let ms = Date.parse(start);
  const sources: Sources = { now: () => new Date(ms), monotonicNow: () => ms, randomBytes };
  return {
    ...sources,
    sources,
    advance: (seconds: number): void => {
      ms += seconds * 1000;
    },
  };
}
