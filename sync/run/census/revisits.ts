import type { StoredView } from '../../../db/mirror/views.ts';

/** Up to so many pages are compared with what visitors see within the hour, more within the day. */
export const HOURLY_PAGES = 1000;
/** So many pages may be due in one run however short ago the last one was. */
const AT_ONCE = 100;
const MINUTE = 60_000;

type Revisits = {
  /** Pages that the site lists. */
  readonly ids: readonly number[];
  readonly views: ReadonlyMap<number, Pick<StoredView, 'checkedAt'>>;
  /** Pages whose last reading is in doubt: as many as may be due at once are. */
  readonly unconfirmed: ReadonlySet<number>;
  readonly now: number;
  /** Start of the run before this one, in milliseconds. */
  readonly before: number | undefined;
};

/** Milliseconds within which every page is looked at again, with some time left for the run itself. */
export function revisitPeriod(pages: number): number {
  return (pages <= HOURLY_PAGES ? 50 : 20 * 60) * MINUTE;
}

/**
 * The pages whose turn it is to be looked at again though nothing says that they changed: those seen longest ago, from
 * half of the period on, so that the requests spread over it.
 */
export function dueForRevisit({ ids, views, unconfirmed, now, before }: Revisits): ReadonlySet<number> {
  const period = revisitPeriod(ids.length);
  const checkedAt = (id: number) => views.get(id)?.checkedAt ?? 0;
  // A view of the future was written by a clock that was wrong.
  const aged = ids.filter((id) => checkedAt(id) <= now - period / 2 || checkedAt(id) > now);
  const elapsed = before === undefined ? period : Math.max(0, now - before);
  const most = Math.max(AT_ONCE, Math.ceil((ids.length * elapsed) / (period / 2)));
  const oldestFirst = (some: readonly number[]) => some.toSorted((a, b) => checkedAt(a) - checkedAt(b));
  const doubtful = oldestFirst(ids.filter((id) => unconfirmed.has(id))).slice(0, AT_ONCE);
  return new Set([...oldestFirst(aged).slice(0, most), ...doubtful]);
}
