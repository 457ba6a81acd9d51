import type { FollowNote } from '../../db/index/follow-note.ts';
import type { GuardNote } from '../../db/index/generations.ts';
import { isFailing, type WebhookNote } from '../../db/webhook-note.ts';
import type { LiveContent, Refusal } from './live-content.ts';

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
  readonly refused: Refusal['state'] | undefined;
  readonly isReachable: boolean;
  readonly now: Date;
};

/** An open site with the files whose notes describe its condition. */
export type OpenSite = {
  readonly live: Pick<LiveContent, 'current' | 'refused' | 'pinned' | 'partialOf'>;
  readonly followed: { readonly note: () => FollowNote } | undefined;
  /** Undefined without a webhook. */
  readonly webhook: (() => WebhookNote) | undefined;
  readonly guard: () => Promise<GuardNote>;
};

/** Reads the condition of an open site. */
export const conditionOf = async ({ live, followed, webhook, guard }: OpenSite) => ({
  pinned: live.pinned(),
  partialOf: live.partialOf(),
  guard: await guard(),
  followed: followed?.note(),
  webhook: webhook?.(),
  refused: live.refused()?.state,
});

/** Returns the states of a site that require an operator now. */
export function attentionOf(site: Condition): readonly Attention[] {
  const { guard, refused, followed, webhook, now } = site;
  const is: Record<Attention, boolean> = {
    pinned: site.pinned !== undefined,
    holding: guard.some(({ kind }) => kind !== 'unseen'),
    partial: site.partialOf !== undefined,
    unseen: guard.some(({ kind }) => kind === 'unseen'),
    stale: followed !== undefined && isStale(followed, now),
    refused: refused === 'refused',
    other_site: refused === 'other_site',
    webhook_failing: webhook !== undefined && isFailing(webhook, now),
    state_unreachable: !site.isReachable,
  };
  return ATTENTION.filter((state) => is[state]);
}

/** Returns whether the published index cannot be opened. A conversion is in progress, so it does not count. */
export const isRefused = (state: Refusal['state'] | undefined): boolean =>
  state !== undefined && state !== 'converting';

// Without a successful request, such as after a change of INDEX_URL, any failure counts.
function isStale({ followed_at: at, failures }: FollowNote, now: Date): boolean {
  return at === undefined ? failures > 0 : now.getTime() - Date.parse(at) > STALE_MS;
}
