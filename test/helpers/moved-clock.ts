import { randomBytes } from 'node:crypto';
import type { World } from '../../server/site.ts';

/** A world whose time stands still until a test moves it. */
export function movedClock(start = '2026-11-21T10:00:00Z') {
  let ms = Date.parse(start);
  const world: World = { now: () => new Date(ms), monotonicNow: () => ms, randomBytes };
  return {
    ...world,
    world,
    advance: (seconds: number): void => {
      ms += seconds * 1000;
    },
  };
}
