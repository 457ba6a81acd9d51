import type { FollowNote } from '../../db/index/follow-note.ts';
import type { GuardNote } from '../../db/index/generations.ts';
import { isFailing, type WebhookNote } from '../../db/webhook-note.ts';

/** States that require an operator, as `/readyz`, the metrics and docs/at-3-am.md name them. */
export const ATTENTION = [
  'pinned',
  'holding',
  'partial',
  'unseen',
  'stale',
  'refused',
  'other_site',
  'webhook_failing',
  'state_unreachable',
] as const;
export type Attention = (typeof ATTENTION)[number];

// Milliseconds since the last successful request to INDEX_URL; then the index is stale.
const STALE_MS = 900_000;

type Condition = {
  readonly pinned: string | undefined;
  readonly partialOf: number | undefined;
  readonly guard: GuardNote;
  readonly followed: FollowNote | undefined;
  readonly webhook: WebhookNote | undefined;
  // Reason why the published index is not served.
  readonly refused: string | undefined;
  readonly isReachable: boolean;
  readonly now: Date;
};

/** Returns the states of a site that require an operator now. */
export function attentionOf({
  pinned,
  partialOf,
  guard,
  followed,
  webhook,
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
    webhook_failing: webhook !== undefined && isFailing(webhook, now),
    state_unreachable: !isReachable,
  };
  return ATTENTION.filter((state) => is[state]);
}
