import type { WordPress } from '../../wordpress/client.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import { forEachType, type Census, type CensusInput, type CensusPage } from './census.ts';
import type { PageName, ShortOrder } from '../events.ts';
import { listingDifference } from './listing-difference.ts';
import type { Scope } from '../scope.ts';

// Rows of a request by time of change; usually a single page has changed.
const NEWEST = 20;
// Maximum requests by time of change; the next full census finds further changes.
const MOST_PARTS = 10;
// Rows of a part of the listing by id, and the maximum compared parts.
const PART = 100;
const MOST_COMPARED = 40;

/**
 * Requests the pages of a short order, the changed pages of its types, and pages below their former addresses. Every other page
 * comes from the mirror.
 */
export async function takePartialCensus(
  { wordpress, types, report, checkpoint }: CensusInput,
  { order, scope, home }: { readonly order: ShortOrder; readonly scope: Scope; readonly home: string },
): Promise<Census> {
  report({ type: 'phase', phase: 'census' });
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
