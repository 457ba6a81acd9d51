import type { KnownPage, SkippedPage } from '../../db/mirror/mirror.ts';

/** One page of the census. */
export type CensusEntry = {
  readonly id: number;
  readonly type: string;
  readonly link: string;
  readonly modified: string;
  readonly protected: boolean;
  readonly status: string;
};

/** Why a page that the site lists is not in the mirror. */
export type SkipReason = 'password' | 'not published' | 'excluded' | 'foreign address' | 'noindex' | 'other language';

/** What a census means for the mirror, before anything is read. Pages are named by id. */
export type Plan = {
  /** To be read, each with its type. */
  readonly read: ReadonlyMap<number, string>;
  /** Mirrored, but not in the census: to be asked for once more before they go; each with its type. */
  readonly confirm: ReadonlyMap<number, string>;
  /** In the census, and not to be in the mirror. */
  readonly refused: ReadonlyMap<number, { readonly reason: SkipReason; readonly path: string }>;
  /** Earlier refusals that still hold, without reading the page again. */
  readonly stillSkipped: readonly SkippedPage[];
  /** Mirrored pages of types that are no longer read. */
  readonly retired: readonly number[];
};

/** What tells, of a listed page, whether it may be in the mirror. */
export type ListingRules = {
  /** The key of a link, when it is of this site. */
  readonly keyOf: (link: string) => string | undefined;
  readonly isExcluded: (path: string) => boolean;
};

type PlanInput = ListingRules & {
  readonly census: readonly CensusEntry[];
  readonly known: ReadonlyMap<number, KnownPage>;
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  readonly types: readonly string[];
  /** Read everything, whatever the census says of it. */
  readonly full: boolean;
  /** Only this page matters. */
  readonly only?: number | undefined;
};

/** Compares what the site lists with what the mirror holds. */
export function planRun(input: PlanInput): Plan {
  const { known, full, only } = input;
  const read = new Map<number, string>();
  const confirm = new Map<number, string>();
  const refused = new Map<number, { reason: SkipReason; path: string }>();
  const stillSkipped: SkippedPage[] = [];
  const listed = new Set<number>();

  for (const entry of input.census) {
    const { id, type, link } = entry;
    // A site that serves two types under one name lists a page twice.
    if (listed.has(id)) continue;
    listed.add(id);
    const skipped = input.skipped.get(id);
    const matters = only === undefined || only === id;
    const reason = matters ? refusal(entry, input) : undefined;
    if (reason) refused.set(id, { reason, path: input.keyOf(link) ?? link });
    else if (matters && (full || only === id || isStale(entry, known.get(id) ?? skipped))) read.set(id, type);
    else if (skipped) stillSkipped.push(skipped);
  }

  const retired: number[] = [];
  for (const { id, type } of known.values()) {
    if (listed.has(id) || (only !== undefined && only !== id)) continue;
    if (input.types.includes(type)) confirm.set(id, type);
    else retired.push(id);
  }
  return { read, confirm, refused, stillSkipped, retired };
}

/** Why a page must stay out, as far as a listing tells. */
export function refusal(
  entry: Pick<CensusEntry, 'link' | 'protected' | 'status'>,
  rules: ListingRules,
): SkipReason | undefined {
  if (entry.status !== 'publish') return 'not published';
  if (entry.protected) return 'password';
  const path = rules.keyOf(entry.link);
  if (path === undefined) return 'foreign address';
  if (rules.isExcluded(path)) return 'excluded';
  return undefined;
}

/** Whether the census says something else than it did when the page was last read. `modified` is a hint, no more. */
function isStale(entry: CensusEntry, seen: KnownPage | SkippedPage | undefined): boolean {
  if (!seen || entry.modified !== seen.seenModified || entry.link !== seen.seenLink) return true;
  return 'type' in seen && seen.type !== entry.type;
}

const FEW_PAGES = 5;
const SMALL_SHARE = 0.1;

/** What makes a loss too large to be believed, in words; `undefined` when it is not. */
export function massLoss(before: {
  readonly known: ReadonlyMap<number, Pick<KnownPage, 'path'>>;
  /** Mirrored pages that leave. */
  readonly leaving: ReadonlySet<number>;
  /** Keys of the pages that come or change their address. */
  readonly arriving: ReadonlyMap<number, string>;
}): string | undefined {
  const { known, leaving, arriving } = before;
  const after = new Map([...known].map(([id, page]) => [id, page.path]));
  for (const id of leaving) after.delete(id);
  for (const [id, path] of arriving) after.set(id, path);

  if (after.size === 0) return known.size === 0 ? 'no page is left to publish' : `all ${known.size} pages would go`;
  if (leaving.size > FEW_PAGES && leaving.size > known.size * SMALL_SHARE) {
    return `${leaving.size} of ${known.size} pages would go`;
  }
  const hadFront = [...known.values()].some((page) => page.path === '/');
  return hadFront && ![...after.values()].includes('/') ? 'the front page would go' : undefined;
}
