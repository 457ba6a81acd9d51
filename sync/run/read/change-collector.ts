import { createHash } from 'node:crypto';
import type { KnownPage, Mirror, SkippedPage, StagedPage } from '../../../db/mirror/mirror.ts';
import type { StoredView } from '../../../db/mirror/views.ts';
import { htmlToText } from '../../markdown/plain-text.ts';
import type { WordPressPage } from '../../wordpress/rows.ts';
import { differenceOf, type Reading } from './document.ts';
import type { OnRunEvent, PageChange, RunSummary } from '../events.ts';
import { suspicionsOf, textLosses, type Departure } from '../guard/guard.ts';
import type { Plan, SkipReason } from '../census/plan.ts';
import { wordsBeside } from '../visible/text-comparison.ts';

/** Changes that a run commits, besides the staged pages. */
export type SettledChanges = {
  /** Mirrored pages that leave. */
  readonly leaving: readonly number[];
  /** Of these, the ones that vanished. */
  readonly vanished: readonly number[];
  /** Pages that the mirror did not have. */
  readonly gained: readonly number[];
  readonly skipped: readonly SkippedPage[];
  readonly views: readonly StoredView[];
  /** Pages to read again in the next run. */
  readonly unconfirmed: readonly number[];
  readonly counts: Pick<RunSummary, 'new' | 'changed' | 'moved' | 'gone' | 'unchanged' | 'skipped'>;
};

/** Reasons by which the site or the site file itself says that a page is not for readers. */
const TOLD: ReadonlySet<string> = new Set<SkipReason>([
  'password',
  'not published',
  'excluded',
  'noindex',
  'hidden product',
  'redirect',
  'members only',
]);
const RETIRED = 'its type is not read any more';
const VANISHED = 'the site does not list it any more';

type CollectorOptions = {
  readonly known: ReadonlyMap<number, KnownPage>;
  /** A page of the mirror, as it was before the run. */
  readonly former: Mirror['publishablePage'];
  readonly plan: Plan;
  /** Pages that this run did not ask for. */
  readonly unasked: ReadonlySet<number>;
  /** Pages that the run before this one found empty, or held. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Pages that the guard holds because visitors see something else. */
  readonly held: ReadonlySet<number>;
  readonly force: boolean;
  readonly report: OnRunEvent;
};

/** The row of a page that was read, or looked at. */
type ReadRow = Pick<WordPressPage, 'id' | 'type' | 'link' | 'title' | 'seenModified'>;

/** What a run that passed this one has committed, besides the pages of the mirror. */
type LeftByPassing = {
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  readonly unconfirmed: ReadonlySet<number>;
};

/** Collects the fate of each page and reports it as an event. */
export function createChangeCollector({
  known,
  former,
  plan,
  unasked,
  unconfirmed,
  held: heldBefore,
  force,
  report,
}: CollectorOptions) {
  const leaving = new Map<number, { readonly how: Departure; readonly reason: string }>();
  const arriving = new Map<
    number,
    { path: string; size: number; text: string; before: string; change: 'new' | 'changed' | 'moved' | 'dated' }
  >();
  const emptied = new Set<number>();
  const doubted = new Set<number>();
  const read = new Set<number>();
  const skipped = new Map(plan.stillSkipped.map((page) => [page.id, page]));
  const views = new Map<number, StoredView>();
  const stillUnconfirmed = new Set([...unconfirmed].filter((id) => unasked.has(id)));

  for (const [id, { reason, path, type, link }] of plan.refused) {
    refuse({ id, type, url: link, title: known.get(id)?.title ?? '', reason, seenLink: '', seenModified: '' }, path);
  }
  for (const id of plan.retired) leave(id, 'told', RETIRED);

  function leave(id: number, how: Departure, reason: string): void {
    if (known.has(id) && !leaving.has(id)) leaving.set(id, { how, reason });
  }

  function refuse(page: SkippedPage, path: string): void {
    const { id, reason } = page;
    skipped.set(id, page);
    if (known.has(id)) leave(id, TOLD.has(reason) ? 'told' : 'different', reason);
    else report({ type: 'page', change: 'skipped', id, path, reason });
  }

  /** Marks a mirrored page that the site neither lists nor gives, and for which its address may tell a reason. */
  const vanish = (id: number, reason: SkipReason | undefined): void =>
    leave(id, reason ? 'told' : 'vanished', reason ?? VANISHED);

  /** The page to stage after a reading; `undefined` when it was refused, or nothing of it changed. */
  function take(row: ReadRow, reading: Reading): StagedPage | undefined {
    for (const warning of reading.warnings) report({ type: 'warning', message: `${row.link}: ${warning}` });
    read.add(row.id);
    if (reading.view) views.set(row.id, reading.view);
    if (reading.outcome === 'same') return undefined;
    if (reading.outcome === 'skip') {
      const { reason } = reading;
      // What could not be seen is asked for again.
      const isSeen = reason !== 'not seen yet' && reason !== 'firewall';
      const [seenLink, seenModified] = isSeen ? [row.link, row.seenModified] : ['', ''];
      const { id, type, link: url } = row;
      refuse({ id, type, url, title: htmlToText(row.title), reason, seenLink, seenModified }, row.link);
      return undefined;
    }
    const { page } = reading;
    const before = known.get(page.id);
    // Half a page is better than none, but not better than the whole one of the last run.
    if (reading.outcome === 'incomplete' && before) return undefined;
    const isBlank = page.markdown === '' && reading.outcome === 'page' && !reading.isGiven;
    if (isBlank && before && before.size > 0 && !unconfirmed.has(page.id) && !force) {
      emptied.add(page.id);
      views.delete(page.id);
      report({ type: 'warning', message: `${row.link}: empty now; its text is kept until it is read once more` });
      return undefined;
    }
    const change = differenceOf(before, page);
    if (change === 'none') return undefined;
    const [text, textBefore] = [page, before && former(page.id)].map((one) => (one ? digestOfText(one) : ''));
    const size = page.markdown.length;
    arriving.set(page.id, { path: page.path, size, text: text ?? '', before: textBefore ?? '', change });
    if (change !== 'dated') {
      const from = change === 'moved' && before ? { from: before.path } : {};
      report({ type: 'page', change, id: page.id, path: page.path, title: page.title, ...from });
    }
    return page;
  }

  /** Has the guard hold a page, should visitors not get it: the REST API does not say that it is hidden. */
  const doubt = (id: number): void => void doubted.add(id);

  /** Leaves pages to a run that passed this one, as the mirror has had them since. */
  function leaveTo(passed: ReadonlySet<number>, since: LeftByPassing): void {
    for (const id of passed) {
      for (const found of [leaving, arriving, emptied, read, skipped, views, stillUnconfirmed]) found.delete(id);
      const page = since.skipped.get(id);
      if (page) skipped.set(id, page);
    }
    for (const id of since.unconfirmed) if (passed.has(id)) stillUnconfirmed.add(id);
  }

  const losses = () => ({
    known,
    leaving: new Map([...leaving].map(([id, { how }]) => [id, how])),
    arriving,
    doubted,
    // A held page that was not read in this run is still as it was then, unless its listing says more.
    emptied: new Set([
      ...emptied,
      ...[...heldBefore].filter((id) => known.has(id) && !read.has(id) && !leaving.has(id)),
    ]),
  });

  /** Losses too large to be believed, given those of the last week. */
  const suspicions = (lately: {
    readonly lostLately: readonly number[];
    readonly gainedLately: number;
    readonly textLostLately: readonly number[];
  }) => suspicionsOf({ ...losses(), ...lately });

  /** Pages whose loss of text a run without a guard would commit, and pages that have come, or changed, with a text. */
  function texts(): { readonly lost: readonly number[]; readonly whole: ReadonlySet<number> } {
    const found = losses();
    const lost = textLosses(found);
    return {
      lost: [...lost].filter((id) => !found.emptied.has(id)),
      whole: new Set([...arriving.keys()].filter((id) => !lost.has(id))),
    };
  }

  /** The changes that remain when the guard holds some pages as they were; reports the pages that leave. */
  function settle(held: ReadonlySet<number>): SettledChanges {
    const gone = [...leaving].filter(([id]) => !held.has(id));
    for (const [id, { reason }] of gone) {
      const page = known.get(id);
      report({ type: 'page', change: 'gone', id, path: page?.path ?? '', title: page?.title ?? '', reason });
    }
    const left = [...skipped.values()].filter(({ id }) => !held.has(id));
    const count = (kind: PageChange) =>
      [...arriving].filter(([id, { change }]) => change === kind && !held.has(id)).length;
    const [changed, moved] = [count('changed'), count('moved')];
    return {
      leaving: gone.map(([id]) => id),
      vanished: gone.flatMap(([id, { how }]) => (how === 'vanished' ? [id] : [])),
      gained: [...arriving.keys()].filter((id) => !known.has(id)),
      skipped: left,
      views: [...views.values()],
      unconfirmed: [...new Set([...held, ...emptied, ...stillUnconfirmed])],
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

  /** Ids of the mirrored pages if every change were believed. */
  const remaining = () => new Set([...known.keys(), ...arriving.keys()].filter((id) => !leaving.has(id)));

  /** State of the mirror if every change were believed. `isTold`: the site itself keeps pages from readers. */
  const prospect = () => ({
    pages: remaining().size,
    reasons: reasonsOf(skipped.values()),
    isTold: [...leaving.values()].some(({ how, reason }) => how === 'told' && ![RETIRED, 'excluded'].includes(reason)),
  });

  return { vanish, take, doubt, leaveTo, suspicions, texts, settle, remaining, prospect };
}
export type ChangeCollector = ReturnType<typeof createChangeCollector>;

function reasonsOf(pages: Iterable<SkippedPage>): Record<string, number> {
  const reasons: Record<string, number> = {};
  for (const { reason } of pages) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return reasons;
}

/** Digest of a page's words without those of its title: that of many pages, where a notice names each of them. */
function digestOfText({ title, markdown }: Pick<StagedPage, 'title' | 'markdown'>): string {
  const words = wordsBeside(title, markdown);
  return createHash('sha256')
    .update(words || markdown)
    .digest('base64url');
}
