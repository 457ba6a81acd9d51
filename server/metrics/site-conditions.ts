import { createGenerations, type GuardNote } from '../../db/index/generations.ts';
import type { FollowNote } from '../../db/index/follow-note.ts';

/** Index, guard and follower of a site of SITES_DIR, open or closed. */
export type SiteCondition = {
  readonly name: string;
  /** Of the index that is to be served; 0 without one. */
  readonly generation: number;
  readonly pages: number;
  /** ISO 8601. */
  readonly builtAt: string | undefined;
  /** Since when a rollback pins it; ISO 8601. */
  readonly pinned: string | undefined;
  /** Number of pages that an unfinished first sync is going to read. */
  readonly partialOf: number | undefined;
  readonly guard: GuardNote;
  /** How it goes with the published index that is followed, if one is. */
  readonly followed: FollowNote | undefined;
};

type Options = {
  readonly members: () => Iterable<{ readonly name: string; readonly config: { readonly dataDir: string } }>;
  readonly followNoteOf: (name: string) => FollowNote | undefined;
  readonly monotonicNow: () => number;
};

/** Two files of each site are read for it. */
const EVERY_MS = 60_000;

/** Reads how it is with all sites, one after the other, once a minute at most. */
export function createSiteConditions({ members, followNoteOf, monotonicNow }: Options) {
  let readAt = -Infinity;
  let last: Promise<readonly SiteCondition[]> = Promise.resolve([]);

  async function readAll(): Promise<readonly SiteCondition[]> {
    const conditions: SiteCondition[] = [];
    for (const { name, config } of members()) conditions.push(await read(name, config.dataDir));
    return conditions;
  }

  async function read(name: string, dataDir: string): Promise<SiteCondition> {
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
