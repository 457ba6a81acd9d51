import type { KnownPage, Mirror, SkippedPage } from '../../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../../db/mirror/views.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import type { Reading } from '../visible/reading.ts';
import { answerOf, differenceOf } from './document.ts';
import type { OnRunEvent, PageChange, RunSummary } from '../events.ts';
import type { Answer, Departure } from '../guard/guard.ts';
import type { Plan, SkipReason } from '../census/plan.ts';
import { isUnseen } from '../visible/visible-text.ts';
import { lostPassages, passagesOf, passagesOfLeaving } from '../../../db/index/passages.ts';

/** Changes that a run commits, besides the staged pages. */
export type SettledChanges = {
  /** Mirrored pages to remove. */
  readonly leaving: readonly number[];
  /** Those of them that vanished. */
  readonly vanished: readonly number[];
  /** Pages new to the mirror. */
  readonly gained: readonly number[];
  readonly skipped: readonly SkippedPage[];
  readonly views: readonly StoredSnapshot[];
  /** Reduced pages: visitors see less than the REST API returns, or a different title. */
  readonly reduced: readonly number[];
  /** Pages to read again in the next run. */
  readonly unconfirmed: readonly number[];
  readonly counts: Pick<RunSummary, 'new' | 'changed' | 'moved' | 'gone' | 'unchanged' | 'skipped'>;
};

// Reasons that declare a page as not public, from the site or site.yaml.
const TOLD: ReadonlySet<string> = new Set<SkipReason>([
  'password',
  'not published',
  'excluded',
  'noindex',
  'hidden product',
  'redirect',
  'denied',
]);
const RETIRED = 'its type is not read any more';
const VANISHED = 'the site does not list it any more';

type CollectorOptions = {
  readonly known: ReadonlyMap<number, KnownPage>;
  readonly mirror: Pick<Mirror, 'publishablePage' | 'stage' | 'unstage'>;
  readonly plan: Plan;
  // Pages that this run does not read.
  readonly unasked: ReadonlySet<number>;
  // Pages that the previous run marked for reading again.
  readonly unconfirmed: ReadonlySet<number>;
  readonly report: OnRunEvent;
};

type ReadRow = Pick<WordPressPage, 'id' | 'type' | 'link' | 'title' | 'seenModified'>;

// Results of an urgent run during this run, besides the pages of the mirror.
type UrgentResults = {
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  readonly unconfirmed: ReadonlySet<number>;
};

type Arrival = { readonly path: string; readonly change: 'new' | 'changed' | 'moved' | 'dated' };

/** Creates the collector of the outcome for each page, which reports it as an event. */
export function createChangeCollector({ known, mirror, plan, unasked, unconfirmed, report }: CollectorOptions) {
  const leaving = new Map<number, { readonly how: Departure; readonly reason: string }>();
  const arriving = new Map<number, Arrival>();
  const answers = new Map<number, Answer>();
  const unseen = new Map<number, string>();
  const read = new Set<number>();
  const skipped = new Map(plan.stillSkipped.map((page) => [page.id, page]));
  const views = new Map<number, StoredSnapshot>();
  const results = [leaving, arriving, answers, unseen, skipped, views];
  const reduced = new Set<number>();
  // Passages of leaving and changed pages that further pages may still show, withdrawn or removed by an edit.
  const withdrawnTexts = new Map<number, readonly string[]>();
  const editedTexts = new Map<number, readonly string[]>();
  const doubtful = new Set([...unconfirmed].filter((id) => unasked.has(id)));

  for (const [id, { reason, path, type, link }] of plan.refused) {
    refuse({ id, type, url: link, title: known.get(id)?.title ?? '', reason, seenLink: '', seenModified: '' }, path);
  }
  for (const id of plan.retired) leave(id, 'told', RETIRED);

  function leave(id: number, how: Departure, reason: string): void {
    if (!known.has(id) || leaving.has(id)) return;
    leaving.set(id, { how, reason });
    withdrawnTexts.set(id, passagesOfLeaving(mirror.publishablePage(id)));
  }

  function refuse(page: SkippedPage, path: string): void {
    const { id, reason } = page;
    skipped.set(id, page);
    if (known.has(id)) leave(id, TOLD.has(reason) ? 'told' : 'different', reason);
    else report({ type: 'page', change: 'skipped', id, path, reason });
  }

  // Marks a mirrored page that the site neither lists nor returns; `reason` if its address rejects visitors.
  const vanish = (id: number, reason: SkipReason | undefined): void =>
    leave(id, reason ? 'told' : 'vanished', reason ?? VANISHED);

  // Adds a reading, and stages its page. A second reading of a page in a run replaces the first.
  function take(row: ReadRow, reading: Reading): void {
    const { id } = row;
    for (const warning of reading.warnings) report({ type: 'warning', message: `${row.link}: ${warning}` });
    if (read.has(id)) {
      // It failed, so the next run reads the page again.
      if (reading.outcome === 'same' || reading.unseen !== undefined) return doubt(id);
      for (const found of results) found.delete(id);
      mirror.unstage([id]);
    }
    read.add(id);
    if (reading.outcome !== 'same' && reading.unseen === undefined) doubtful.delete(id);
    if (reading.view) views.set(id, reading.view);
    if (reading.outcome === 'page' && reading.isReduced === true) reduced.add(id);
    if (reading.unseen !== undefined) unseen.set(id, reading.unseen);
    const before = known.get(id);
    const published = before && mirror.publishablePage(id);
    const answer = reading.unseen === undefined ? answerOf(reading, published) : undefined;
    if (answer && (before || reading.outcome === 'page')) answers.set(id, answer);
    if (reading.outcome === 'same') return;
    if (reading.outcome === 'skip') {
      const { reason } = reading;
      const isToBeRead = isUnseen(reason) || reading.isUnseen === true;
      // A page without a visitor snapshot is requested again in each run.
      const [seenLink, seenModified] = isToBeRead ? ['', ''] : [row.link, row.seenModified];
      const title = htmlToText(row.title);
      refuse({ id, type: row.type, url: row.link, title, reason, seenLink, seenModified }, row.link);
      return;
    }
    const { page } = reading;
    const change = differenceOf(before, page);
    if (change === 'none') return;
    arriving.set(id, { path: page.path, change });
    if (published && change === 'changed') {
      if (reading.isReduced === true) withdrawnTexts.set(id, passagesOf(published));
      else editedTexts.set(id, lostPassages(published, page));
    }
    if (change !== 'dated') {
      const from = change === 'moved' && before ? { from: before.path } : {};
      report({ type: 'page', change, id, path: page.path, title: page.title, ...from });
    }
    mirror.stage([page]);
  }

  const doubt = (id: number): void => void doubtful.add(id);

  // Removes pages from the index that have the same response as nearly all pages.
  function withhold(ids: readonly number[], links: ReadonlyMap<number, string>): void {
    for (const id of ids) {
      const page = known.get(id);
      const change = arriving.get(id);
      arriving.delete(id);
      const reason: SkipReason = 'same everywhere';
      leave(id, 'different', reason);
      const url = links.get(id) ?? page?.seenLink ?? change?.path ?? '';
      if (!skipped.has(id)) {
        const type = page?.type ?? plan.read.get(id) ?? '';
        skipped.set(id, { id, type, url, title: page?.title ?? '', reason, seenLink: '', seenModified: '' });
      }
      const view = views.get(id);
      if (view?.verdict === '') views.set(id, { ...view, verdict: reason });
    }
  }

  // Discards results for pages that an urgent run has committed meanwhile.
  function discard(urgent: ReadonlySet<number>, since: UrgentResults): void {
    for (const id of urgent) {
      for (const found of [...results, read, reduced, doubtful, withdrawnTexts, editedTexts]) found.delete(id);
      const page = since.skipped.get(id);
      if (page) skipped.set(id, page);
    }
    for (const id of since.unconfirmed) if (urgent.has(id) || (urgent.size > 0 && !unconfirmed.has(id))) doubt(id);
  }

  // Returns the changes without held pages, and reports removed pages.
  function settle(held: ReadonlySet<number>): SettledChanges {
    const gone = [...leaving].filter(([id]) => !held.has(id));
    for (const [id, { reason }] of gone) {
      const page = known.get(id);
      report({ type: 'page', change: 'gone', id, path: page?.path ?? '', title: page?.title ?? '', reason });
    }
    const left = [...skipped.values()].filter(({ id }) => !held.has(id) || !known.has(id));
    const count = (kind: PageChange) =>
      [...arriving].filter(([id, { change }]) => change === kind && !held.has(id)).length;
    const [changed, moved] = [count('changed'), count('moved')];
    return {
      leaving: gone.map(([id]) => id),
      vanished: gone.flatMap(([id, { how }]) => (how === 'vanished' ? [id] : [])),
      gained: [...arriving.keys()].filter((id) => !known.has(id) && !held.has(id)),
      skipped: left,
      views: [...views.values()],
      reduced: [...reduced],
      unconfirmed: [...new Set([...held, ...unseen.keys(), ...doubtful])],
      counts: {
        new: count('new'),
        changed,
        moved,
        gone: gone.length,
        unchanged: known.size - gone.length - changed - moved,
        skipped: reasonsOf(left),
      },
    };
  }

  // Ids of the mirrored pages after a commit of every change.
  const remaining = () => new Set([...known.keys(), ...arriving.keys()].filter((id) => !leaving.has(id)));

  const departures = (): ReadonlyMap<number, Departure> =>
    new Map([...leaving].map(([id, { how }]) => [id, how] as const));

  // Counts the mirrored pages that the site withdrew, by reason.
  function withdrawn(): Readonly<Record<string, number>> {
    const declared = [...leaving.values()].filter(({ how, reason }) => how === 'told' && !OF_OPERATOR.has(reason));
    return reasonsOf(declared);
  }

  return {
    vanish,
    take,
    doubt,
    withhold,
    discard,
    settle,
    remaining,
    departures,
    withdrawn,
    arriving: arriving as ReadonlyMap<number, Arrival>,
    answers,
    unseen: unseen as ReadonlyMap<number, string>,
    read: read as ReadonlySet<number>,
    withdrawnTexts: withdrawnTexts as ReadonlyMap<number, readonly string[]>,
    editedTexts: editedTexts as ReadonlyMap<number, readonly string[]>,
    /** Marks a page that showed the text of a reduced page: its earlier texts are withheld. */
    reduce: (id: number): void => void reduced.add(id),
    /** Returns the reason to exclude a page. */
    reasonOf: (id: number): string | undefined => skipped.get(id)?.reason,
    /** Counts the excluded pages by reason. */
    reasons: () => reasonsOf(skipped.values()),
  };
}
export type ChangeCollector = ReturnType<typeof createChangeCollector>;

// Departures that the operator ordered.
const OF_OPERATOR: ReadonlySet<string> = new Set([RETIRED, 'excluded']);

function reasonsOf(pages: Iterable<{ readonly reason: string }>): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const { reason } of pages) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return reasons;
}
