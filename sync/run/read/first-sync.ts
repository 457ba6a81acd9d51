import type { WordPressPage } from '../../wordpress/rows.ts';
import { type CensusEntry, type ListingRules, revisitPeriod } from '../census/plan.ts';
import type { RunTools, Scope } from '../scope.ts';
import type { Reading } from '../visible/reading.ts';

// Pages of the first part of a first sync: the front page, and 50 more.
const FIRST_PART = 51;
// Each part reads this multiple of the pages read before.
const GROWTH = 3;
// A smaller rest, as a share of the pages read before it, is read with the last part.
const SMALL_REST = 0.25;

/**
 * Orders the pages of a first sync by the depth of their addresses, so that the front page and its sections come first. Pages
 * that an earlier part could not fetch come last.
 */
export function inReadingOrder(
  wanted: ReadonlyMap<number, string>,
  census: readonly CensusEntry[],
  { skipped }: Pick<Scope, 'skipped'>,
  keyOf: ListingRules['keyOf'],
): ReadonlyMap<number, string> {
  const depths = new Map(census.map(({ id, link }) => [id, depthOf(keyOf(link) ?? link)]));
  const rank = (id: number) => (skipped.has(id) ? 1000 : (depths.get(id) ?? 0));
  return new Map([...wanted].toSorted(([a], [b]) => rank(a) - rank(b)));
}

const depthOf = (path: string): number => path.split('/').filter((part) => part !== '').length;

/** Returns the pages of the current part; later parts read the rest. Depends on numbers of pages only, not on the speed of the site. */
export function firstPartOf(
  wanted: ReadonlyMap<number, string>,
  { known, skipped }: Pick<Scope, 'known' | 'skipped'>,
): ReadonlyMap<number, string> {
  const before = known.size + skipped.size;
  const size = Math.max(FIRST_PART, GROWTH * before);
  return wanted.size - size < SMALL_REST * (before + size) ? wanted : new Map([...wanted].slice(0, size));
}

const MADE_BY = 'readings_of';

/**
 * Creates the store of pages that an interrupted first sync has read. A reading is valid only if the site lists the same address
 * and date, code and rules are unchanged, and no revisit is due.
 */
export function createReadingMemory(
  { mirror, scope, config, now }: Pick<RunTools, 'mirror' | 'scope' | 'config' | 'now'>,
  census: readonly CensusEntry[],
) {
  const { readings } = mirror;
  const { language, publishesUnseen, readHtml } = config;
  const madeBy = JSON.stringify([
    scope.facts['source'],
    scope.facts['document_version'],
    language,
    publishesUnseen,
    readHtml,
  ]);
  if (mirror.fact(MADE_BY) !== madeBy) {
    readings.clear();
    mirror.note(MADE_BY, madeBy);
  }
  const listed = new Map(census.map((entry) => [entry.id, entry]));
  const freshFor = revisitPeriod(census.length) / 2;

  return {
    /** Returns a stored reading, which needs no request. */
    find(id: number): StoredPage | undefined {
      const entry = listed.get(id);
      const stored = readings.find(id);
      if (!entry || stored?.seenLink !== entry.link || stored.seenModified !== entry.modified) return undefined;
      const age = now().getTime() - stored.readAt;
      if (age < 0 || age > freshFor) return undefined;
      return JSON.parse(stored.value) as StoredPage;
    },
    /** Stores a reading, unless its request failed. */
    add({ id, type, link, seenModified, title }: ReadPage, reading: Reading): void {
      if (reading.unseen !== undefined || (reading.outcome === 'skip' && reading.isUnseen === true)) return;
      const stored: StoredPage = { page: { id, type, link, seenModified, title }, reading };
      const value = JSON.stringify(stored);
      readings.add({ id, seenLink: link, seenModified, readAt: now().getTime(), value });
    },
  };
}
export type ReadingMemory = ReturnType<typeof createReadingMemory>;

// Each field of a read page that the run needs later.
type ReadPage = Pick<WordPressPage, 'id' | 'type' | 'link' | 'seenModified' | 'title'>;
type StoredPage = { readonly page: ReadPage; readonly reading: Reading };
