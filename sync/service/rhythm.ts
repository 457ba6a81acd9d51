import { createHash } from 'node:crypto';

/** Timing of the checks of a site. */
export type Rhythm = {
  /** Share of each interval that delays every check, so that many sites do not start at the same moment. */
  readonly offset: number;
  /** True with several sites: with file events, checks for missed messages are rare. */
  readonly looksSeldom: boolean;
  /** Postponed pages in a run. */
  readonly pagesAtOnce: number;
};

/** Timing of a single site: changes wait for the end of a run, so runs are small. */
export const ALONE: Rhythm = { offset: 0, looksSeldom: false, pagesAtOnce: 5 };

/** Returns the timing of a site among several: stable for its name. Each run waits in the queue. */
export function rhythmOf(name: string): Rhythm {
  const offset = createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
  return { offset, looksSeldom: true, pagesAtOnce: 20 };
}
