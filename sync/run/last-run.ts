import type { Mirror } from '../../db/mirror/mirror.ts';
import type { Hold } from './guard/guard.ts';

/** Facts of the last run, stored in the mirror. */
export type LastRun = {
  /** Holds of the guard. */
  readonly holds: readonly Hold[];
  /** Pages held because nearly all pages had the same response. */
  readonly held: ReadonlySet<number>;
  /** Pages without a visitor snapshot, each with the start of the first consecutive run, in Unix milliseconds. */
  readonly unseen: ReadonlyMap<number, number>;
  /** Pages to read again: held, without a visitor snapshot, or with an outdated page cache. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Start of the run, in Unix milliseconds. */
  readonly revisitedAt: number | undefined;
};

/** Facts of an empty mirror. */
export const NO_RUN: LastRun = {
  holds: [],
  held: new Set(),
  unseen: new Map(),
  unconfirmed: new Set(),
  revisitedAt: undefined,
};

/** Returns the hours since the first of the consecutive runs without a visitor snapshot of a page. */
export const hoursUnseen = ({ unseen }: LastRun, id: number, now: Date): number =>
  (now.getTime() - (unseen.get(id) ?? now.getTime())) / 3_600_000;

/** Reads the facts of the last run. */
export function lastRunOf({ fact }: Pick<Mirror, 'fact'>): LastRun {
  const holds = (fact('guard') as readonly Hold[] | undefined) ?? [];
  const unseen = new Map(
    Object.entries((fact('unseen') as Record<string, number> | undefined) ?? {}).map(([id, at]) => [Number(id), at]),
  );
  return {
    holds,
    held: new Set(holds.flatMap(({ kind, pages }) => (kind === 'different' ? pages : []))),
    unseen,
    // A page that the last run could not read still has no visitor snapshot.
    unconfirmed: new Set([...((fact('unconfirmed') as readonly number[] | undefined) ?? []), ...unseen.keys()]),
    revisitedAt: fact('revisited_at') as number | undefined,
  };
}
