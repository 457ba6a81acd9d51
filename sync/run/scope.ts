import { DEMO } from '../../db/site-identity.ts';
import type { KnownPage, Mirror, SkippedPage } from '../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../db/mirror/page-tables.ts';
import type { Site } from '../../shared/page.ts';
import type { RunCollaborators } from './collaborators.ts';
import type { RunOrder, RunSummary } from './events.ts';
import type { UrgentRuns } from './urgent-queue.ts';
import type { WordPress } from '../wordpress/client.ts';
import { SyncError } from './sync-error.ts';

/** Extent of a run: the pages that it reads, and the state that it compares with. */
export type Scope = {
  readonly mode: RunSummary['mode'];
  readonly why: string;
  /** The mirror contains the demo site. */
  readonly startOver: boolean;
  /** The mirror has a different code digest: assume nothing about its pages. */
  readonly isOutdated: boolean;
  /** The site was never read completely: its pages are read and published in parts. */
  readonly isFirst: boolean;
  /** Pages of the mirror; the reading adopts the commits of urgent runs. */
  readonly known: Map<number, KnownPage>;
  readonly skipped: ReadonlyMap<number, SkippedPage>;
  /** Visitor snapshots of the mirror; the reading adopts those of urgent runs. */
  readonly snapshots: Map<number, StoredSnapshot>;
  readonly lastRun: LastRun;
  /** Returns a current fact of the mirror, unless it contains the demo site. */
  readonly fact: Mirror['fact'];
  /** Facts to store after a successful run. */
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Collaborators and state of the steps of a run. */
export type RunTools = RunCollaborators & {
  readonly wordpress: WordPress;
  /** Callback of long work; throws to abort it. */
  readonly checkpoint: () => void;
  readonly urgent: UrgentRuns;
  readonly order: RunOrder;
  readonly scope: Scope;
  readonly startedAt: Date;
};

/**
 * A state of the site that requires the operator (exit code 2). `vanished` and `different` hold the previous versions: `vanished`
 * until --force, `different` for `GUARD_HOURS`. `unseen`: no visitor snapshot of pages was available. `withdrawn`: the site
 * withdrew nearly all pages. `unread`: the REST API is closed.
 */
export type Hold = {
  readonly kind: 'vanished' | 'different' | 'unseen' | 'withdrawn' | 'unread';
  /** ISO 8601. */
  readonly since: string;
  readonly why: string;
  /** Pages held at their previous versions. */
  readonly pages: readonly number[];
  /** The common response; see `Answer`. */
  readonly alike?: string;
};

/** Facts of the last run, stored in the mirror. */
export type LastRun = {
  readonly holds: readonly Hold[];
  /** Pages without a visitor snapshot, each with the start of the first consecutive run, in Unix milliseconds. */
  readonly unseen: Map<number, number>;
  /** Pages to read again: held, without a visitor snapshot, or with an outdated page cache. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Start of the run, in Unix milliseconds. */
  readonly revisitedAt: number | undefined;
};

/** Returns the hours since the first of the consecutive runs without a visitor snapshot of a page. */
export const hoursUnseen = ({ unseen }: LastRun, id: number, now: Date): number =>
  (now.getTime() - (unseen.get(id) ?? now.getTime())) / 3_600_000;

/** Reads the facts of the last run; without facts, there is none. */
export function lastRunOf({ fact }: Pick<Mirror, 'fact'>): LastRun {
  const holds = (fact('guard') as readonly Hold[] | undefined) ?? [];
  const unseen = new Map(
    Object.entries((fact('unseen') as Record<string, number> | undefined) ?? {}).map(([id, at]) => [Number(id), at]),
  );
  return {
    holds,
    unseen,
    // A page that the last run could not read still has no visitor snapshot.
    unconfirmed: new Set([...((fact('unconfirmed') as readonly number[] | undefined) ?? []), ...unseen.keys()]),
    revisitedAt: fact('revisited_at') as number | undefined,
  };
}

type Inputs = 'mirror' | 'config' | 'source' | 'order' | 'startedAt' | 'sweepDue' | 'digests';

type ScopeInput = Pick<RunTools, Inputs> & {
  // Result of an earlier decision about the same mirror.
  readonly before?: Pick<Scope, 'known' | 'snapshots' | 'lastRun'> | undefined;
  readonly spoken?: string | undefined;
};

/** Fact of a mirror that contains only a part of the site. */
export const PARTIAL = 'partial';
const UNFINISHED = 'the first sync was not finished';
const ASKED_FOR = 'asked for';

/** Decides whether a run can compare with the last run, or must read everything. */
export function scopeOf(input: ScopeInput): Scope {
  const { mirror, config, source, order, startedAt, sweepDue, digests, before, spoken } = input;
  const formerSource = mirror.fact('source');
  const startOver = formerSource === DEMO && source !== DEMO;
  const known = startOver ? new Map<number, KnownPage>() : (before?.known ?? mirror.known());
  // Older mirrors contain a number instead of a string.
  const isOutdated = mirror.fact('document_version') !== digests.converter;
  const language = config.language ?? null;
  const isPartial = !startOver && mirror.fact(PARTIAL) === true;
  const why = whyFull();

  function whyFull(): string | undefined {
    if (startOver) return 'the mirror holds the demo site';
    if (formerSource !== undefined && formerSource !== source) return 'the address of the site has changed';
    if (known.size === 0) return 'the mirror is empty';
    if (mirror.fact('full_at') === undefined && !isPartial) return 'the mirror was rebuilt or restored';
    // A dry run of a page, which writes nothing, tests a change of the converter.
    if (isOutdated && !(order.dryRun && order.only !== undefined)) return 'the converter has changed';
    if ((mirror.fact('language') ?? null) !== language) return 'the site file names another language';
    if (spoken !== undefined && spoken !== formerLanguage(mirror)) return 'the site speaks another language';
    if (order.full) return ASKED_FOR;
    const last = mirror.fact('full_at');
    const mayWait = order.only !== undefined || order.short !== undefined;
    return typeof last === 'string' && !mayWait && sweepDue(new Date(last)) ? 'the full sweep is overdue' : undefined;
  }

  const fact = (name: string) => (startOver ? undefined : mirror.fact(name));
  const lastRun = before?.lastRun ?? lastRunOf({ fact });
  const snapshots = before?.snapshots ?? (startOver ? new Map<number, StoredSnapshot>() : mirror.snapshots());
  if (order.only !== undefined) {
    const obstacle = (why === ASKED_FOR ? undefined : why) ?? (isPartial ? UNFINISHED : undefined);
    if (obstacle !== undefined) {
      throw new SyncError('page_unknown', `--only is not possible because ${obstacle}: run npm run sync first`);
    }
  }

  function decide(): Pick<Scope, 'mode' | 'why'> {
    if (order.only !== undefined) return { mode: 'only', why: ASKED_FOR };
    if (why !== undefined) return { mode: 'full', why };
    if (isPartial) return { mode: 'changes', why: UNFINISHED };
    // Only a full census can decide about held pages.
    const isGuarded = lastRun.holds.some(({ kind }) => kind === 'vanished' || kind === 'different');
    if (order.short !== undefined && !isGuarded) return { mode: 'short', why: order.short.why };
    return { mode: 'changes', why: 'scheduled' };
  }

  const decided = decide();
  const isFull = decided.mode === 'full';
  const isResumed = decided.mode === 'changes' && isPartial;
  const facts = {
    source,
    language,
    ...(spoken !== undefined && { spoken }),
    document_version: digests.converter,
    full_at: startedAt.toISOString(),
    [PARTIAL]: false,
  };
  return {
    ...decided,
    startOver,
    isOutdated,
    isFirst: isResumed || (isFull && known.size === 0),
    known,
    skipped: isFull ? new Map() : mirror.skipped(),
    snapshots,
    lastRun,
    fact,
    facts: isFull || isResumed ? facts : {},
  };
}

function formerLanguage(mirror: Mirror): string | undefined {
  const site = mirror.fact('site') as Site | undefined;
  return (mirror.fact('spoken') as string | undefined) ?? site?.language;
}
