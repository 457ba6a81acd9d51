import type { Mirror, SkippedPage } from '../../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../../db/mirror/page-tables.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Reading } from '../visible/reading.ts';
import { answerOf, differenceOf, type Answer } from './document.ts';
import type { RunTools } from '../scope.ts';
import type { PageChange } from '../events.ts';
import { isUnseen, reasonKind, type Plan, type SkipReason } from '../census/plan.ts';
import { lostPassages, passagesOf, passagesOfLeaving, withoutMarks } from '../../../db/index/passages.ts';

/**
 * Type of departure of a page. `told`: the site or site.yaml declares it. `vanished`: it is no longer listed. `different`: it is
 * listed, but visitors do not get it.
 */
export type Departure = 'told' | 'vanished' | 'different';

const RETIRED = 'its type is not read any more';
const VANISHED = 'the site does not list it any more';
// Field values of a page that was not read.
const UNREAD = { seenLink: '', seenModified: '' };

type CollectorOptions = {
  readonly plan: Pick<Plan, 'read' | 'refused' | 'stillSkipped' | 'retired'>;
  // Pages that this run does not read.
  readonly unasked: ReadonlySet<number>;
  // Address of each listed page.
  readonly links: ReadonlyMap<number, string>;
};

type ReadRow = Pick<WordPressPage, 'id' | 'type' | 'link' | 'title' | 'seenModified'>;

// Results of an urgent run during this run, besides the pages of the mirror.
type UrgentResults = {
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  readonly unconfirmed: ReadonlySet<number>;
};

type Outcome = {
  arriving?: { readonly path: string; readonly change: 'new' | 'changed' | 'moved' | 'dated' };
  leaving?: { readonly how: Departure; readonly reason: string };
  answer?: Answer;
  snapshot?: StoredSnapshot;
  skipped?: SkippedPage;
  // Reason why no response to a visitor was available.
  unseen?: string;
  isRead?: true;
  // The next run reads the page again.
  isDoubtful?: true;
  // Visitors see less than the REST API returns, or a different title.
  isReduced?: true;
  // Passages that further pages may still show, withdrawn or removed by an edit.
  withdrawn?: readonly string[];
  edited?: readonly string[];
};
// Results that a second reading of a page replaces.
const OF_A_READING = ['arriving', 'leaving', 'answer', 'snapshot', 'skipped', 'unseen'] as const;

/** Creates the collector of the outcome for each page, which reports it as an event. */
export function createChangeCollector(
  { mirror, scope, report }: Pick<RunTools, 'mirror' | 'scope' | 'report'>,
  { plan, unasked, links }: CollectorOptions,
) {
  const { known } = scope;
  const { unconfirmed } = scope.lastRun;
  const outcomes = new Map<number, Outcome>();
  for (const id of unconfirmed) if (unasked.has(id)) doubt(id);
  for (const page of plan.stillSkipped) outcomeOf(page.id).skipped = page;
  for (const [id, { reason, path, type, link }] of plan.refused) {
    refuse({ id, type, url: link, title: known.get(id)?.title ?? '', reason, ...UNREAD }, path);
  }
  for (const id of plan.retired) leave(id, 'told', RETIRED);

  function outcomeOf(id: number): Outcome {
    const outcome = outcomes.get(id) ?? {};
    outcomes.set(id, outcome);
    return outcome;
  }

  // Returns a field of all outcomes that have it.
  function all<Name extends keyof Outcome>(name: Name): ReadonlyMap<number, Exclude<Outcome[Name], undefined>> {
    const found = new Map<number, Exclude<Outcome[Name], undefined>>();
    for (const [id, { [name]: value }] of outcomes) {
      if (value !== undefined) found.set(id, value as Exclude<Outcome[Name], undefined>);
    }
    return found;
  }

  function leave(id: number, how: Departure, reason: string): void {
    const outcome = outcomeOf(id);
    if (!known.has(id) || outcome.leaving) return;
    outcome.leaving = { how, reason };
    outcome.withdrawn = passagesOfLeaving(mirror.publishablePage(id));
  }

  function refuse(page: SkippedPage, path: string): void {
    const { id, reason } = page;
    outcomeOf(id).skipped = page;
    if (known.has(id)) leave(id, reasonKind(reason).isTold ? 'told' : 'different', reason);
    else report({ type: 'page', change: 'skipped', id, path, reason });
  }

  // Marks a mirrored page that the site neither lists nor returns; `reason` if its address rejects the request.
  const vanish = (id: number, reason: SkipReason | undefined): void =>
    leave(id, reason ? 'told' : 'vanished', reason ?? VANISHED);

  // Adds a reading, and stages its page. A second reading of a page in a run replaces the first.
  function take(row: ReadRow, reading: Reading): void {
    const { id } = row;
    for (const warning of reading.warnings) report({ type: 'warning', message: `${row.link}: ${warning}` });
    const outcome = outcomeOf(id);
    if (outcome.isRead) {
      // It failed, so the next run reads the page again.
      if (reading.outcome === 'same' || reading.unseen !== undefined) return doubt(id);
      for (const name of OF_A_READING) delete outcome[name];
      mirror.unstage([id]);
    }
    outcome.isRead = true;
    if (reading.outcome !== 'same' && reading.unseen === undefined) delete outcome.isDoubtful;
    if (reading.snapshot) outcome.snapshot = reading.snapshot;
    if (reading.outcome === 'page' && reading.isReduced === true) outcome.isReduced = true;
    if (reading.unseen !== undefined) outcome.unseen = reading.unseen;
    const before = known.get(id);
    const published = before && mirror.publishablePage(id);
    if (reading.unseen === undefined && (before || reading.outcome === 'page'))
      outcome.answer = answerOf(reading, published);
    if (reading.outcome === 'same') return;
    if (reading.outcome === 'skip') {
      const { reason } = reading;
      // A page without a visitor snapshot needs a request in each run.
      const isToBeRead = isUnseen(reason) || reading.isUnseen === true;
      const seen = isToBeRead ? UNREAD : { seenLink: row.link, seenModified: row.seenModified };
      refuse({ id, type: row.type, url: row.link, title: htmlToText(row.title), reason, ...seen }, row.link);
      return;
    }
    const { page } = reading;
    const change = differenceOf(before, page);
    if (change === 'none') return;
    outcome.arriving = { path: page.path, change };
    if (published && change === 'changed') {
      if (reading.isReduced === true) outcome.withdrawn = passagesOf(published);
      else outcome.edited = lostPassages(published, page);
    }
    if (change !== 'dated') {
      const from = change === 'moved' && before ? { from: before.path } : {};
      report({ type: 'page', change, id, path: page.path, title: page.title, ...from });
    }
    mirror.stage([page]);
  }

  function doubt(id: number): void {
    outcomeOf(id).isDoubtful = true;
  }

  // Removes pages from the index that have the same response as nearly all pages.
  function withhold(ids: readonly number[]): void {
    for (const id of ids) {
      const page = known.get(id);
      const outcome = outcomeOf(id);
      const { arriving, snapshot } = outcome;
      delete outcome.arriving;
      const reason: SkipReason = 'same everywhere';
      leave(id, 'different', reason);
      const url = links.get(id) ?? page?.seenLink ?? arriving?.path ?? '';
      const type = page?.type ?? plan.read.get(id) ?? '';
      outcome.skipped ??= { id, type, url, title: page?.title ?? '', reason, ...UNREAD };
      if (snapshot?.verdict === '') outcome.snapshot = { ...snapshot, verdict: reason };
    }
  }

  // Discards results for pages that an urgent run has committed meanwhile.
  function discard(urgent: ReadonlySet<number>, since: UrgentResults): void {
    for (const id of urgent) {
      outcomes.delete(id);
      const skipped = since.skipped.get(id);
      if (skipped) outcomes.set(id, { skipped });
    }
    for (const id of since.unconfirmed) if (urgent.has(id) || (urgent.size > 0 && !unconfirmed.has(id))) doubt(id);
  }

  // Returns the changes without held pages, and reports removed pages.
  function settle(held: ReadonlySet<number>) {
    const gone = [...all('leaving')].filter(([id]) => !held.has(id));
    for (const [id, { reason }] of gone) {
      const page = known.get(id);
      report({ type: 'page', change: 'gone', id, path: page?.path ?? '', title: page?.title ?? '', reason });
    }
    const skipped = [...all('skipped').values()].filter(({ id }) => !held.has(id) || !known.has(id));
    const arriving = [...all('arriving')].filter(([id]) => !held.has(id));
    const count = (kind: PageChange) => arriving.filter(([, { change }]) => change === kind).length;
    const [changed, moved] = [count('changed'), count('moved')];
    return {
      /** Mirrored pages to remove, and those of them that vanished. */
      leaving: gone.map(([id]) => id),
      vanished: gone.flatMap(([id, { how }]) => (how === 'vanished' ? [id] : [])),
      gained: arriving.flatMap(([id]) => (known.has(id) ? [] : [id])),
      skipped,
      snapshots: [...all('snapshot').values()],
      reduced: [...all('isReduced').keys()],
      /** Pages to read again in the next run. */
      unconfirmed: [...new Set([...held, ...all('unseen').keys(), ...all('isDoubtful').keys()])],
      counts: {
        new: count('new'),
        changed,
        moved,
        gone: gone.length,
        unchanged: known.size - gone.length - changed - moved,
        skipped: reasonsOf(skipped),
      },
    };
  }

  return {
    all,
    vanish,
    take,
    doubt,
    withhold,
    discard,
    settle,
    /** Ids of the mirrored pages after a commit of every change. */
    remaining: (): ReadonlySet<number> =>
      new Set([...known.keys(), ...all('arriving').keys()].filter((id) => !outcomes.get(id)?.leaving)),
    departures: (): ReadonlyMap<number, Departure> =>
      new Map([...all('leaving')].map(([id, { how }]) => [id, how] as const)),
    /** Counts the mirrored pages that the site withdrew, by reason. */
    withdrawn: () =>
      reasonsOf([...all('leaving').values()].filter(({ how, reason }) => how === 'told' && !OF_OPERATOR.has(reason))),
    /** Marks a page that showed the text of a reduced page: its earlier texts are withheld. */
    reduce: (id: number): void => void (outcomeOf(id).isReduced = true),
    reasons: () => reasonsOf(all('skipped').values()),
  };
}
export type ChangeCollector = ReturnType<typeof createChangeCollector>;

const OF_OPERATOR: ReadonlySet<string> = new Set([RETIRED, 'excluded']);

function reasonsOf(pages: Iterable<{ readonly reason: string }>): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const { reason } of pages) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return reasons;
}

// Maximum pages that a run reads again for this reason.
const MOST = 100;

/**
 * Returns the ids of pages that contain given passages, each with the id of its source page. At most 100; rare passages take
 * precedence. Scans the mirror and the staged pages.
 */
export function pagesWithTextOf(
  passages: Iterable<readonly [id: number, texts: readonly string[]]>,
  mirror: Pick<Mirror, 'texts'>,
): ReadonlySet<number> {
  const holders = new Map<string, { readonly of: Set<number>; readonly its: Set<number> }>();
  for (const [id, texts] of passages) {
    for (const passage of texts) {
      const found = holders.get(passage) ?? { of: new Set(), its: new Set() };
      found.of.add(id);
      holders.set(passage, found);
    }
  }
  if (holders.size === 0) return new Set();
  for (const { id, markdown } of mirror.texts()) {
    const text = withoutMarks(markdown);
    for (const [passage, { of, its }] of holders)
      if (!of.has(id) && (text.includes(passage) || markdown.includes(passage))) its.add(id);
  }
  const rarestFirst = [...holders.values()].map(({ its }) => its).toSorted((a, b) => a.size - b.size);
  return new Set([...new Set(rarestFirst.flatMap((its) => Array.from(its)))].slice(0, MOST));
}
