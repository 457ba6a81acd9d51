import { createGenerations } from '../../db/index/generations.ts';
import type { FollowNote } from '../../db/index/follow-note.ts';
import { readWebhookNote } from '../../db/webhook-note.ts';
import type { ServerConfig } from '../config.ts';

/** State of index, guard, follower and webhook of a site of SITES_DIR, open or closed. */
export type SiteCondition = Awaited<ReturnType<typeof conditionOf>>;

type Options = {
  readonly members: () => Iterable<{
    readonly name: string;
    readonly config: Pick<ServerConfig, 'dataDir' | 'webhook'>;
  }>;
  readonly followNoteOf: (name: string) => FollowNote | undefined;
  readonly monotonicNow: () => number;
};

// Reads two files for each site.
const EVERY_MS = 60_000;

/** Reads the state of all sites sequentially, at most once a minute. */
export function createSiteConditions({ members, followNoteOf, monotonicNow }: Options) {
  let readAt = -Infinity;
  let last: Promise<readonly SiteCondition[]> = Promise.resolve([]);

  async function readAll(): Promise<readonly SiteCondition[]> {
    const conditions: SiteCondition[] = [];
    for (const { name, config } of members()) conditions.push(await conditionOf(name, config, followNoteOf(name)));
    return conditions;
  }

  return (): Promise<readonly SiteCondition[]> => {
    const now = monotonicNow();
    if (now - readAt >= EVERY_MS) {
      readAt = now;
      last = readAll();
    }
    return last;
  };
}

async function conditionOf(
  name: string,
  { dataDir, webhook }: Pick<ServerConfig, 'dataDir' | 'webhook'>,
  followed: FollowNote | undefined,
) {
  const generations = createGenerations(dataDir);
  const live = await generations.current().catch(() => undefined);
  return {
    name,
    // 0 without an index.
    generation: live?.generation ?? 0,
    pages: live?.counts['pages'] ?? 0,
    builtAt: live?.built_at,
    // Time of the rollback that pinned the index, ISO 8601.
    pinned: live?.pinned,
    // Total number of pages during a first sync.
    partialOf: live?.partial?.of,
    guard: await generations.guard(),
    followed,
    webhook: webhook && readWebhookNote(dataDir),
  };
}
