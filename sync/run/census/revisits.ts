import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import type { LastRun } from '../scope.ts';

/** Up to this number, every page is compared with its visitor snapshot within an hour, above it within a day. */
export const HOURLY_PAGES = 1000;
// Minimum limit of a run, however recent the last run was.
const AT_ONCE = 100;
const MINUTE = 60_000;

// The visitor snapshots of the pages, and the last run.
type Last = {
  readonly snapshots: ReadonlyMap<number, Pick<StoredSnapshot, 'checkedAt'>>;
  readonly lastRun: Pick<LastRun, 'unconfirmed' | 'revisitedAt'>;
};

/** Returns the milliseconds within which every page is read again, with a margin for the run itself. */
export function revisitPeriod(pages: number): number {
  return (pages <= HOURLY_PAGES ? 50 : 20 * 60) * MINUTE;
}

/** Chooses pages by their visitor snapshots and by the last run. */
export function createRevisits({ snapshots, lastRun: { unconfirmed, revisitedAt } }: Last, now: Date) {
  const checkedAt = (id: number) => snapshots.get(id)?.checkedAt ?? 0;
  const oldestFirst = (ids: readonly number[]) => ids.toSorted((a, b) => checkedAt(a) - checkedAt(b));
  // A snapshot is due from half of the period on, so that the requests are spread over it.
  const isAged = (id: number, pages: number) => checkedAt(id) <= now.getTime() - revisitPeriod(pages) / 2;

  // Returns the pages to read again without a reported change, and up to `AT_ONCE` of the `doubtful` pages, oldest visitor
  // snapshot first.
  function due(ids: readonly number[], doubtful: ReadonlySet<number> = unconfirmed): ReadonlySet<number> {
    const period = revisitPeriod(ids.length);
    // A visitor snapshot in the future was written with a wrong clock.
    const aged = ids.filter((id) => isAged(id, ids.length) || checkedAt(id) > now.getTime());
    const elapsed = revisitedAt === undefined ? period : Math.max(0, now.getTime() - revisitedAt);
    const most = Math.max(AT_ONCE, Math.ceil((ids.length * elapsed) / (period / 2)));
    const inDoubt = ids.filter((id) => doubtful.has(id));
    return new Set([...oldestFirst(aged).slice(0, most), ...oldestFirst(inDoubt).slice(0, AT_ONCE)]);
  }

  return { due, isAged, oldestFirst };
}
