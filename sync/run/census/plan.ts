import type { KnownPage, Mirror, SkippedPage } from '../../../db/mirror/mirror.ts';
import { isFromSitemap, type CensusRow } from '../../wordpress/rows.ts';
import { type Addresses, postIdOf, slugOf } from '../../../shared/addresses.ts';
import { SyncError } from '../sync-error.ts';
import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import type { LastRun, Scope } from '../scope.ts';

/** A row of the census with its type. */
export type CensusEntry = Omit<CensusRow, 'slug'> & { readonly type: string };

type ReasonKind = {
  // Response with the reason: a row of the REST API, a refusal of visitors, the page itself, or none.
  readonly from: 'row' | 'refusal' | 'page' | 'nothing';
  // The site or site.yaml declares that the page is not public.
  readonly isTold?: true;
};

const SKIP_REASONS = {
  password: { from: 'row', isTold: true },
  'not published': { from: 'row', isTold: true },
  excluded: { from: 'row', isTold: true },
  'foreign address': { from: 'row' },
  noindex: { from: 'row', isTold: true },
  // The shop hides the product from its catalog and search.
  'hidden product': { from: 'row', isTold: true },
  // The response at its address is a redirect.
  redirect: { from: 'refusal', isTold: true },
  // Status 401, 402 or 403 for visitors.
  denied: { from: 'refusal', isTold: true },
  // Status 404 or 410 for visitors.
  'not found': { from: 'refusal' },
  // The response at its address is another page or a notice.
  'other page': { from: 'refusal' },
  // The response to visitors has a text different from the REST API.
  'other text': { from: 'refusal' },
  // Visitors get the same response as at nearly every address of the site.
  'same everywhere': { from: 'refusal' },
  // Its canonical address belongs to another page.
  canonical: { from: 'page' },
  // The conversion takes too long or fails.
  'not convertible': { from: 'page' },
  // No response to a visitor was available for `UNSEEN_HOURS`.
  failing: { from: 'nothing' },
  // New, and a firewall blocks its HTML, so its visibility is unknown.
  firewall: { from: 'nothing' },
  // New, and no response to a visitor was available.
  'not seen yet': { from: 'nothing' },
} satisfies Readonly<Record<string, ReasonKind>>;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Returns the kind of a reason; a mirror may contain reasons of an earlier version. */
export const reasonKind = (reason: string): Partial<ReasonKind> =>
  (SKIP_REASONS as Readonly<Record<string, ReasonKind>>)[reason] ?? {};

/** True for a reason of pages without a visitor snapshot. */
export const isUnseen = (reason: string): boolean => reasonKind(reason).from === 'nothing';

type Refusal = Pick<CensusEntry, 'type' | 'link'> & { readonly reason: SkipReason; readonly path: string };

/** Difference between census and mirror before any page is read. Pages are identified by id. */
export type Plan = {
  /** Pages to read, each with its type. */
  readonly read: ReadonlyMap<number, string>;
  /** Mirrored pages missing in the census, to request again before they are removed; each with its type. */
  readonly confirm: ReadonlyMap<number, string>;
  /** Pages of the census that may not be in the mirror. */
  readonly refused: ReadonlyMap<number, Refusal>;
  /** Earlier exclusions that still apply without reading the page. */
  readonly stillSkipped: readonly SkippedPage[];
  /** Mirrored pages of a type that is no longer configured. */
  readonly retired: readonly number[];
};

/** Rules that decide from a listing whether a page may be in the mirror. */
export type ListingRules = {
  /** Path of a link on this site; `undefined` for a foreign link. */
  readonly keyOf: (link: string) => string | undefined;
  readonly isExcluded: (path: string) => boolean;
  readonly isHiddenProduct: (id: number) => boolean;
};

type PlanInput = ListingRules &
  Pick<Scope, 'known' | 'skipped'> & {
    readonly entries: readonly CensusEntry[];
    // Each type with a complete census.
    readonly types: readonly string[];
    // Each type whose census failed: its pages are unchanged.
    readonly unlisted: ReadonlySet<string>;
    // Pages that this run did not request: their rows come from the mirror.
    readonly unasked: ReadonlySet<number>;
    // Pages to read regardless of the census.
    readonly revisit: ReadonlySet<number>;
    readonly full: boolean;
    readonly only?: number | undefined;
  };

export function planRun(input: PlanInput): Plan {
  const { known, full, only, revisit } = input;
  const read = new Map<number, string>();
  const confirm = new Map<number, string>();
  const refused = new Map<number, Refusal>();
  const stillSkipped: SkippedPage[] = [];
  const listed = new Set<number>();
  // With an open REST API, the pages have their WordPress ids again.
  const isBySitemap = input.entries.some(({ id }) => isFromSitemap(id));

  for (const entry of input.entries) {
    const { id, type, link } = entry;
    // A site that serves two types under the same name lists a page twice.
    if (listed.has(id)) continue;
    listed.add(id);
    const skipped = input.skipped.get(id);
    if (input.unasked.has(id)) {
      if (skipped) stillSkipped.push(skipped);
      continue;
    }
    const matters = only === undefined || only === id;
    const reason = matters ? refusal(entry, input) : undefined;
    if (reason) refused.set(id, { reason, type, link, path: input.keyOf(link) ?? link });
    else if (matters && (full || only === id || revisit.has(id) || isStale(entry, known.get(id) ?? skipped)))
      read.set(id, type);
    else if (skipped) stillSkipped.push(skipped);
  }

  for (const page of input.skipped.values()) {
    if (!listed.has(page.id) && input.unlisted.has(page.type)) stillSkipped.push(page);
  }

  const retired: number[] = [];
  for (const { id, type } of known.values()) {
    if (listed.has(id) || input.unlisted.has(type) || (only !== undefined && only !== id)) continue;
    if (input.types.includes(type) && (isBySitemap || !isFromSitemap(id))) confirm.set(id, type);
    else retired.push(id);
  }
  return { read, confirm, refused, stillSkipped, retired };
}

/** Returns the reason of a listing to exclude a page; `undefined` if it may be read. */
export function refusal(
  entry: Pick<CensusEntry, 'id' | 'link' | 'protected' | 'status'>,
  rules: ListingRules,
): SkipReason | undefined {
  if (entry.status !== 'publish') return 'not published';
  if (entry.protected) return 'password';
  const path = rules.keyOf(entry.link);
  if (path === undefined) return 'foreign address';
  if (rules.isExcluded(path)) return 'excluded';
  if (rules.isHiddenProduct(entry.id)) return 'hidden product';
  return undefined;
}

// True if a field of the row differs from the last reading. `modified` is only a hint.
function isStale(entry: CensusEntry, seen: KnownPage | SkippedPage | undefined): boolean {
  if (!seen || entry.modified !== seen.seenModified || entry.link !== seen.seenLink) return true;
  return 'type' in seen && seen.type !== entry.type;
}

type Whereabouts = {
  readonly census: readonly CensusEntry[];
  readonly addresses: Addresses;
  readonly mirror: Mirror;
  readonly known: ReadonlyMap<number, KnownPage>;
};

/** Returns the id of a page by id, address, path, former path or slug; throws `page_unknown` if none or several match. */
export function findPage(name: string, { census, addresses, mirror, known }: Whereabouts): number {
  const listed = census.map(({ id, link }) => ({ id, path: addresses.keyOf(link) ?? '' }));
  const pages = [...listed, ...known.values()];
  if (/^\d+$/.test(name)) {
    const page = pages.find(({ id }) => id === Number(name));
    if (page) return page.id;
  }
  const key = addresses.keyOf(name) ?? addresses.keyOf(`/${name}`);
  const number = key === undefined ? undefined : postIdOf(key);
  const byPath = pages.find(({ path, id }) => path === key || id === number);
  if (byPath) return byPath.id;
  const alias = mirror.aliases().find(({ path }) => path === key);
  if (alias) return alias.pageId;
  const bySlug = new Set(pages.filter(({ path }) => slugOf(path) === name.toLowerCase()).map(({ id }) => id));
  const [first] = bySlug;
  if (first !== undefined && bySlug.size === 1) return first;
  const why =
    bySlug.size === 0 ? 'no page of the site has this name' : `${bySlug.size} pages of the site have this name`;
  throw new SyncError('page_unknown', `--only ${name}: ${why}`);
}

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
