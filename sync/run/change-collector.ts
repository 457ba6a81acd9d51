import type { KnownPage, MirroredPage, SkippedPage } from '../../db/mirror/mirror.ts';
import { differenceOf, type Reading } from './document.ts';
import type { Plan } from './plan.ts';
import type { OnRunEvent, RunSummary } from './events.ts';
import type { WordPressPage } from '../wordpress/rows.ts';

/** What a run found out about the site, before anything of it counts. */
export type CollectedChanges = {
  /** Mirrored pages that leave. */
  readonly leaving: ReadonlySet<number>;
  /** Pages that come or change, with their paths. */
  readonly arriving: ReadonlyMap<number, string>;
  /** Pages that were read and refused, now or earlier. */
  readonly skipped: readonly SkippedPage[];
  readonly counts: Pick<RunSummary, 'new' | 'changed' | 'moved' | 'gone' | 'unchanged' | 'skipped'>;
};

/** Gathers what becomes of each page, and tells it. */
export function createChangeCollector(known: ReadonlyMap<number, KnownPage>, plan: Plan, report: OnRunEvent) {
  const leaving = new Set<number>();
  const arriving = new Map<number, string>();
  const refused = new Map<number, string>();
  const skipped = [...plan.stillSkipped];
  const counts = { new: 0, changed: 0, moved: 0 };

  for (const { id, reason } of plan.stillSkipped) refused.set(id, reason);
  for (const [id, { reason, path }] of plan.refused) refuse(id, reason, path);
  for (const id of plan.retired) leave(id, 'its type is not read any more');

  /** A page that the site does not have any more, or that must not be seen. */
  function leave(id: number, reason: string): void {
    const page = known.get(id);
    if (!page || leaving.has(id)) return;
    leaving.add(id);
    report({ type: 'page', change: 'gone', id, path: page.path, title: page.title, reason });
  }

  function refuse(id: number, reason: string, path: string): void {
    refused.set(id, reason);
    if (known.has(id)) leave(id, reason);
    else report({ type: 'page', change: 'skipped', id, path, reason });
  }

  /** What is to be staged of a page that was read. */
  function take(row: WordPressPage, reading: Reading): MirroredPage | undefined {
    for (const warning of reading.warnings) report({ type: 'warning', message: `${row.link}: ${warning}` });
    if (reading.outcome === 'skip') {
      skipped.push({ id: row.id, reason: reading.reason, seenLink: row.link, seenModified: row.seenModified });
      refuse(row.id, reading.reason, row.link);
      return undefined;
    }
    const { page } = reading;
    const before = known.get(page.id);
    // Half a page is better than none, but not better than the whole one of the last run.
    if (reading.outcome === 'incomplete' && before) return undefined;
    const difference = differenceOf(before, page);
    if (difference === 'none') return undefined;
    if (difference !== 'dated') {
      counts[difference]++;
      const from = difference === 'moved' && before ? { from: before.path } : {};
      report({ type: 'page', change: difference, id: page.id, path: page.path, title: page.title, ...from });
    }
    arriving.set(page.id, page.path);
    return page;
  }

  function result(): CollectedChanges {
    const byReason: Record<string, number> = {};
    for (const reason of refused.values()) byReason[reason] = (byReason[reason] ?? 0) + 1;
    const unchanged = known.size - leaving.size - counts.changed - counts.moved;
    return { leaving, arriving, skipped, counts: { ...counts, gone: leaving.size, unchanged, skipped: byReason } };
  }

  return { leave, take, result };
}
