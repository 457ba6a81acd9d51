import type { FollowNote } from '../../db/index/follow-note.ts';
import type { WebhookNote } from '../../db/webhook-note.ts';
import type { State } from '../../db/state/state.ts';
import { PATHS } from '../../shared/public-paths.ts';
import { json, NO_STORE, type Route } from '../http/message.ts';
import type { LiveContent } from '../operations/live-content.ts';
import { attentionOf, conditionOf, type OpenSite } from '../operations/attention.ts';

type Options = OpenSite & {
  readonly live: LiveContent;
  readonly state: Pick<State, 'isReachable'>;
  readonly now: () => Date;
};

/**
 * `/livez` responds while the process runs. `/readyz` reports the index with its age, and whether tokens can be
 * validated.
 */
export function healthRoutes({ state, now, ...site }: Options): readonly Route[] {
  return [
    { path: PATHS.live, quiet: true, methods: { GET: () => json(200, { status: 'live' }, NO_STORE) } },
    {
      path: PATHS.ready,
      quiet: true,
      methods: {
        GET: async () => {
          const index = site.live.current()?.index;
          const isReachable = await state.isReachable();
          const condition = await conditionOf(site);
          const { pinned, partialOf, guard, followed, webhook } = condition;
          const refused = site.live.refused();
          const attention = attentionOf({ ...condition, isReachable, now: now() });
          const trouble = {
            ...(attention.length > 0 && { attention }),
            ...(refused && { refused: refused.reason }),
            ...(!isReachable && { state: 'unreachable' }),
            ...(followed && { followed: following(followed, now()) }),
            ...(webhook && { webhook: delivering(webhook, now()) }),
          };
          if (!index || !isReachable)
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
