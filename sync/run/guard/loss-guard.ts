import type { Mirror } from '../../../db/mirror/mirror.ts';
import type { ChangeCollector } from '../read/change-collector.ts';
import type { RunOrder } from '../events.ts';
import { allOf, holdsOf, type Hold } from './guard.ts';
import { lastRunOf, NO_RUN } from '../last-run.ts';
import type { Scope } from '../scope.ts';
import { SyncError } from '../sync-error.ts';

const HOW_TO_FORCE = 'If that is meant, run sync with --force';
/** Losses of a week are judged together. */
export const LOSS_MEMORY_MS = 7 * 86_400_000;

const NOTHING_LATELY = { lostLately: [], gainedLately: 0, textLostLately: [] };

/** Throws when nothing would be left to publish and the site does not say that this is meant. */
export function refuseEmptySite(changes: ChangeCollector, { known }: Scope, { force }: RunOrder): void {
  const { pages, isTold, reasons } = changes.prospect();
  if (pages > 0 || force || (known.size > 0 && (isTold || changes.suspicions(NOTHING_LATELY).length > 0))) return;
  const what = known.size === 0 ? 'no page is left to publish' : allOf(known.size);
  throw new SyncError('mass_loss', `Nothing was changed: ${what}${reasonsText(reasons)}. ${HOW_TO_FORCE}`);
}

type Circumstances = { readonly scope: Scope; readonly order: RunOrder; readonly startedAt: Date };

/** The pages that the guard keeps as they were, and the facts to remember of it. */
export function guardAgainstLoss(
  { mirror, guardHours }: { readonly mirror: Mirror; readonly guardHours: number },
  changes: ChangeCollector,
  { scope, order, startedAt }: Circumstances,
): {
  readonly holds: readonly Hold[];
  readonly held: ReadonlySet<number>;
  readonly facts: Readonly<Record<string, unknown>>;
} {
  const { holds: former } = scope.startOver ? NO_RUN : lastRunOf(mirror);
  const lostLately = mirror.lostSince(new Date(startedAt.getTime() - LOSS_MEMORY_MS));
  const gainedLately = ofLastWeek(mirror, 'gained', scope, startedAt).reduce((sum, [, pages]) => sum + pages, 0);
  const textLosses = ofLastWeek(mirror, 'texts_lost', scope, startedAt);
  const textLostLately = textLosses.flatMap(([, pages]) => pages);
  const lately = scope.startOver ? NOTHING_LATELY : { lostLately, gainedLately, textLostLately };
  const suspicions = order.force ? [] : changes.suspicions(lately);
  if (order.only !== undefined) {
    const [found] = suspicions;
    if (found) throw new SyncError('mass_loss', `Nothing was changed: ${found.why}. ${HOW_TO_FORCE}`);
    return { holds: [], held: new Set(), facts: {} };
  }
  const holds = holdsOf({ suspicions, former, now: startedAt, hours: guardHours });
  const held = new Set(holds.flatMap(({ pages }) => pages));
  const isBelieved =
    order.force ||
    (suspicions.some(({ kind }) => kind === 'different') && !holds.some(({ kind }) => kind === 'different'));
  const { lost, whole } = changes.texts();
  const textsLost = isBelieved
    ? []
    : [
        ...textLosses.map(([at, pages]) => [at, pages.filter((id) => !whole.has(id))] as const),
        [startedAt.getTime(), lost.filter((id) => !held.has(id))] as const,
      ].filter(([, pages]) => pages.length > 0);
  return { holds, held, facts: { guard: holds, texts_lost: textsLost } };
}

/** Facts of the mirror that remember a week: an entry for each run, with its time. */
type WeeklyFacts = {
  /** Pages that lost their text. */
  readonly texts_lost: readonly [at: number, pages: readonly number[]];
  /** Number of pages that came. */
  readonly gained: Gain;
};
type Gain = readonly [at: number, pages: number];

/** Entries of the last week in a fact; none for a mirror that starts over. */
function ofLastWeek<Name extends keyof WeeklyFacts>(
  mirror: Mirror,
  name: Name,
  { startOver }: Scope,
  startedAt: Date,
): readonly WeeklyFacts[Name][] {
  const entries = startOver ? [] : ((mirror.fact(name) as readonly WeeklyFacts[Name][] | undefined) ?? []);
  return entries.filter(([at]) => at >= startedAt.getTime() - LOSS_MEMORY_MS);
}

/**
 * The gains to remember after a run. A page that vanished and is back is none, nor are the pages of a first sync, and
 * with --force the week begins anew.
 */
export function gainsAfter(
  mirror: Mirror,
  came: readonly number[],
  { scope, order, startedAt }: Circumstances,
): readonly Gain[] {
  if (order.force || scope.known.size === 0) return [];
  const lost = new Set(mirror.lostSince(new Date(startedAt.getTime() - LOSS_MEMORY_MS)));
  const pages = came.filter((id) => !lost.has(id)).length;
  const before = ofLastWeek(mirror, 'gained', scope, startedAt);
  return pages === 0 ? before : [...before, [startedAt.getTime(), pages]];
}

/** The message of a run with a guard that holds. */
export function describeHolds(
  holds: readonly Hold[],
  skipped: Readonly<Record<string, number>>,
  hours: number,
): string {
  const texts = holds.map(({ kind, since, why }) => {
    const end = kind === 'different' ? `; after ${hours} hours what visitors see is published` : '';
    return `${why} (since ${since}${end})`;
  });
  const all = `${texts.join('; ')}${reasonsText(skipped)}`;
  return `The guard keeps these pages as they were, and everything else is published: ${all}. ${HOW_TO_FORCE}`;
}

function reasonsText(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${reason}: ${count}`);
  return reasons.length > 0 ? ` (left out: ${reasons.join(', ')})` : '';
}
