import { createGenerations, type GuardNote } from '../../db/index/generations.ts';
import type { FollowNote } from '../../db/index/follow-note.ts';
import { readWebhookNote, type WebhookNote } from '../../db/webhook-note.ts';
import type { ServerConfig } from '../config.ts';

/** State of index, guard and follower of a site of SITES_DIR, open or closed. */
export type SiteCondition = {
  readonly name: string;
  /** Generation of the index; 0 without an index. */
  readonly generation: number;
  readonly pages: number;
  /** ISO 8601. */
  readonly builtAt: string | undefined;
  /** Time of the rollback that pinned the index, ISO 8601. */
  readonly pinned: string | undefined;
  /** Total number of pages during a first sync. */
  readonly partialOf: number | undefined;
  readonly guard: GuardNote;
  /** State of the followed index. */
  readonly followed: FollowNote | undefined;
  /** Undefined without a webhook. */
  readonly webhook: WebhookNote | undefined;
};

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
    for (const { name, config } of members()) conditions.push(await read(name, config));
    return conditions;
  }

  async function read(
    name: string,
    { dataDir, webhook }: Pick<ServerConfig, 'dataDir' | 'webhook'>,
  ): Promise<SiteCondition> {
    const generations = createGenerations(dataDir);
    const live = await generations.current().catch(() => undefined);
    return {
      name,
      generation: live?.generation ?? 0,
      pages: live?.counts['pages'] ?? 0,
      builtAt: live?.built_at,
      pinned: live?.pinned,
      partialOf: live?.partial?.of,
      guard: await generations.guard(),
      followed: followNoteOf(name),
      webhook: webhook && readWebhookNote(dataDir),
    };
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
