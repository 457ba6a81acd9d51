import type { Mirror } from '../../db/mirror/mirror.ts';
import type { Hold } from './guard/guard.ts';

/** Facts that a run leaves in the mirror for the next one. */
export type LastRun = {
  /** What the guard holds. */
  readonly holds: readonly Hold[];
  /** Pages that it holds because visitors see something else. */
  readonly held: ReadonlySet<number>;
  /** Pages to read again: found empty, or held. */
  readonly unconfirmed: ReadonlySet<number>;
  /** Start of the run, in Unix milliseconds. */
  readonly revisitedAt: number | undefined;
};

/** The facts of a mirror that starts over. */
export const NO_RUN: LastRun = { holds: [], held: new Set(), unconfirmed: new Set(), revisitedAt: undefined };

/** Reads the facts that the last run has left. */
export function lastRunOf({ fact }: Pick<Mirror, 'fact'>): LastRun {
  const holds = (fact('guard') as readonly Hold[] | undefined) ?? [];
  return {
    holds,
    held: new Set(holds.flatMap(({ kind, pages }) => (kind === 'different' ? pages : []))),
    unconfirmed: new Set((fact('unconfirmed') as readonly number[] | undefined) ?? []),
    revisitedAt: fact('revisited_at') as number | undefined,
  };
}
