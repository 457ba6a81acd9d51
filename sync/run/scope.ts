import { DEMO } from '../../db/site-identity.ts';
import type { KnownPage, Mirror, SkippedPage } from '../../db/mirror/mirror.ts';
import type { StoredSnapshot } from '../../db/mirror/page-tables.ts';
import type { Site } from '../../shared/page.ts';
import type { RunOrder, RunSummary } from './events.ts';
import type { SiteConfig } from '../site-file/site-config.ts';
import type { CodeDigests } from './publish/code-digests.ts';
import type { Hold } from './guard/guard.ts';
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

type ScopeInput = {
  readonly mirror: Mirror;
  readonly config: Pick<SiteConfig, 'language'>;
  readonly source: string;
  readonly order: RunOrder;
  readonly startedAt: Date;
  readonly sweepDue: (last: Date) => boolean;
  readonly digests: CodeDigests;
  // Result of an earlier decision about the same mirror.
  readonly before?: Pick<Scope, 'known' | 'snapshots' | 'lastRun'> | undefined;
  readonly spoken?: string | undefined;
};

/** Fact of a mirror that contains only a part of the site. */
export const PARTIAL = 'partial';
const UNFINISHED = 'the first sync was not finished';
const OVERDUE = 'the full sweep is overdue';

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
    if (order.full) return 'asked for';
    const last = mirror.fact('full_at');
    const mayWait = order.only !== undefined || order.short !== undefined;
    return typeof last === 'string' && !mayWait && sweepDue(new Date(last)) ? OVERDUE : undefined;
  }

  const fact = (name: string) => (startOver ? undefined : mirror.fact(name));
  const lastRun = before?.lastRun ?? lastRunOf({ fact });
  const snapshots = before?.snapshots ?? (startOver ? new Map<number, StoredSnapshot>() : mirror.snapshots());
  const common = { startOver, isOutdated, isFirst: false, known, snapshots, lastRun, fact };
  if (order.only !== undefined) {
    if (why !== undefined && why !== 'asked for') {
      throw new SyncError('page_unknown', `--only is not possible because ${why}: run npm run sync first`);
    }
    if (isPartial)
      throw new SyncError('page_unknown', `--only is not possible because ${UNFINISHED}: run npm run sync first`);
    return { mode: 'only', why: 'asked for', ...common, skipped: mirror.skipped(), facts: {} };
  }
  const facts = {
    source,
    language,
    ...(spoken !== undefined && { spoken }),
    document_version: digests.converter,
    full_at: startedAt.toISOString(),
    [PARTIAL]: false,
  };
  if (why === undefined && isPartial) {
    return { mode: 'changes', why: UNFINISHED, ...common, isFirst: true, skipped: mirror.skipped(), facts };
  }
  // Only a full census can decide about held pages.
  const isGuarded = lastRun.holds.some(({ kind }) => kind === 'vanished' || kind === 'different');
  if (why === undefined && order.short !== undefined && !isGuarded) {
    const { why: reason } = order.short;
    return { mode: 'short', why: reason, ...common, skipped: mirror.skipped(), facts: {} };
  }
  if (why === undefined) {
    return { mode: 'changes', why: 'scheduled', ...common, skipped: mirror.skipped(), facts: {} };
  }
  return { mode: 'full', why, ...common, isFirst: known.size === 0, skipped: new Map(), facts };
}

function formerLanguage(mirror: Mirror): string | undefined {
  const site = mirror.fact('site') as Site | undefined;
  return (mirror.fact('spoken') as string | undefined) ?? site?.language;
}
