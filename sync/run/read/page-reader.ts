import type { KnownPage } from '../../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import type { WordPressError } from '../../wordpress/errors.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { ChangeCollector } from './change-collector.ts';
import { mayBeClosed } from './closed-site.ts';
import type { Before, Reading } from '../visible/reading.ts';
import type { ReadingMemory } from './first-sync.ts';
import { reasonKind, type CensusEntry } from '../census/plan.ts';
import { type RunTools, hoursUnseen } from '../scope.ts';
import { forEachType } from '../census/census.ts';

type Tools = Pick<RunTools, 'wordpress' | 'mirror' | 'now' | 'report' | 'checkpoint' | 'scope'>;

type Reader = {
  readonly census: readonly CensusEntry[];
  readonly isDue: (id: number) => boolean;
  readonly read: (page: WordPressPage, before: Before) => Promise<Reading>;
  readonly changes: ChangeCollector;
  // Pages that a first sync has read before an interruption.
  readonly memory: ReadingMemory | undefined;
};

// Concurrent requests: a slow response takes longer than the interval between two requests, and small hosts have few workers.
const AT_ONCE = 2;

// A page cache is renewed within this time.
const CACHE_MS = 24 * 3_600_000;

const isDifferent = (snapshot: StoredSnapshot | undefined): boolean =>
  snapshot?.detail === 'different' || snapshot?.detail === 'part';

/** Creates the reader, which reads pages by id in batches and stages the results. */
export function createPageReader({ wordpress, mirror, now, report, checkpoint, scope }: Tools, reader: Reader) {
  const { census, isDue, read: readDocument, changes, memory } = reader;
  const { snapshots, lastRun } = scope;
  const listed = new Map(census.map(({ id, modified }) => [id, modified]));
  const taken: Pick<WordPressPage, 'id' | 'link'>[] = [];
  const unread = new Set<number>();
  const renewed = new Set<number>();

  // Reads and stages pages, by id with their types; returns the pages missing in the response. Progress counts from `before`, the
  // pages that were read already.
  async function read(wanted: ReadonlyMap<number, string>, before = 0): Promise<ReadonlyMap<number, string>> {
    const waiting = new Map(wanted);
    let seen = before;
    for (const id of wanted.keys()) {
      if (recall(id)) waiting.delete(id);
    }
    seen += wanted.size - waiting.size;
    const missing = [...waiting];
    const types = new Set(waiting.values());
    // The listing of further types has succeeded. A short run is retried, and a closed REST API is replaced by HTML.
    const mayContinue = (error: WordPressError) =>
      ['full', 'changes'].includes(scope.mode) && !mayBeClosed(error) && census.some(({ type }) => !types.has(type));
    const work = async (type: string) => {
      const ids = missing.flatMap(([id, its]) => (its === type ? [id] : []));
      for await (const batch of wordpress.fetchPages(type, ids, (id, error) => skipUnreadable(waiting, id, error))) {
        const wantedRows = batch.filter((page) => waiting.delete(page.id)).map((page) => Object.assign(page, { type }));
        for await (const take of inOrder(wantedRows, AT_ONCE, readPage)) {
          checkpoint();
          take();
          report({ type: 'advanced', done: ++seen });
        }
      }
    };
    const failed = await forEachType([...types], report, work, mayContinue);
    for (const [id, type] of waiting) if (failed.has(type) && waiting.delete(id)) unread.add(id);
    return waiting;
  }

  function recall(id: number): boolean {
    const known = renewed.has(id) ? undefined : memory?.find(id);
    if (!known) return false;
    taken.push(known.page);
    changes.take(known.page, known.reading);
    return true;
  }

  // The page exists, so it is neither deleted nor changed; the next run repeats the request.
  function skipUnreadable(waiting: Map<number, string>, id: number, error: WordPressError): void {
    waiting.delete(id);
    unread.add(id);
    const page = scope.known.get(id);
    const what = page ? `${page.path}: the text of the last run stays` : `page ${id} is excluded until the next run`;
    report({ type: 'warning', message: `${what}: ${error.message}` });
  }

  // Reads a page; returns the callback that reports the result in order.
  async function readPage(page: WordPressPage): Promise<() => void> {
    checkpoint();
    const keep = (why: string) => () =>
      report({ type: 'warning', message: `${page.link}: ${why}, so the mirrored page stays` });
    const known = scope.known.get(page.id);
    if (known && page.modified < known.modified && page.modified < (listed.get(page.id) ?? '')) {
      // A cache between sync and WordPress returned an old version; the next run repeats the request.
      return keep('older than the listing');
    }
    // Only two fields: the text of every page would stay in memory until the run ends.
    taken.push({ id: page.id, link: page.link });
    const seen = known ?? scope.skipped.get(page.id);
    const unchanged = seen !== undefined && seen.seenModified === page.modified && seen.seenLink === page.link;
    const before = {
      known,
      snapshot: snapshots.get(page.id),
      former: known && mayBeCached(page, known) ? mirror.publishablePage(page.id)?.markdown : undefined,
      // A page with the text of a removed page is in doubt like an edited page.
      unchanged: unchanged && !renewed.has(page.id),
      isOutdated: scope.isOutdated,
      isDue: isDue(page.id),
      unseenHours: hoursUnseen(lastRun, page.id, now()),
    };
    const reading = await readDocument(page, before);
    const isNews =
      reading.outcome === 'skip' && before.snapshot?.verdict === '' && reasonKind(reading.reason).from !== 'row';
    if (isNews && reading.unseen === undefined && !(await isStillThere(page))) return keep('moved during the run');
    return () => {
      memory?.add(page, reading);
      changes.take(page, reading);
      if (isBehind(page, reading, before.snapshot)) changes.doubt(page.id);
    };
  }

  const isRecent = ({ modified }: WordPressPage): boolean => now().getTime() - Date.parse(modified) <= CACHE_MS;

  // True for a page that was edited at the same address, without the text of a removed page.
  const mayBeCached = (page: WordPressPage, { seenLink, seenModified }: KnownPage): boolean =>
    isRecent(page) && seenLink === page.link && seenModified !== page.seenModified && !renewed.has(page.id);

  // True for a recently edited page with a different visible text: a page cache may be outdated, so each run reads it.
  function isBehind(page: WordPressPage, reading: Reading, snapshot: StoredSnapshot | undefined): boolean {
    if (!isRecent(page)) return false;
    if (reading.outcome === 'same') return lastRun.unconfirmed.has(page.id) && isDifferent(snapshot);
    return reading.outcome === 'skip' ? reading.reason === 'other text' : isDifferent(reading.snapshot);
  }

  // True if the REST API still returns the page at the same address. Pages may be edited during the run, and the address may be
  // different by now.
  async function isStillThere({ id, type, link }: WordPressPage): Promise<boolean> {
    for await (const batch of wordpress.fetchPages(type, [id], () => undefined)) {
      if (batch.some((page) => page.link === link)) return true;
    }
    return false;
  }

  return {
    read,
    /** Reads pages again, without assumptions from their earlier readings. */
    readAgain: (wanted: ReadonlyMap<number, string>) => {
      for (const id of wanted.keys()) renewed.add(id);
      return read(wanted);
    },
    taken,
    /** Pages whose request to the REST API failed. */
    unread,
  };
}

// Iterator that processes several items at once and yields the results in their order; a failure ends it.
async function* inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const promise = work(item);
    // Awaited in order; until then, a rejection would count as unhandled.
    promise.catch(() => undefined);
    running.push(promise);
    const [first] = running.length < atOnce ? [] : running.splice(0, 1);
    if (first) yield await first;
  }
  for (const promise of running) yield await promise;
}
