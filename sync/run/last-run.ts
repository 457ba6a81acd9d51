import type { Mirror } from '../../db/mirror/mirror.ts';
import type { Hold } from './guard/guard.ts';

/** Facts that a run leaves in the mirror for the next one. */
export type LastRun = {
  /** What the guard holds. */
  readonly holds: readonly Hold[];
  /** Pages that it holds because nearly all pages answer visitors alike. */
  readonly held: ReadonlySet<number>;
  /** Pages that could not be seen, each with the start of the first such run in a row, in Unix milliseconds. */
  readonly unseen: ReadonlyMap<number, number>;
  /** Pages to read again: held, not seen, or with a page cache that is behind. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Start of the run, in Unix milliseconds. */
  readonly revisitedAt: number | undefined;
};

/** The facts of a mirror that starts over. */
export const NO_RUN: LastRun = {
  holds: [],
  held: new Set(),
  unseen: new Map(),
  unconfirmed: new Set(),
  revisitedAt: undefined,
};

/** Reads the facts that the last run has left. */
export function lastRunOf({ fact }: Pick<Mirror, 'fact'>): LastRun {
  const holds = (fact('guard') as readonly Hold[] | undefined) ?? [];
  const unseen = new Map(
    Object.entries((fact('unseen') as Record<string, number> | undefined) ?? {}).map(([id, at]) => [Number(id), at]),
  );
  return {
    holds,
    held: new Set(holds.flatMap(({ kind, pages }) => (kind === 'different' ? pages : []))),
    unseen,
    // A page that the last run could not read at all is still unseen.
    unconfirmed: new Set([...((fact('unconfirmed') as readonly number[] | undefined) ?? []), ...unseen.keys()]),
    revisitedAt: fact('revisited_at') as number | undefined,
  };
}
