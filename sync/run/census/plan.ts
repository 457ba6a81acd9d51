import type { KnownPage, Mirror, SkippedPage } from '../../../db/mirror/mirror.ts';
import { isFromSitemap } from '../../wordpress/rows.ts';
import { type Addresses, postIdOf, slugOf } from '../../../shared/addresses.ts';
import { SyncError } from '../sync-error.ts';

export type CensusEntry = {
  readonly id: number;
  readonly type: string;
  readonly link: string;
  readonly modified: string;
  readonly protected: boolean;
  readonly status: string;
};

export type SkipReason =
  | 'password'
  | 'not published'
  | 'excluded'
  | 'foreign address'
  | 'noindex'
  /** The shop hides the product from its catalog and search. */
  | 'hidden product'
  /** The response at its address is a redirect. */
  | 'redirect'
  /** Its canonical address belongs to another page. */
  | 'canonical'
  /** Status 401, 402 or 403 for visitors. */
  | 'denied'
  /** Status 404 or 410 for visitors. */
  | 'not found'
  /** The response at its address is another page or a notice. */
  | 'other page'
  /** The response to visitors has a text different from the REST API. */
  | 'other text'
  /** Visitors get the same response as at nearly every address of the site. */
  | 'same everywhere'
  /** No response to a visitor was available for `UNSEEN_HOURS`. */
  | 'failing'
  /** The conversion takes too long or fails. */
  | 'not convertible'
  /** New, and a firewall blocks its HTML, so its visibility is unknown. */
  | 'firewall'
  /** New, and no response to a visitor was available. */
  | 'not seen yet';

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

type PlanInput = ListingRules & {
  readonly census: readonly CensusEntry[];
  readonly known: ReadonlyMap<number, KnownPage>;
  readonly skipped: ReadonlyMap<number, SkippedPage>;
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
  const isBySitemap = input.census.some(({ id }) => isFromSitemap(id));

  for (const entry of input.census) {
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
