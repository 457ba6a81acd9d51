import { describe, it } from 'node:test';
import { holdLastView } from './last-view.ts';
import { openInProcess } from './last-view-readers.ts';

/** Short sequences that meet most faults of the past; more of them, with servers and a follower, in last-view.long.ts. */
const SEEDS = [2, 8, 22];
const STEPS = 4;

describe('after any sequence of acts of a site and its operator', () => {
  for (const seed of SEEDS) {
    it(`no reader gets a passage that its page did not show when it was last seen (seed ${seed})`, () =>
      holdLastView({ seed, steps: STEPS, open: openInProcess }));
  }
});
