import { json, type Route } from '../http/message.ts';
import type { LiveContent } from '../live-content.ts';

/** `/livez`: the process answers. `/readyz`: it has an index to answer from, which one and how old. */
export function healthRoutes(live: LiveContent, now: () => Date): readonly Route[] {
  const uncached = { 'Cache-Control': 'no-store' };
  return [
    { path: '/livez', quiet: true, methods: { GET: () => json(200, { status: 'live' }, uncached) } },
    {
      path: '/readyz',
      quiet: true,
      methods: {
        GET: () => {
          const index = live.current()?.index;
          const refused = live.refused();
          const trouble = refused === undefined ? {} : { refused };
          if (!index) return json(503, { status: 'not ready', ...trouble }, { ...uncached, 'Retry-After': '5' });
          return json(
            200,
            {
              status: 'ready',
              generation: index.generation,
              pages: index.counts.pages,
              built_at: index.builtAt,
              age_seconds: Math.max(0, Math.round((now().getTime() - Date.parse(index.builtAt)) / 1000)),
              ...trouble,
            },
            uncached,
          );
        },
      },
    },
  ];
}
