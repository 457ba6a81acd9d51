import { inspectReading, type LastReading } from '../../db/mirror/inspect.ts';
import type { SyncConfig } from './config.ts';
import type { WatchOrder } from '../watch/run-queue.ts';
import { isOverdue } from '../watch/schedule.ts';

/** What a run takes, as far as it can be known before it begins. */
export type Extent = {
  /** It reads every page. */
  readonly readsAll: boolean;
  /** The index of its site is built for so long that the runs of other sites would notice. */
  readonly isLarge: boolean;
};

/** An index of so many pages is built in two seconds of processor time, in which nothing else of the process goes on. */
const LARGE_PAGES = 5000;

type Given = {
  readonly order: WatchOrder;
  /** Stamp of the code that reads pages. */
  readonly converter: string;
  readonly now: Date;
};

/** The extent of the next run over a mirror; one that cannot be read is made anew. */
export function extentOf({ mirrorFile, fullSchedule }: SyncConfig, given: Given): Extent {
  try {
    return extentAfter(inspectReading(mirrorFile), { ...given, fullSchedule });
  } catch {
    return { readsAll: true, isLarge: false };
  }
}

/** The same after what is known of the last reading. A short run leaves an overdue sweep to the next long one. */
export function extentAfter(
  { pages, fullAt, converter }: LastReading,
  given: Given & Pick<SyncConfig, 'fullSchedule'>,
): Extent {
  const { full, short, isRenewal } = given.order;
  const isSwept = fullAt !== undefined && (short !== undefined || !isOverdue(given.fullSchedule, fullAt, given.now));
  const readsAll = !isRenewal && (full || !isSwept || converter !== given.converter);
  return { readsAll, isLarge: pages > LARGE_PAGES };
}
