import type { FollowNote } from '../../db/index/follow-note.ts';
import type { Generations } from '../../db/index/generations.ts';
import type { WebhookNote } from '../../db/webhook-note.ts';
import type { State } from '../../db/state/state.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { json, NO_STORE, type Route } from '../http/message.ts';
import type { LiveContent } from '../operations/live-content.ts';
import { attentionOf } from '../operations/attention.ts';

type Options = {
  readonly live: LiveContent;
  readonly generations: Pick<Generations, 'guard'>;
  readonly followed: { readonly note: () => FollowNote } | undefined;
  /** Undefined without a webhook. */
  readonly webhook: (() => WebhookNote) | undefined;
  readonly state: Pick<State, 'isReachable'>;
  readonly now: () => Date;
};

/**
 * `/livez` responds while the process runs. `/readyz` reports the index with its age, and whether tokens can be
 * validated.
 */
export function healthRoutes({ live, generations, followed, webhook, state, now }: Options): readonly Route[] {
  return [
    { path: PATHS.live, quiet: true, methods: { GET: () => json(200, { status: 'live' }, NO_STORE) } },
    {
      path: PATHS.ready,
      quiet: true,
      methods: {
        GET: async () => {
          const index = live.current()?.index;
          const refused = live.refused();
          const reachable = await state.isReachable();
          const guard = await generations.guard();
          const pinned = live.pinned();
          const partialOf = live.partialOf();
          const attention = attentionOf({
            pinned,
            partialOf,
            guard,
            followed: followed?.note(),
            webhook: webhook?.(),
            refused: refused?.state,
            isReachable: reachable,
            now: now(),
          });
          const trouble = {
            ...(attention.length > 0 && { attention }),
            ...(refused && { refused: refused.reason }),
            ...(!reachable && { state: 'unreachable' }),
            ...(followed && { followed: following(followed.note(), now()) }),
            ...(webhook && { webhook: delivering(webhook(), now()) }),
          };
          if (!index || !reachable)
            return json(503, { status: 'not ready', ...trouble }, { ...NO_STORE, 'Retry-After': '5' });
          return json(
            200,
            {
              status: 'ready',
              generation: index.generation,
              pages: index.counts.pages,
              built_at: index.builtAt,
              age_seconds: secondsSince(index.builtAt, now()),
              ...(partialOf !== undefined && { partial: { of: partialOf } }),
              ...(pinned !== undefined && { pinned_since: pinned }),
              ...trouble,
              ...(guard.length > 0 && { guard }),
            },
            NO_STORE,
          );
        },
      },
    },
  ];
}

// The URL of the published index is not public.
function following({ followed_at, failures }: FollowNote, now: Date) {
  return { ...(followed_at !== undefined && { seconds_ago: secondsSince(followed_at, now) }), failures };
}

/** State of the webhook, without its address and fault. */
function delivering({ delivered_at, failures, is_stopped: isStopped = false }: WebhookNote, now: Date) {
  return {
    ...(delivered_at !== undefined && { seconds_ago: secondsSince(delivered_at, now) }),
    failures,
    ...(isStopped && { stopped: true }),
  };
}

const secondsSince = (moment: string, now: Date): number =>
  Math.max(0, Math.round((now.getTime() - Date.parse(moment)) / 1000));
