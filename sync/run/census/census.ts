import type { WordPress } from '../../wordpress/client.ts';
import { WordPressError } from '../../wordpress/errors.ts';
import type { CensusRow, WordPressPage } from '../../wordpress/rows.ts';
import type { OnRunEvent, PageName, ShortOrder } from '../events.ts';
import type { CensusEntry } from './plan.ts';
import type { RunTools, Scope } from '../scope.ts';
import type { Site } from '../../../shared/page.ts';

type CensusPage = CensusRow & CensusEntry;

export type Census = {
  readonly entries: readonly CensusPage[];
  /** Types whose listing request failed. */
  readonly unlisted: ReadonlySet<string>;
  /** Pages without a request: their entries come from the mirror. */
  readonly unasked: ReadonlySet<number>;
  /** Pages that a short run requested, including pages missing in the response. */
  readonly asked: ReadonlySet<number>;
  /** Pages of a short run whose request to the REST API failed. */
  readonly unread: ReadonlySet<number>;
  /** Client for the listed pages. Its cache returns each page of a short run once, without a request. */
  readonly wordpress: WordPress;
};

type CensusTools = Pick<RunTools, 'wordpress' | 'types' | 'report' | 'checkpoint' | 'scope' | 'order'>;

/** Lists every page of each type; in a short run only pages that may have changed. */
export async function takeCensus(tools: CensusTools): Promise<Census> {
  const { wordpress, types, report, checkpoint, scope, order } = tools;
  report({ type: 'phase', phase: 'census' });
  if (scope.mode === 'short' && order.short) return await takePartialCensus(tools, order.short);
  const entries: CensusPage[] = [];
  const unlisted = await forEachType(types, report, async (type) => {
    const found: CensusPage[] = [];
    const warn = (place: number, { message }: WordPressError) =>
      report({
        type: 'warning',
        message: `Row ${place} of the listing of ${type} is not read, because the site fails at it: ${message}`,
      });
    for await (const rows of wordpress.census(type, warn)) {
      checkpoint();
      for (const row of rows) found.push({ ...row, type });
      report({ type: 'advanced', done: entries.length + found.length });
    }
    entries.push(...found);
  });
  return { entries, unlisted, unasked: new Set(), asked: new Set(), unread: new Set(), wordpress };
}

// Failures of the whole site, which affect every type.
const OF_THE_SITE = new Set(['unreachable', 'certificate', 'later']);

/**
 * Performs the same work for several REST types. A failed type is reported and its pages are unchanged. Throws if the failure
 * affects the whole site, or every type failed and the work may not continue. Returns the failed types.
 */
export async function forEachType(
  types: readonly string[],
  report: OnRunEvent,
  work: (type: string) => Promise<void>,
  mayContinue: (error: WordPressError) => boolean = () => false,
): Promise<ReadonlySet<string>> {
  const failed = new Map<string, WordPressError>();
  for (const type of types) {
    try {
      await work(type);
    } catch (error) {
      if (!(error instanceof WordPressError) || OF_THE_SITE.has(error.kind)) throw error;
      failed.set(type, error);
    }
  }
  const [first] = failed.values();
  if (first && failed.size === types.length && !mayContinue(first)) throw first;
  for (const [type, { message }] of failed) {
    report({ type: 'warning', message: `The type ${type} was not read, so its pages are unchanged: ${message}` });
  }
  return new Set(failed.keys());
}

// Post type of WooCommerce.
const PRODUCT = 'product';

/**
 * Returns the ids of products that the shop hides. Falls back to the ids of the last run if the run requests no product or the
 * shop does not respond.
 */
export async function hiddenProductsOf(
  { report, scope }: Pick<RunTools, 'report' | 'scope'>,
  { entries, unasked, wordpress }: Census,
): Promise<ReadonlySet<number>> {
  const before = new Set((scope.fact('hidden_products') as readonly number[] | undefined) ?? []);
  if (!entries.some(({ id, type }) => type === PRODUCT && !unasked.has(id))) return before;
  const warn = (why: string) =>
    report({ type: 'warning', message: `The hidden products of the shop could not be read: ${why}` });
  try {
    const hidden = await wordpress.hiddenProducts();
    if (hidden) return hidden;
    if (before.size > 0) warn('its Store API was removed; hidden products stay hidden');
  } catch (error) {
    if (!(error instanceof WordPressError)) throw error;
    warn(error.message);
  }
  return before;
}

/**
 * Returns the names of query variables that hold the slug of a custom type in plain permalinks: `/?servicio=panaderia`, or
 * `/?servicio=hogar/panaderia` below a parent. A type may choose the name, so it is read from the links.
 */
export function queryVarsIn(rows: Iterable<{ readonly link: string; readonly slug: string }>): string[] {
  const found = new Set<string>();
  for (const { link, slug } of rows) {
    const named = slugText(slug);
    for (const [name, value] of URL.parse(link)?.searchParams ?? []) {
      const last = value.slice(value.lastIndexOf('/') + 1);
      if (named !== '' && last.toLowerCase() === named && name !== LANGUAGE) found.add(name);
    }
  }
  return [...found].toSorted();
}

// WPML and Polylang add it to every link, so a page with the slug `en` does not indicate a type.
const LANGUAGE = 'lang';

/** Decodes a slug, which WordPress stores as a percent-encoded string. */
export const slugText = (slug: string): string =>
  (new URLSearchParams(`slug=${slug}`).get('slug') ?? '').normalize('NFC').toLowerCase();

// Rows of a request by time of change; usually a single page has changed.
const NEWEST = 20;
// Maximum requests by time of change; the next full census finds further changes.
const MOST_PARTS = 10;
// Rows of a part of the listing by id, and the maximum compared parts.
const PART = 100;
const MOST_COMPARED = 40;

// Requests the pages of a short order, the changed pages of its types, and pages below their former addresses. Every other page
// comes from the mirror.
async function takePartialCensus(
  { wordpress, types, report, checkpoint, scope }: CensusTools,
  order: ShortOrder,
): Promise<Census> {
  const home = (scope.fact('site') as Site | undefined)?.home ?? wordpress.site.home;
  const mirrored = mirroredPages(scope, home);
  const found = new Map<number, WordPressPage>();
  const asked = new Set<number>();
  const failed = new Set<number>();
  const typeOf = await typeResolver(wordpress, types, order.pages);

  const unlisted = await forEachType(types, report, async (type) => {
    const its = new Map([...mirrored].filter(([, page]) => page.type === type));
    const named = order.pages.filter((page) => its.has(page.id) || typeOf(page) === type).map(({ id }) => id);
    const doubtful = [...its.values()].filter(({ id }) => scope.known.get(id)?.seenLink === '').map(({ id }) => id);
    const surplus = order.types.get(type);
    const changed = surplus === undefined ? [] : await changedIds(wordpress, { type, its, surplus, checkpoint });
    const reading = await readAsNeeded(new Set([...named, ...doubtful, ...changed]), { type, its });
    for (const id of reading.asked) asked.add(id);
    for (const page of reading.pages) found.set(page.id, page);
  });

  // Reads pages, and then pages below changed addresses.
  async function readAsNeeded(ids: ReadonlySet<number>, { type, its }: OfType) {
    const done = new Set<number>();
    const unread = new Set<number>();
    const pages: WordPressPage[] = [];
    for (let wanted: ReadonlySet<number> = ids; wanted.size > 0;) {
      const given = new Map<number, WordPressPage>();
      for await (const batch of wordpress.fetchPages(type, [...wanted], (id, error) => {
        unread.add(id);
        failed.add(id);
        report({ type: 'warning', message: `page ${id} stays as it was until the next run: ${error.message}` });
      })) {
        checkpoint();
        for (const page of batch) given.set(page.id, { ...page, type });
      }
      for (const [id, page] of given) {
        // A cache between sync and WordPress returned an old version; the next full census detects it.
        if (page.modified < (its.get(id)?.modified ?? '')) unread.add(id);
        else pages.push(page);
      }
      for (const id of wanted) done.add(id);
      wanted = new Set(belowFormerAddresses(wanted, given, its).filter((id) => !done.has(id)));
    }
    return { asked: without(done, unread), pages };
  }

  for (const { id } of order.pages) if (unlisted.has(mirrored.get(id)?.type ?? '')) failed.add(id);
  const entries = [
    ...[...mirrored.values()].filter(({ id }) => !asked.has(id)),
    ...[...found.values()].map(({ id, type, link, slug, modified, protected: isProtected, status }) => {
      return { id, type, link, slug, modified, protected: isProtected, status };
    }),
  ];
  const unasked = without(mirrored.keys(), asked);
  return { entries, unlisted, unasked, asked, unread: failed, wordpress: givingFirst(wordpress, found) };
}

type OfType = { readonly type: string; readonly its: ReadonlyMap<number, CensusPage> };

// Listed pages of the last run, in the format of a census.
function mirroredPages({ known, skipped }: Scope, home: string): ReadonlyMap<number, CensusPage> {
  const listed = { slug: '', protected: false, status: 'publish' };
  const pages = new Map<number, CensusPage>();
  for (const { id, type, path, seenLink, seenModified } of known.values()) {
    pages.set(id, { ...listed, id, type, link: seenLink || `${home}${path}`, modified: seenModified });
  }
  for (const { id, type, url, seenLink, seenModified } of skipped.values()) {
    if (!pages.has(id)) pages.set(id, { ...listed, id, type, link: seenLink || url, modified: seenModified });
  }
  return pages;
}

// Ids of new, changed and deleted pages of a type, by time of change and by the length of the listing.
async function changedIds(
  { latest }: WordPress,
  { type, its, surplus, checkpoint }: OfType & { readonly surplus: number; readonly checkpoint: () => void },
): Promise<ReadonlySet<number>> {
  const changed = new Set<number>();
  let total = 0;
  for (let page = 1; page <= MOST_PARTS; page += 1) {
    checkpoint();
    const part = await latest.changed(type, { size: NEWEST, page });
    const news = part.rows.filter(({ id, modified, link }) => {
      const before = its.get(id);
      return before?.modified !== modified || before.link !== link;
    });
    for (const { id } of news) changed.add(id);
    if (page === 1) ({ total } = part);
    if (news.length < part.rows.length || part.rows.length < NEWEST) break;
  }
  const expected = [...new Set([...its.keys(), ...changed])].toSorted((a, b) => a - b);
  if (total === expected.length + surplus) return changed;
  const idsOf = (page: number) => latest.idsOf(type, { size: PART, page });
  const differing = await listingDifference({ expected, total, size: PART, idsOf, most: MOST_COMPARED });
  return new Set([...changed, ...differing]);
}

// WordPress appends this to the slug of a page in the trash, and so to the addresses below it.
const IN_TRASH = /__trashed(?:-\d+)?\//;

// Pages below the former addresses of moved, deleted or restored pages; their own time of change does not change.
function belowFormerAddresses(
  wanted: ReadonlySet<number>,
  given: ReadonlyMap<number, WordPressPage>,
  its: ReadonlyMap<number, CensusPage>,
): readonly number[] {
  const former: string[] = [];
  let isBack = false;
  for (const id of wanted) {
    const [before, now] = [its.get(id), given.get(id)];
    if (before && before.link !== now?.link && before.link.endsWith('/')) former.push(before.link);
    isBack ||= !before && now !== undefined;
  }
  if (former.length === 0 && !isBack) return [];
  const isBelow = ({ link }: CensusPage) =>
    former.some((address) => link.startsWith(address)) || (isBack && IN_TRASH.test(link));
  return [...its.values()].filter(isBelow).map(({ id }) => id);
}

// REST type of each core post type.
const CORE: ReadonlyMap<string, string> = new Map([
  ['page', 'pages'],
  ['post', 'posts'],
]);

// Returns the configured REST type of a page; `undefined` if it is not read.
async function typeResolver(wordpress: WordPress, types: readonly string[], pages: readonly PageName[]) {
  const isKnownType = ({ type }: PageName) => types.includes(type) || [...CORE].flat().includes(type);
  const all = pages.every(isKnownType) ? [] : await wordpress.types.all();
  return ({ type }: PageName): string | undefined => {
    const base = CORE.get(type) ?? all.find(({ slug }) => slug === type)?.base ?? type;
    return [base, type].find((name) => types.includes(name));
  };
}

// Returns each page from the cache once, before a request for further pages.
function givingFirst(wordpress: WordPress, pages: Map<number, WordPressPage>): WordPress {
  return {
    ...wordpress,
    async *fetchPages(type, ids, onDamaged) {
      const ready = ids.flatMap((id) => pages.get(id) ?? []);
      for (const { id } of ready) pages.delete(id);
      if (ready.length > 0) yield ready;
      const given = new Set(ready.map(({ id }) => id));
      const others = without(ids, given);
      if (others.size > 0) yield* wordpress.fetchPages(type, [...others], onDamaged);
    },
  };
}

const without = (ids: Iterable<number>, others: ReadonlySet<number>): Set<number> =>
  new Set([...ids].filter((id) => !others.has(id)));

type Listing = {
  // Array of expected ids, in ascending order.
  readonly expected: readonly number[];
  readonly total: number;
  readonly size: number;
  // Response with the ids of a part in ascending order; parts count from 1.
  readonly idsOf: (part: number) => Promise<readonly number[]>;
  readonly most: number;
};

// A place between two rows: the adjacent id, and the lead of the expectation over the listing, in ids.
type Place = { readonly id: number; readonly ahead: number };

/**
 * Returns the ids that a listing lost or gained, found by bisection. If the expectation is ahead by the same number at both ends
 * of a range, the range is not requested. A loss and a gain in the same range cancel out.
 */
export async function listingDifference({ expected, total, size, idsOf, most }: Listing): Promise<ReadonlySet<number>> {
  const differing = new Set<number>();
  let requests = 0;

  // Adds the differences of a part; returns the places at its two ends.
  function compare(part: number, ids: readonly number[]): { readonly begin: Place; readonly end: Place } {
    const [first = 0, last = 0] = [ids[0], ids.at(-1)];
    const [from, to] = [rankOf(expected, first), rankOf(expected, last + 1)];
    const there = new Set(ids);
    const wanted = expected.slice(from, to);
    for (const id of wanted) if (!there.has(id)) differing.add(id);
    const known = new Set(wanted);
    for (const id of ids) if (!known.has(id)) differing.add(id);
    const rowsBefore = (part - 1) * size;
    return {
      begin: { id: first, ahead: from - rowsBefore },
      end: { id: last, ahead: to - (rowsBefore + ids.length) },
    };
  }

  async function search(low: number, high: number, left: Place, right: Place): Promise<void> {
    if (left.ahead === right.ahead) return;
    if (low > high) {
      for (const id of expected.slice(rankOf(expected, left.id + 1), rankOf(expected, right.id))) differing.add(id);
      return;
    }
    const middle = (low + high) >> 1;
    if (requests === most) return;
    requests += 1;
    const ids = await idsOf(middle);
    if (ids.length === 0) return;
    const { begin, end } = compare(middle, ids);
    await search(low, middle - 1, left, begin);
    await search(middle + 1, high, end, right);
  }

  await search(1, Math.ceil(total / size), { id: 0, ahead: 0 }, { id: Infinity, ahead: expected.length - total });
  return differing;
}

// Number of ids below `id` in an ascending array.
function rankOf(ids: readonly number[], id: number): number {
  const at = ids.findIndex((one) => one >= id);
  return at === -1 ? ids.length : at;
}
