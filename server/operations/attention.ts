import type { FollowNote } from '../../db/index/follow-note.ts';
import type { GuardNote } from '../../db/index/generations.ts';

/** The states that need a person, in the words of `/readyz`, the metrics and docs/at-3-am.md. */
export const ATTENTION = [
  'pinned',
  'holding',
  'partial',
  'unseen',
  'stale',
  'refused',
  'other_site',
  'state_unreachable',
] as const;
export type Attention = (typeof ATTENTION)[number];

/** Milliseconds without a successful look at INDEX_URL after which the index counts as stale. */
const STALE_MS = 900_000;

type Condition = {
  readonly pinned: string | undefined;
  readonly partialOf: number | undefined;
  readonly guard: GuardNote;
  readonly followed: FollowNote | undefined;
  /** Reason for which the published index is not served. */
  readonly refused: string | undefined;
  readonly isReachable: boolean;
  readonly now: Date;
};

/** The states of a site that need a person at present. */
export function attentionOf({
  pinned,
  partialOf,
  guard,
  followed,
  refused,
  isReachable,
  now,
}: Condition): readonly Attention[] {
  const isOtherSite = refused?.includes('the data directory belongs to') ?? false;
  const since = followed?.followed_at;
  const is: Record<Attention, boolean> = {
    pinned: pinned !== undefined,
    holding: guard.some(({ kind }) => kind !== 'unseen'),
    partial: partialOf !== undefined,
    unseen: guard.some(({ kind }) => kind === 'unseen'),
    stale: since !== undefined && now.getTime() - Date.parse(since) > STALE_MS,
    refused: refused !== undefined && !isOtherSite,
    other_site: isOtherSite,
    state_unreachable: !isReachable,
  };
  return ATTENTION.filter((state) => is[state]);
}
