import type { Generations } from '../../db/index/generations.ts';
import type { Mirror } from '../../db/mirror/mirror.ts';
import { doubtAltered } from './altered-pages.ts';
import { describeHolds, gainsAfter, guardAgainstLoss, LOSS_MEMORY_MS, refuseEmptySite } from './loss-guard.ts';
import { createPublisher } from './publish.ts';
import { readSite, type LetPass } from './read-site.ts';
import type { OnRunEvent, PageName, PublishReason, RunOrder, RunSummary } from './events.ts';
import { scopeOf, type Scope } from './scope.ts';
import type { Stamps } from './stamps.ts';
import type { Converter } from '../markdown/converter.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import { SyncError } from './sync-error.ts';
import type { WordPress } from '../wordpress/client.ts';

/** Collaborators and settings of a run. */
export type RunCollaborators = {
  readonly mirror: Mirror;
  readonly generations: Generations;
  readonly config: SiteConfig;
  /** Identity of the site that the settings mean; another one starts the mirror over. */
  readonly source: string;
  /** True when a full sweep is due, given the time of the last one. */
  readonly sweepDue: (last: Date) => boolean;
  /** REST types to read. */
  readonly types: readonly string[];
  /** Hours after which the guard believes what visitors see. */
  readonly guardHours: number;
  readonly convert: Converter['convert'];
  readonly connect: () => Promise<WordPress>;
  readonly now: () => Date;
  /** Of the code that runs. */
  readonly stamps: Stamps;
  readonly signal: AbortSignal;
  readonly report: OnRunEvent;
  /**
   * Takes the pages whose turn it is to be looked at again though nothing says that they changed, for short runs of their
   * own; without it, the run looks at them itself.
   */
  readonly postpone?: ((pages: readonly PageName[]) => void) | undefined;
  /** Lets short runs pass this one while it reads, if somebody waits for them. */
  readonly letPass?: LetPass | undefined;
  /**
   * This run passes another one, which is told the pages that it is to leave alone once they are committed; a run that is more than
   * short, or has the guard hold something, passes nobody.
   */
  readonly passing?: ((pages: ReadonlySet<number>) => void) | undefined;
  /** The right to write, if others might want it too. */
  readonly lease?: { assertHeld(): void; keepAlive(): void };
};

const WARNINGS_KEPT = 100;

/** Brings the mirror and the index up to date with the site, or throws and leaves the index as it was. */
export async function run(collaborators: RunCollaborators, order: RunOrder): Promise<RunSummary> {
  const { mirror, generations, config, source, sweepDue, guardHours, now, stamps, signal, lease, passing } =
    collaborators;
  const startedAt = now();
  const warnings: string[] = [];
  let warningCount = 0;
  const report: OnRunEvent = (event) => {
    if (event.type === 'warning' && warningCount++ < WARNINGS_KEPT) warnings.push(event.message);
    collaborators.report(event);
  };
  const checkpoint = () => {
    signal.throwIfAborted();
    lease?.keepAlive();
  };

  const leftovers = order.dryRun ? [] : await generations.clean();
  if (leftovers.length > 0) report({ type: 'cleaned', files: leftovers });
  mirror.clearStaged();
  for (const path of order.short ? [] : doubtAltered(mirror, { all: order.full })) {
    report({ type: 'warning', message: `${path} is not in the mirror as it was read: it is read again` });
  }
  const input = { mirror, config, source, order, startedAt, sweepDue, stamps };
  const expected = scopeOf(input);
  if (passing && expected.mode !== 'short') throw cannotPass();
  report({ type: 'started', mode: expected.mode, why: expected.why, first: expected.known.size === 0 });

  report({ type: 'phase', phase: 'connect' });
  await using connected = await collaborators.connect();
  const wordpress = expected.mode === 'short' && !order.short?.isPatient ? connected.inHurry() : connected;
  // Only the site itself tells that its language is another one.
  const scope = scopeOf({
    ...input,
    before: expected,
    sweepDue: () => expected.mode === 'full',
    spoken: wordpress.languageIsGuess ? undefined : wordpress.site.language,
  });
  if (passing && scope.mode !== 'short') throw cannotPass();
  const reading = await readSite({ ...collaborators, wordpress, report, checkpoint }, scope, order);
  const { changes } = reading;
  refuseEmptySite(changes, scope, order);
  const { holds, held, facts } = guardAgainstLoss(collaborators, changes, { scope, order, startedAt });
  if (passing && held.size > 0) throw cannotPass();
  mirror.unstage(held);
  const settled = changes.settle(held);

  checkpoint();
  mirror.commit(
    {
      startOver: scope.startOver,
      gone: settled.leaving,
      skipped: settled.skipped,
      views: settled.views,
      losses: {
        ids: settled.vanished,
        at: startedAt.getTime(),
        since: startedAt.getTime() - LOSS_MEMORY_MS,
        confirmed: order.force,
      },
      facts: {
        ...scope.facts,
        ...facts,
        gained: gainsAfter(mirror, settled.gained, { scope, order, startedAt }),
        ...(scope.mode !== 'only' && { unconfirmed: settled.unconfirmed }),
        ...(scope.mode !== 'only' && scope.mode !== 'short' && { revisited_at: startedAt.getTime() }),
        ...reading.facts,
      },
    },
    () => lease?.assertHeld(),
  );
  passing?.(new Set([...reading.asked, ...settled.leaving]));
  for (const { id, path, by } of mirror.shadowed()) {
    report({ type: 'warning', message: `Page ${id} has the address of page ${by}, ${path}, and is left out` });
  }

  const publisher = createPublisher({ mirror, generations, config, now, stamps, report, checkpoint });
  const edition = await publisher.compose();
  const reason = await publisher.reasonToPublish(edition);
  const live = order.dryRun
    ? await generations.current().catch(() => undefined)
    : reason
      ? await publisher.publish(edition, reason)
      : await generations.sign();
  const summary: RunSummary = {
    mode: scope.mode,
    why: scope.known.size === 0 ? [] : remarks(scope, reason),
    dryRun: order.dryRun,
    pages: edition.pages,
    ...settled.counts,
    warnings,
    warningCount,
    generation: live?.generation,
    published: reason !== undefined,
    milliseconds: Math.max(0, now().getTime() - startedAt.getTime()),
  };
  report({ type: 'finished', summary });
  if (!order.dryRun && scope.mode !== 'only') await generations.noteGuard(holds);
  if (holds.length > 0) throw new SyncError('mass_loss', describeHolds(holds, settled.counts.skipped, guardHours));
  return summary;
}

const cannotPass = () => new SyncError('lease_held', 'The run at work must come to its end first');

function remarks({ mode, why }: Scope, reason: PublishReason | undefined): string[] {
  const reading = mode === 'full' ? [`every page was read: ${why}`] : [];
  return reason && reason !== 'the content has changed' ? [...reading, `new generation: ${reason}`] : reading;
}
