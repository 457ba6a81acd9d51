import type { RunCollaborators } from './collaborators.ts';
import { withoutWithheld } from '../../db/index/withdrawn.ts';
import { writeOperatorSettings } from '../../db/operator-settings.ts';
import { mayBeClosed, readClosedSite } from './read/closed-site.ts';
import { collectGarbage } from '../../shared/collect-garbage.ts';
import { messageOf } from '../../shared/errors.ts';
import {
  closedError,
  describeHolds,
  doubtAltered,
  gainsAfter,
  guardAgainstLoss,
  holdOfClosed,
  LOSS_MEMORY_MS,
  refusalOfEmptySite,
} from './guard/guard.ts';
import { createPublisher, adoptVerdicts, publishVerdicts } from './publish/publish.ts';
import { readSite, type SiteReading } from './read/read-site.ts';
import type { OnRunEvent, PublishReason, RunOrder, RunSummary } from './events.ts';
import { PARTIAL, scopeOf, type RunTools, type Scope } from './scope.ts';
import type { Site } from '../../shared/page.ts';
import { SyncError } from './sync-error.ts';
import { NO_URGENT_RUNS } from './urgent-queue.ts';
import { languageTest } from './read/text-language.ts';
import type { Discovered } from '../wordpress/discovery.ts';
import { WordPressError } from '../wordpress/errors.ts';
import { isFromSitemap } from '../wordpress/rows.ts';

const WARNINGS_KEPT = 100;

/**
 * Updates the mirror and the index from the site, or throws and leaves the index unchanged. A long first sync publishes its pages
 * in parts; each part passes every check of a run.
 */
export async function run(collaborators: RunCollaborators, order: RunOrder): Promise<RunSummary> {
  const startedAt = collaborators.now();
  // Parts of a first sync list the site again, and find the same faults.
  const warnings = new Set<string>();
  const report: OnRunEvent = (event) => {
    if (event.type === 'warning') {
      if (warnings.has(event.message)) return;
      warnings.add(event.message);
    }
    collaborators.report(event);
  };
  const parts: Part[] = [];
  for (;;) {
    const mine = { ...order, full: order.full && parts.length === 0 };
    const part = await runPart({ ...collaborators, report }, mine, parts.at(-1));
    parts.push(part);
    if (part.remaining === 0) {
      const milliseconds = Math.max(0, collaborators.now().getTime() - startedAt.getTime());
      const noted = { warnings: [...warnings].slice(0, WARNINGS_KEPT), warningCount: warnings.size };
      const summary = { ...totalOf(parts.map((one) => one.summary)), ...noted, milliseconds };
      report({ type: 'finished', summary });
      await part.settle();
      return summary;
    }
    await part.settle();
  }
}

function totalOf(parts: readonly RunSummary[]): RunSummary {
  const [first, last] = [parts[0], parts.at(-1)] as readonly [RunSummary, RunSummary];
  const sum = (count: 'new' | 'changed' | 'moved' | 'gone') => parts.reduce((total, part) => total + part[count], 0);
  const counts = { new: sum('new'), changed: sum('changed'), moved: sum('moved'), gone: sum('gone') };
  const unchanged = Math.max(0, last.unchanged - (counts.new - last.new));
  return { ...last, mode: first.mode, why: first.why, ...counts, unchanged };
}

// A run, or a part of a first sync.
type Part = {
  readonly summary: RunSummary;
  /** Pages that the next part reads. */
  readonly remaining: number;
  readonly discovered: Discovered | undefined;
  /** Stores the holds of the guard; throws if the operator is required. */
  readonly settle: () => Promise<void>;
};

async function runPart(collaborators: RunCollaborators, order: RunOrder, former: Part | undefined): Promise<Part> {
  const { mirror, generations, config, now, lease, onPreempted, report } = collaborators;
  const startedAt = now();
  const checkpoint = () => {
    collaborators.signal.throwIfAborted();
    lease?.keepAlive();
  };

  if (!order.dryRun) await adoptVerdicts(collaborators);
  const leftovers = order.dryRun || onPreempted ? [] : await generations.clean();
  if (leftovers.length > 0) report({ type: 'cleaned', files: leftovers });
  mirror.clearStaged();
  for (const path of order.short ? [] : doubtAltered(mirror, { all: order.full })) {
    report({ type: 'warning', message: `${path} was altered in the mirror and is read again` });
  }
  const expected = scopeOf({ ...collaborators, order, startedAt });
  if (onPreempted && expected.mode !== 'short') throw cannotPreempt();
  const { mode, why, isFirst } = expected;
  if (!former) report({ type: 'started', mode, why, first: isFirst });

  const { urgent = NO_URGENT_RUNS } = collaborators;
  const tools = { ...collaborators, checkpoint, order, startedAt, urgent: isFirst ? NO_URGENT_RUNS : urgent };
  const { scope, reading, closed, discovered } = await readOrVisit({ ...tools, scope: expected }, former?.discovered);
  const { changes, likeness, remaining } = reading;
  const guarded = { ...tools, scope };
  const { holds: guardHolds, held, withheld, facts } = guardAgainstLoss(guarded, changes, likeness);
  changes.withhold(withheld);
  const hasCause = likeness !== undefined || closed !== undefined || changes.all('unseen').size > 0;
  const refusal = refusalOfEmptySite(guarded, changes, hasCause);
  if (refusal) {
    // Only an interrupted run is resumed. After a refusal the operator changes the site, so the next run requests every page.
    if (!order.dryRun) mirror.readings.clear();
    if (!order.dryRun && guardHolds.length > 0) await generations.noteGuard(guardHolds);
    throw closed ? closedError(closed, 0) : refusal;
  }
  const isPublic = closed !== undefined && changes.remaining().size > 0;
  const holds = isPublic ? [...guardHolds, holdOfClosed(mirror, closed, startedAt)] : guardHolds;
  if (onPreempted && held.size + withheld.length > 0) throw cannotPreempt();
  mirror.unstage([...held, ...withheld]);
  const settled = changes.settle(held);

  checkpoint();
  if (scope.mode === 'full' || isFirst) {
    // Building an index needs the most memory, so memory is freed first.
    scope.snapshots.clear();
    await collaborators.restConverter?.();
    await collectGarbage();
  }
  mirror.commit(
    {
      startOver: scope.startOver,
      at: startedAt,
      // The code behind a lost or restored mirror is unknown; its pages are compared as if the code were the same.
      isOtherCode: scope.isOutdated && mirror.fact('document_version') !== undefined,
      gone: settled.leaving,
      skipped: settled.skipped,
      snapshots: settled.snapshots,
      reduced: settled.reduced,
      losses: {
        ids: settled.vanished,
        at: startedAt.getTime(),
        since: startedAt.getTime() - LOSS_MEMORY_MS,
        confirmed: order.force,
      },
      facts: {
        ...scope.facts,
        ...(remaining > 0 && { full_at: undefined, [PARTIAL]: true }),
        ...facts,
        ...(closed && { guard: holds }),
        gained: gainsAfter(guarded, settled.gained),
        ...(scope.mode !== 'only' && { unconfirmed: settled.unconfirmed }),
        ...(scope.mode !== 'only' && scope.mode !== 'short' && { revisited_at: startedAt.getTime() }),
        ...reading.facts,
      },
    },
    () => lease?.assertHeld(),
  );
  // A page without a visitor snapshot is left to the run at work.
  const unseen = changes.all('unseen');
  const seen = [...reading.asked, ...changes.all('isRead').keys()].filter((id) => !unseen.has(id));
  onPreempted?.(new Set([...seen, ...settled.leaving]), changes.all('withdrawn'));
  for (const { id, path, by } of mirror.shadowed()) {
    report({ type: 'warning', message: `Page ${id} has the address of page ${by}, ${path}, and is excluded` });
  }

  const { home } = mirror.fact('site') as Site;
  collaborators.onHome?.(home);
  if (!order.dryRun) {
    await publishVerdicts(collaborators);
    writeOperatorSettings(generations.dataDir, config);
    await generations
      .renewPinned((pinned) => withoutWithheld(generations, pinned))
      .catch((error: unknown) => {
        const message = `The pinned index could not be rebuilt without withdrawn pages; servers withhold them: ${messageOf(error)}`;
        report({ type: 'warning', message });
      });
  }
  const publisher = createPublisher(tools);
  const composed = await publisher.compose();
  const partial = remaining > 0 ? { of: composed.pages + remaining } : undefined;
  const edition = { ...composed, partial };
  const reason = await publisher.reasonToPublish(edition);
  const live = order.dryRun
    ? await generations.current().catch(() => undefined)
    : reason
      ? await publisher.publish(edition, reason)
      : await generations.sign();
  if (live?.pinned !== undefined) report({ type: 'pinned', generation: live.generation, since: live.pinned });
  if (partial && reason && live)
    report({ type: 'partial', generation: live.generation, pages: edition.pages, ...partial });
  const summary: RunSummary = {
    mode: scope.mode,
    why: scope.isFirst ? [] : remarks(scope, reason),
    dryRun: order.dryRun,
    pages: edition.pages,
    ...settled.counts,
    warnings: [],
    warningCount: 0,
    generation: live?.generation,
    published: reason !== undefined,
    renewalDue: !order.dryRun && (await publisher.isRenewalDue()),
    milliseconds: 0,
  };
  async function settle(): Promise<void> {
    if (!order.dryRun && scope.mode !== 'only') await generations.noteGuard(holds);
    if (closed && held.size === 0) throw closedError(closed, edition.pages);
    if (guardHolds.length > 0 && remaining === 0) {
      const cause = closed ? `${closed.what}. ` : '';
      const text = describeHolds(holds, settled.counts.skipped, collaborators);
      throw new SyncError('mass_loss', cause + text);
    }
  }
  return { summary, remaining, discovered, settle };
}

// Collaborators of a run with its expected scope.
type Unconnected = Omit<RunTools, 'wordpress'>;

type FoundSite = {
  readonly scope: Scope;
  readonly reading: SiteReading;
  /** Discovery of the site, for the next part. */
  readonly discovered?: Discovered | undefined;
  /** The failure that closed the REST API: only the HTML of pages was read. */
  readonly closed?: WordPressError;
};

// Reads the site; if its REST API is closed, reads the HTML of its pages.
async function readOrVisit(tools: Unconnected, discovered: Discovered | undefined): Promise<FoundSite> {
  const { mirror, urgent, report, connect, scope: expected } = tools;
  try {
    return await readOpen(tools, discovered);
  } catch (error) {
    if (!mayBeClosed(error) || !['full', 'changes'].includes(expected.mode)) throw error;
    const ids = expected.startOver ? [] : [...expected.known.keys(), ...mirror.withheldIds()];
    const site = mirror.fact('site') as Site | undefined;
    // A site without any reading, or read by its sitemap, is read by its sitemap. Texts of the REST API are compared with the
    // HTML.
    if (ids.every(isFromSitemap)) {
      const message = `The REST API is closed (${error.what}): sync reads the site by its sitemap and front page`;
      report({ type: 'warning', message });
      mirror.clearStaged();
      return await readOpen(tools, 'sitemap').catch((other: unknown) => {
        // The site is not WordPress.
        throw other instanceof WordPressError ? error : other;
      });
    }
    // An urgent run during this run found the API open.
    if (!site || urgent.pages.size > 0) throw error;
    mirror.clearStaged();
    const scope: Scope = { ...expected, mode: 'changes', skipped: mirror.skipped(), facts: {} };
    const apiRoot = `${site.home}/wp-json/`;
    const known = { apiRoot, site, names: [site.home], languageIsGuess: true, listsOneLanguage: false };
    await using wordpress = await connect(known);
    const reading = await readClosedSite({ ...tools, wordpress, scope }, error);
    if (!reading) throw error;
    return { scope, reading, closed: error };
  }
}

async function readOpen(tools: Unconnected, known: Discovered | 'sitemap' | undefined): Promise<FoundSite> {
  const { report, connect, onPreempted, order, scope: expected } = tools;
  report({ type: 'phase', phase: 'connect' });
  await using connected = await connect(known);
  const wordpress = expected.mode === 'short' && !order.short?.isPatient ? connected.inHurry() : connected;
  // Only the site itself can declare a change of its language.
  const spoken = wordpress.languageIsGuess ? undefined : wordpress.site.language;
  const scope = scopeOf({ ...tools, before: expected, sweepDue: () => expected.mode === 'full', spoken });
  if (onPreempted && scope.mode !== 'short') throw cannotPreempt();
  const reading = await readSite({ ...tools, wordpress, scope, languageTest });
  return { scope, reading, discovered: known === 'sitemap' ? undefined : connected.discovered };
}

const cannotPreempt = () => new SyncError('lease_held', 'The current run must end first');

function remarks({ mode, why }: Scope, reason: PublishReason | undefined): string[] {
  const reading = mode === 'full' ? [`every page was read: ${why}`] : [];
  return reason && reason !== 'the content has changed' ? [...reading, `new generation: ${reason}`] : reading;
}
