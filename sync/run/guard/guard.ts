import type { KnownPage, Mirror, MirroredPage } from '../../../db/mirror/mirror.ts';
import { counted } from '../../../shared/printable.ts';
import type { ChangeCollector, Departure } from '../read/change-collector.ts';
import { isUnseen, reasonKind } from '../census/plan.ts';
import { lastRunOf, type Hold, type RunTools, type Scope } from '../scope.ts';
import { SyncError } from '../sync-error.ts';
import { ClosedSiteError, type WordPressError } from '../../wordpress/errors.ts';
import { hashOf } from '../read/document.ts';
import { isNearlyAll, type Likeness } from './likeness.ts';

const FEW_PAGES = 5;
const SMALL_SHARE = 0.1;
// Below this number of pages, five are many, so a quarter of the pages counts.
const SMALL_SITE = 50;
const SMALL_SITE_SHARE = 0.25;
// Limit of a week, as a multiple of the credible loss of a run.
const WEEKLY = 2;

type Suspicion = Pick<Hold, 'why' | 'pages'>;

type Vanishing = {
  readonly known: ReadonlyMap<number, Pick<KnownPage, 'path'>>;
  readonly leaving: ReadonlyMap<number, Departure>;
  readonly arriving: ReadonlyMap<number, { readonly path: string }>;
  readonly lostLately: readonly number[];
  // Number of pages gained within the last week, which compensate for losses.
  readonly gainedLately: number;
};

/** Returns vanished pages that are too many to delete without confirmation. */
export function vanishingOf({ known, leaving, arriving, lostLately, gainedLately }: Vanishing): Suspicion | undefined {
  const pages = [...leaving].flatMap(([id, how]) => (how === 'vanished' && known.has(id) ? [id] : []));
  if (pages.length > 0 && pages.length === known.size) return { why: allOf(known.size), pages };
  if (pages.length > credibleLoss(known.size)) return { why: `${pages.length} of ${known.size} pages would go`, pages };
  const base = Math.max(0, known.size + lostLately.length - gainedLately);
  const gained = gainedLately + [...arriving.keys()].filter((id) => !known.has(id)).length;
  const lost = pages.length + lostLately.length - gained;
  if (pages.length > 0 && lost > WEEKLY * credibleLoss(base)) {
    return { why: `${lost} of ${base} pages would go within seven days`, pages };
  }
  const front = [...known].find(([, page]) => page.path === '/')?.[0];
  if (front === undefined || [...arriving.values()].some(({ path }) => path === '/')) return undefined;
  const isLost = leaving.get(front) === 'vanished' || arriving.has(front);
  return isLost ? { why: 'the front page would go', pages: [...new Set([...pages, front])] } : undefined;
}

const allOf = (pages: number): string => `${pages === 1 ? 'the only page' : `all ${pages} pages`} would go`;

function credibleLoss(pages: number): number {
  if (pages >= SMALL_SITE) return Math.max(FEW_PAGES, pages * SMALL_SHARE);
  return Math.max(1, Math.min(FEW_PAGES, Math.floor(pages * SMALL_SITE_SHARE)));
}

const HOW_TO_FORCE = 'If this is intended, run sync with --force';
const HOW_TO_BE_SEEN =
  'Allow this machine to fetch the pages as a visitor; if the REST API shows nothing hidden, set `unseen: publish` in site.yaml';
const HOW_TO_OPEN =
  'Open the site in a private window: a firewall, a login or a maintenance mode must let visitors and this machine pass';
const SEARCH_SETTING = 'Settings > Reading > Discourage search engines, in WordPress';
const HOUR_MS = 3_600_000;
/** Period for counting vanished pages together: a week. */
export const LOSS_MEMORY_MS = 7 * 24 * HOUR_MS;

/** Returns the error of a run that would leave nothing to publish, unless the site or the guard has a reason for it. */
export function refusalOfEmptySite(
  { scope: { known }, order: { force } }: Pick<RunTools, 'scope' | 'order'>,
  changes: ChangeCollector,
  hasCause: boolean,
): SyncError | undefined {
  if (changes.remaining().size > 0 || force) return undefined;
  if (known.size > 0 && (hasCause || Object.keys(changes.withdrawn()).length > 0)) return undefined;
  const what = known.size === 0 ? 'no page is left to publish' : allOf(known.size);
  const reasons = changes.reasons();
  const advice = changes.all('unseen').size > 0 ? HOW_TO_BE_SEEN : adviceFor(reasons, known.size > 0);
  return new SyncError('mass_loss', `Nothing was changed: ${what}${reasonsText(reasons)}${advice && `. ${advice}`}`);
}

// Returns an empty string if the site or its operator ordered the exclusion of every page.
function adviceFor(reasons: Readonly<Record<string, number>>, mayDelete: boolean): string {
  const names = Object.keys(reasons);
  // A firewall, a login or a maintenance mode may be the reason.
  if (names.some((name) => reasonKind(name).from === 'refusal')) return HOW_TO_OPEN;
  if (mayDelete || names.length === 0) return HOW_TO_FORCE;
  return reasons['noindex'] === undefined ? '' : `See ${SEARCH_SETTING}`;
}

/**
 * Decides which pages are held at their previous versions, and withholds pages whose hold has expired. `likeness`: set if nearly
 * all pages have the same response.
 */
export function guardAgainstLoss(
  { mirror, guardHours, scope, order, startedAt }: GuardTools,
  changes: ChangeCollector,
  likeness: Likeness | undefined,
): {
  readonly holds: readonly Hold[];
  /** Pages held at their previous versions. */
  readonly held: ReadonlySet<number>;
  /** Pages removed from the index or not added to it. */
  readonly withheld: readonly number[];
  readonly facts: Readonly<Record<string, unknown>>;
} {
  const { known } = scope;
  const { holds: former } = lastRunOf(scope);
  const sinceOf = (kind: Hold['kind']) => former.find((hold) => hold.kind === kind)?.since ?? startedAt.toISOString();
  const lately = {
    lostLately: scope.startOver ? [] : mirror.lostSince(new Date(startedAt.getTime() - LOSS_MEMORY_MS)),
    gainedLately: gainsOf(scope, startedAt).reduce((sum, [, pages]) => sum + pages, 0),
  };
  const leaving = changes.departures();
  const vanishing = order.force
    ? undefined
    : vanishingOf({ known, leaving, arriving: changes.all('arriving'), ...lately });
  if (order.only !== undefined) {
    if (vanishing) throw new SyncError('mass_loss', `Nothing was changed: ${vanishing.why}. ${HOW_TO_FORCE}`);
    return { holds: [], held: new Set(), withheld: [], facts: {} };
  }
  const holds: Hold[] = vanishing ? [{ kind: 'vanished', since: sinceOf('vanished'), ...vanishing }] : [];
  let withheld: readonly number[] = [];
  if (likeness && !order.force) {
    const since = sinceOf('different');
    const isOver = known.size === 0 || startedAt.getTime() - Date.parse(since) >= guardHours * HOUR_MS;
    const { pages, alike } = likeness;
    const response = alike.startsWith('text') ? 'show the same text' : `return ${alike}`;
    const why = `${pages.length} of ${Math.max(pages.length, known.size)} pages ${response}`;
    // During the hold, a page that was not published stays out.
    withheld = isOver ? pages : pages.filter((id) => !known.has(id));
    holds.push({ kind: 'different', since, why, alike, pages: isOver ? [] : pages.filter((id) => known.has(id)) });
  }
  const withdrawn = likeness ? undefined : withdrawnFrom(changes, scope);
  if (withdrawn !== undefined)
    holds.push({ kind: 'withdrawn', since: sinceOf('withdrawn'), why: withdrawn, pages: [] });
  const unseen = unseenAfter(changes, { scope, startedAt });
  if (unseen.size > 0) {
    const [cause = ''] = changes.all('unseen').values();
    const why = `${counted(unseen.size, 'page')} could not be fetched as a visitor${cause && `: ${cause}`}`;
    holds.push({ kind: 'unseen', since: new Date(Math.min(...unseen.values())).toISOString(), why, pages: [] });
  }
  const held = new Set(holds.flatMap(({ pages }) => pages));
  return { holds, held, withheld, facts: { guard: holds, unseen: Object.fromEntries(unseen) } };
}

function withdrawnFrom(changes: ChangeCollector, { known }: Scope): string | undefined {
  const reasons = changes.withdrawn();
  const pages = Object.values(reasons).reduce((sum, count) => sum + count, 0);
  if (!isNearlyAll(pages, known.size) || known.size < FEWEST_PAGES) return undefined;
  const search = reasons['noindex'] === undefined ? '' : `; see ${SEARCH_SETTING}`;
  return `the site withdrew ${pages} of ${known.size} pages${reasonsText(reasons)}${search}`;
}

// A smaller site may withdraw its pages gradually.
const FEWEST_PAGES = 3;

// Pages without a visitor snapshot, each with the start of the first consecutive run, in Unix milliseconds.
function unseenAfter(
  changes: ChangeCollector,
  { scope, startedAt }: Pick<RunTools, 'scope' | 'startedAt'>,
): ReadonlyMap<number, number> {
  const { unseen: former } = lastRunOf(scope);
  const remaining = changes.remaining();
  const [read, skipped] = [changes.all('isRead'), changes.all('skipped')];
  const isUnread = (id: number) => !read.has(id) && (remaining.has(id) || isUnseen(skipped.get(id)?.reason ?? ''));
  const carried = [...former].filter(([id]) => isUnread(id));
  const seen = [...changes.all('unseen').keys()].map((id) => [id, former.get(id) ?? startedAt.getTime()] as const);
  return new Map([...carried, ...seen]);
}

type GuardTools = Pick<RunTools, 'mirror' | 'guardHours' | 'scope' | 'order' | 'startedAt'>;

type Gain = readonly [at: number, pages: number];

// Number of gained pages of each run within the last week, with its time.
function gainsOf({ fact }: Scope, startedAt: Date): readonly Gain[] {
  const entries = (fact('gained') as readonly Gain[] | undefined) ?? [];
  return entries.filter(([at]) => at >= startedAt.getTime() - LOSS_MEMORY_MS);
}

/**
 * Returns the gains to store after a run. Returned pages and the pages of a first sync do not count; --force restarts the week.
 */
export function gainsAfter({ mirror, scope, order, startedAt }: GuardTools, came: readonly number[]): readonly Gain[] {
  if (order.force || scope.isFirst) return [];
  const lost = new Set(mirror.lostSince(new Date(startedAt.getTime() - LOSS_MEMORY_MS)));
  const pages = came.filter((id) => !lost.has(id)).length;
  const before = gainsOf(scope, startedAt);
  return pages === 0 ? before : [...before, [startedAt.getTime(), pages]];
}

/** Returns the hold of a public site with a closed REST API, with its original start. */
export function holdOfClosed(mirror: Pick<Mirror, 'fact'>, { what }: WordPressError, now: Date): Hold {
  const since = lastRunOf(mirror).holds.find(({ kind }) => kind === 'unread')?.since ?? now.toISOString();
  return {
    kind: 'unread',
    since,
    why: `the REST API is closed to sync (${what}), and visitors still get the pages`,
    pages: [],
  };
}

// A missing route may also be a mistyped type.
const remedyOf = (status: number | undefined): string =>
  `open /wp-json/wp/v2 to this machine${status === 404 ? ', or correct SYNC_TYPES' : ''}`;

/** Returns the error of a run with a closed REST API, and the state of the pages. */
export function closedError({ kind, what, url, status, cause }: WordPressError, pages: number): ClosedSiteError {
  const fate =
    pages === 0
      ? 'visitors do not get the pages either, so none is published'
      : `visitors still get the pages, which are not updated: ${remedyOf(status)}`;
  return new ClosedSiteError(kind, `${what}; ${fate} (npm run doctor finds the cause)`, { url, status, cause });
}

export function describeHolds(
  holds: readonly Hold[],
  skipped: Readonly<Record<string, number>>,
  { guardHours, unseenHours }: { readonly guardHours: number; readonly unseenHours: number },
): string {
  const fates: Record<Hold['kind'], string> = {
    vanished: 'their previous versions stay',
    different: `their previous versions stay for ${guardHours} hours, and are withheld afterwards until visitors get them again`,
    unseen: `published pages stay for ${unseenHours} hours; new pages and texts wait`,
    withdrawn: 'they are no longer published',
    unread: 'they are not updated',
  };
  const texts = holds.map(({ kind, since, why }) => `${why} (since ${since}); ${fates[kind]}`);
  const has = (kind: Hold['kind']) => holds.some((hold) => hold.kind === kind);
  const advice = has('vanished') ? `. ${HOW_TO_FORCE}` : has('different') ? `. ${HOW_TO_OPEN}` : '';
  return `Check the site; all further changes are published: ${texts.join('. ')}${reasonsText(skipped)}${advice}`;
}

function reasonsText(skipped: Readonly<Record<string, number>>): string {
  const reasons = Object.entries(skipped).map(([reason, count]) => `${reason}: ${count}`);
  return reasons.length > 0 ? ` (left out: ${reasons.join(', ')})` : '';
}

// Maximum pages of a large mirror that a run checks, unless it reads the whole site.
const CHECKED_IN_A_RUN = 10_000;
const CHECKED_FACT = 'checked_up_to';

type Extent = {
  readonly all: boolean;
  // Otherwise checks this number of pages after those of the previous run.
  readonly most?: number;
};

/** Marks pages for reading that a failing disk altered without an SQLite error; returns the path of each. */
export function doubtAltered(mirror: Mirror, { all, most = CHECKED_IN_A_RUN }: Extent): string[] {
  const looksAtAll = all || mirror.size() <= most;
  const altered: Pick<MirroredPage, 'id' | 'path'>[] = [];
  let left = looksAtAll ? Infinity : most;
  let next = 0;
  for (const page of mirror.publishable(looksAtAll ? 0 : Number(mirror.fact(CHECKED_FACT) ?? 0))) {
    const { id, path, hash } = page;
    if (hash !== '' && hash !== hashOf(page)) altered.push({ id, path });
    left -= 1;
    if (left > 0) continue;
    next = id;
    break;
  }
  if (!looksAtAll) mirror.note(CHECKED_FACT, next);
  mirror.doubt(altered.map(({ id }) => id));
  return altered.map(({ path }) => path);
}
