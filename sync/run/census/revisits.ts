import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import type { Scope } from '../scope.ts';

/** Up to this number, every page is compared with its visitor snapshot within an hour, above it within a day. */
export const HOURLY_PAGES = 1000;
// Minimum limit of a run, however recent the last run was.
const AT_ONCE = 100;
const MINUTE = 60_000;

type Revisits = {
  readonly ids: readonly number[];
  readonly snapshots: ReadonlyMap<number, Pick<StoredSnapshot, 'checkedAt'>>;
  // Pages whose last response is in doubt; up to `AT_ONCE` of them are due.
  readonly unconfirmed: ReadonlySet<number>;
  readonly now: number;
  // Start of the previous run, in Unix milliseconds.
  readonly before: number | undefined;
};

/** Returns the milliseconds within which every page is read again, with a margin for the run itself. */
export function revisitPeriod(pages: number): number {
  return (pages <= HOURLY_PAGES ? 50 : 20 * 60) * MINUTE;
}

/**
 * Returns the pages to read again without a reported change, oldest visitor snapshot first. A snapshot is due from half of the
 * period on, so that the requests are spread over it.
 */
export function dueForRevisit({ ids, snapshots, unconfirmed, now, before }: Revisits): ReadonlySet<number> {
  const period = revisitPeriod(ids.length);
  const checkedAt = (id: number) => snapshots.get(id)?.checkedAt ?? 0;
  // A visitor snapshot in the future was written with a wrong clock.
  const aged = ids.filter((id) => checkedAt(id) <= now - period / 2 || checkedAt(id) > now);
  const elapsed = before === undefined ? period : Math.max(0, now - before);
  const most = Math.max(AT_ONCE, Math.ceil((ids.length * elapsed) / (period / 2)));
  const oldestFirst = (some: readonly number[]) => some.toSorted((a, b) => checkedAt(a) - checkedAt(b));
  const doubtful = oldestFirst(ids.filter((id) => unconfirmed.has(id))).slice(0, AT_ONCE);
  return new Set([...oldestFirst(aged).slice(0, most), ...doubtful]);
}

/** Chooses pages by their visitor snapshots and by the last run. */
export function createRevisits({ snapshots, lastRun: { unconfirmed, revisitedAt: before } }: Scope, now: Date) {
  const checkedAt = (id: number) => snapshots.get(id)?.checkedAt ?? 0;
  return {
    /** Returns the pages that are due, and some of the `doubtful` pages. */
    due: (ids: readonly number[], doubtful = unconfirmed): ReadonlySet<number> =>
      dueForRevisit({ ids, snapshots, unconfirmed: doubtful, now: now.getTime(), before }),
    /** True for a page that is due within half of the period of a site of this size. */
    isAged: (id: number, pages: number): boolean => checkedAt(id) <= now.getTime() - revisitPeriod(pages) / 2,
    oldestFirst: (ids: readonly number[]): readonly number[] => ids.toSorted((a, b) => checkedAt(a) - checkedAt(b)),
  };
}
