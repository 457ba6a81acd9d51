import { inspectReading, type LastReading } from '../../db/mirror/inspect.ts';
import type { SyncConfig } from '../config.ts';
import type { WatchOrder } from './run-queue.ts';
import { isOverdue } from '../../shared/cron.ts';

/** Expected extent of a run, estimated before it starts. */
export type Extent = {
  readonly readsAll: boolean;
  /** Building the index blocks the process long enough to delay the runs of further sites. */
  readonly isLarge: boolean;
};

// Building an index of this size occupies the event loop for two seconds of processor time.
const LARGE_PAGES = 5000;

type Given = {
  readonly order: WatchOrder;
  // Code digest of the converter.
  readonly converter: string;
  readonly now: Date;
};

/** Returns the extent of the next run with a mirror; an invalid mirror is rebuilt. */
export function extentOf({ mirrorFile, fullSchedule }: SyncConfig, given: Given): Extent {
  try {
    return extentAfter(inspectReading(mirrorFile), { ...given, fullSchedule });
  } catch {
    return { readsAll: true, isLarge: false };
  }
}

/** Returns the extent after the last reading. A short run leaves an overdue full sync to the next scheduled run. */
export function extentAfter(
  { pages, fullAt, converter }: LastReading,
  given: Given & Pick<SyncConfig, 'fullSchedule'>,
): Extent {
  const { full, short, isRenewal } = given.order;
  const isSwept = fullAt !== undefined && (short !== undefined || !isOverdue(given.fullSchedule, fullAt, given.now));
  const readsAll = !isRenewal && (full || !isSwept || converter !== given.converter);
  return { readsAll, isLarge: pages > LARGE_PAGES };
}
