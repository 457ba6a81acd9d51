import type { KnownPage, Mirror } from '../../../db/mirror/mirror.ts';
import { createAddresses } from '../../../shared/addresses.ts';
import { WordPressError, type WordPressErrorKind } from '../../wordpress/errors.ts';
import { isTransient } from '../../wordpress/pace.ts';
import type { WordPress } from '../../wordpress/client.ts';
import { createChangeCollector, type ChangeCollector } from './change-collector.ts';
import type { OnRunEvent, RunOrder } from '../events.ts';
import type { Hold } from '../guard/guard.ts';
import { lastRunOf } from '../last-run.ts';
import { createElsewhere } from '../visible/elsewhere.ts';
import { createPageAssets } from '../visible/page-assets.ts';
import { createPageHtml } from '../visible/page-html.ts';
import { createLinkedLocks } from '../visible/locked-text.ts';
import { createReasonInView } from '../visible/reason-in-view.ts';
import { createWalls } from '../visible/walls.ts';
import { createPageVisits, type Visit } from './page-visits.ts';
import { dueForRevisit, HOURLY_PAGES } from '../census/revisits.ts';
import type { Scope } from '../scope.ts';

/** Failures by which a site keeps its REST API from sync, where a later attempt meets the same. */
const CLOSING: ReadonlySet<WordPressErrorKind> = new Set<WordPressErrorKind>([
  'denied',
  'ended',
  'redirect',
  'no_api',
  'html',
  'not_json',
  'unexpected',
]);
/** Statuses of a REST API that a plugin takes away. */
const CLOSING_STATUS: ReadonlySet<number> = new Set([404, 405, 406, 410, 451]);

/** True for a failure that may mean that the REST API is closed: then only the pages themselves tell what visitors get. */
export function mayBeClosed(error: unknown): error is WordPressError {
  if (!(error instanceof WordPressError)) return false;
  if (error.kind === 'status') return CLOSING_STATUS.has(error.status ?? 0) && !isTransient(error);
  return CLOSING.has(error.kind);
}

/** A site of this size is looked at as a whole; of a larger one, so many pages tell whether it is closed to visitors. */
const SAMPLE = 12;

type Collaborators = {
  readonly wordpress: Pick<WordPress, 'look' | 'fetchHtml' | 'fetchAsset' | 'site'>;
  readonly mirror: Mirror;
  readonly now: () => Date;
  readonly report: OnRunEvent;
  /** Throws when the run is to stop. */
  readonly checkpoint: () => void;
};

/**
 * Looks at the published pages of a site whose REST API is closed: those that visitors do not get leave, the others stay. Where
 * they get none of a sample, the site is closed, and all pages leave; where they get some, all are looked at, if they are not
 * too many. `undefined` when no page could be seen.
 */
export async function readClosedSite(
  { wordpress, mirror, now, report, checkpoint }: Collaborators,
  scope: Scope,
  order: RunOrder,
): Promise<ChangeCollector | undefined> {
  const { known, skipped } = scope;
  const views = mirror.views();
  const { unconfirmed, held, revisitedAt } = lastRunOf(mirror);
  const assetReader = createPageAssets(wordpress.fetchAsset, report);
  const { look } = createPageHtml(wordpress, report, createLinkedLocks(assetReader()));
  const { home } = wordpress.site;
  const paths = new Set([...known.values()].map(({ path }) => path));
  const { keyOf } = createAddresses(wordpress.site);
  const reasonInView = createReasonInView({
    isWalled: createWalls(assetReader()),
    elsewhereOf: createElsewhere({ keyOf, isListed: (path) => paths.has(path) }),
  });
  const { visit, settle, leave } = createPageVisits({ look, reasonInView, home, mirror, views, now, checkpoint });
  const visits = new Map<number, Visit>();

  async function visitAll(pages: readonly KnownPage[]): Promise<void> {
    report({ type: 'phase', phase: 'visit', total: visits.size + pages.length });
    for (const page of pages) {
      visits.set(page.id, await visit(page));
      report({ type: 'advanced', done: visits.size });
    }
  }

  const all = [...known.values()];
  const sample = sampleOf(all);
  await visitAll(sample);
  const hidden = [...visits.values()].filter(({ reason }) => reason !== undefined);
  const isClosed = hidden.length === visits.size;
  if (!isClosed) {
    const time = now().getTime();
    const ids = all.map(({ id }) => id);
    const due = dueForRevisit({ ids, views, unconfirmed, now: time, before: revisitedAt });
    // A site that has closed but for some pages may have closed since these were seen.
    const isChanged = hidden.length > 0 && all.length <= HOURLY_PAGES;
    await visitAll(all.filter(({ id }) => (isChanged || due.has(id)) && !visits.has(id)));
  }
  if ([...visits.values()].every(({ view }) => view.kind === 'unknown')) return undefined;

  const nothing = { read: new Map(), confirm: new Map(), refused: new Map(), retired: [] };
  const changes = createChangeCollector({
    known,
    former: mirror.publishablePage,
    plan: { ...nothing, stillSkipped: [...skipped.values()].filter(({ id }) => !known.has(id)) },
    unasked: new Set([...known.keys()].filter((id) => !visits.has(id))),
    unconfirmed,
    held,
    force: order.force,
    report,
  });
  for (const one of visits.values()) settle(one, changes);
  const reason = isClosed ? commonest([...visits.values()].flatMap((one) => one.reason ?? [])) : undefined;
  if (reason) for (const page of all) if (!visits.has(page.id)) leave(page, reason, 'as all of a sample', changes);
  return changes;
}

/** The front page, and others from all over the site. */
function sampleOf(pages: readonly KnownPage[]): readonly KnownPage[] {
  const front = pages.filter(({ path }) => path === '/');
  const others = pages.filter(({ path }) => path !== '/');
  const step = Math.max(1, others.length / (SAMPLE - front.length));
  const at = Array.from({ length: Math.min(others.length, SAMPLE - front.length) }, (_, index) =>
    Math.floor(index * step),
  );
  return [...front, ...at.flatMap((index) => others[index] ?? [])];
}

function commonest<Value>(values: readonly Value[]): Value | undefined {
  const count = (value: Value) => values.filter((one) => one === value).length;
  return values.toSorted((a, b) => count(b) - count(a))[0];
}

/** The hold of a site whose REST API is closed and whose pages are public, since it began. */
export function holdOfClosed(mirror: Pick<Mirror, 'fact'>, { what }: WordPressError, now: Date): Hold {
  const since = lastRunOf(mirror).holds.find(({ kind }) => kind === 'unread')?.since ?? now.toISOString();
  return {
    kind: 'unread',
    since,
    why: `the REST API is closed to sync (${what}), and visitors still get the pages`,
    pages: [],
  };
}

/** A route that is not there may as well be of a type that never was. */
const remedyOf = (status: number | undefined): string =>
  `open /wp-json/wp/v2 to this machine${status === 404 ? ', or correct SYNC_TYPES' : ''}`;

/** The failure of a run that found the REST API closed, with what became of the pages. */
export function closedError({ kind, what, url, status, cause }: WordPressError, pages: number): WordPressError {
  const fate =
    pages === 0
      ? 'visitors do not get the pages either, so none is published any more'
      : `visitors still get pages, and these stay as they were last read: ${remedyOf(status)}`;
  return new WordPressError(kind, `${what}; ${fate} (npm run doctor names what closes it)`, { url, status, cause });
}
