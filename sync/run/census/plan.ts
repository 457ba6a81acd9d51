import type { KnownPage, SkippedPage } from '../../../db/mirror/mirror.ts';
import { isFromSitemap } from '../../wordpress/sitemap-ids.ts';

/** One page of the census. */
export type CensusEntry = {
  readonly id: number;
  readonly type: string;
  readonly link: string;
  readonly modified: string;
  readonly protected: boolean;
  readonly status: string;
};

/** Reason to leave out a page that the site lists. */
export type SkipReason =
  | 'password'
  | 'not published'
  | 'excluded'
  | 'foreign address'
  | 'noindex'
  /** A product that the shop keeps out of its catalog and its search. */
  | 'hidden product'
  /** Its address leads visitors to another one. */
  | 'redirect'
  /** Its canonical address is another page's. */
  | 'canonical'
  /** Status 401, 402 or 403 for visitors. */
  | 'denied'
  /** Status 404 or 410 for visitors. */
  | 'not found'
  /** Another page, or a notice, is shown at its address. */
  | 'other page'
  /** Visitors get another text than the REST API gives. */
  | 'other text'
  /** Visitors get there the same answer as at nearly every address of the site. */
  | 'same everywhere'
  /** No view of it was available for `UNSEEN_HOURS`. */
  | 'failing'
  /** It cannot be converted: it takes too long, or meets a bug. */
  | 'not convertible'
  /** New, and a firewall keeps its own HTML from sync: nothing says that visitors get it. */
  | 'firewall'
  /** New, and no visitor's view of it could be had. */
  | 'not seen yet';

/** A listed page that its listing alone keeps out. */
type Refusal = Pick<CensusEntry, 'type' | 'link'> & { readonly reason: SkipReason; readonly path: string };

/** Difference between census and mirror, before anything is read. Pages are named by id. */
export type Plan = {
  /** To be read, each with its type. */
  readonly read: ReadonlyMap<number, string>;
  /** Mirrored, but not in the census: to be asked for once more before they go; each with its type. */
  readonly confirm: ReadonlyMap<number, string>;
  /** In the census, and not to be in the mirror. */
  readonly refused: ReadonlyMap<number, Refusal>;
  /** Earlier refusals that still hold, without reading the page again. */
  readonly stillSkipped: readonly SkippedPage[];
  /** Mirrored pages of types that are no longer read. */
  readonly retired: readonly number[];
};

/** Rules that decide from a listing alone if a page may be in the mirror. */
export type ListingRules = {
  /** The key of a link, when it is of this site. */
  readonly keyOf: (link: string) => string | undefined;
  readonly isExcluded: (path: string) => boolean;
  readonly isHiddenProduct: (id: number) => boolean;
};

type PlanInput = ListingRules & {
  readonly census: readonly CensusEntry[];
  readonly known: ReadonlyMap<number, KnownPage>;
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  /** Types whose census is complete. */
  readonly types: readonly string[];
  /** Types whose census failed: their pages stay as they were. */
  readonly unlisted: ReadonlySet<string>;
  /** Pages that this run did not ask for: their rows of the census are those of the mirror. */
  readonly unasked: ReadonlySet<number>;
  /** Pages to read again whatever the census says of them. */
  readonly revisit: ReadonlySet<number>;
  /** Read everything, whatever the census says of it. */
  readonly full: boolean;
  /** Only this page matters. */
  readonly only?: number | undefined;
};

/** Compares what the site lists with what the mirror holds. */
export function planRun(input: PlanInput): Plan {
  const { known, full, only, revisit } = input;
  const read = new Map<number, string>();
  const confirm = new Map<number, string>();
  const refused = new Map<number, Refusal>();
  const stillSkipped: SkippedPage[] = [];
  const listed = new Set<number>();
  // Once the REST API is open, it lists the pages by their own ids.
  const isBySitemap = input.census.some(({ id }) => isFromSitemap(id));

  for (const entry of input.census) {
    const { id, type, link } = entry;
    // A site that serves two types under one name lists a page twice.
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

/** Reason of a listing to leave a page out; `undefined` when it may be read. */
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

/** True when the census differs from that of the last reading. `modified` is a hint, no more. */
function isStale(entry: CensusEntry, seen: KnownPage | SkippedPage | undefined): boolean {
  if (!seen || entry.modified !== seen.seenModified || entry.link !== seen.seenLink) return true;
  return 'type' in seen && seen.type !== entry.type;
}
