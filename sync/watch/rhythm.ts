import { createHash } from 'node:crypto';

/** When a site is looked at. */
export type Rhythm = {
  /** The share of each interval by which everything comes later than the settings say: many sites are not to begin at one moment. */
  readonly offset: number;
  /** It is one of many: where the system tells of messages, looks for those that it did not tell are seldom. */
  readonly looksSeldom: boolean;
  /** Postponed pages that are looked at in one run. */
  readonly pagesAtOnce: number;
};

/** Of a site that is alone: whoever has changed something waits for a run to end. */
export const ALONE: Rhythm = { offset: 0, looksSeldom: false, pagesAtOnce: 5 };

/** Of one of many sites: the same at every start, and another one for each name; each run has to wait for its turn. */
export function rhythmOf(name: string): Rhythm {
  const offset = createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32;
  return { offset, looksSeldom: true, pagesAtOnce: 20 };
}
