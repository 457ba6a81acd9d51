import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeOwnedSubdirectory, replaceFile } from './directories.ts';

/** Changes that affect more than a page. */
const SITE_SUBJECTS = [
  /** Permalinks, the front page, the address of the site. */
  'addresses',
  /** Settings and plugins that affect visibility. */
  'visibility',
  /** Parts of several pages: reusable blocks, templates, terms, theme. */
  'shared',
  /** Menus and widgets. */
  'navigation',
  /** More changes than the message could list. */
  'everything',
] as const;
export type SiteSubject = (typeof SITE_SUBJECTS)[number];

/** Largest number of ids in a request; a larger change uses `everything`. */
const MOST_IDS = 2000;

/**
 * Schema of a change message: ids by the REST base of their type (`pages`), and changes of the site. The message only
 * selects pages to read. An unknown change is parsed as `everything`.
 */
export const RefreshRequest = z
  .object({
    posts: z
      .record(
        z.string().regex(/^[a-z][\w-]{0,63}$/i),
        z
          .array(z.int().positive())
          .min(1)
          .max(MOST_IDS)
          .transform((ids) => [...new Set(ids)]),
      )
      .default({})
      .refine((posts) => Object.keys(posts).length <= 50 && Object.values(posts).flat().length <= MOST_IDS),
    site: z
      .array(z.enum(SITE_SUBJECTS).catch('everything'))
      .max(20)
      .default([])
      .transform((subjects) => [...new Set(subjects)]),
  })
  .refine(({ posts, site }) => Object.keys(posts).length + site.length > 0);
export type RefreshRequest = {
  readonly posts: Readonly<Record<string, readonly number[]>>;
  readonly site: readonly SiteSubject[];
};

/** Several requests combined. */
export type Taken = {
  readonly request: RefreshRequest;
  /** Time of the oldest request. */
  readonly since: Date;
  readonly done: () => Promise<void>;
  /** Returns the requests to the queue. */
  readonly giveBack: () => void;
};

/** Largest number of files; further requests are combined into a request for everything. */
const MOST_FILES = 100;

const EVERYTHING: RefreshRequest = { posts: {}, site: ['everything'] };

/**
 * Queue of change messages in the folder `refresh/` of DATA_DIR: the server writes requests, sync takes them. Each
 * request is a file that is written atomically.
 */
export function createRefreshRequests(dataDir: string) {
  const dir = join(dataDir, 'refresh');
  /** Files that were taken, and are not done or returned. */
  const held = new Set<string>();

  async function write(name: string, request: RefreshRequest): Promise<void> {
    makeOwnedSubdirectory(dir);
    const [file, content] = (await names()).length < MOST_FILES ? [name, request] : ['everything', EVERYTHING];
    replaceFile(join(dir, `${file}.json`), JSON.stringify(content), { dir: dataDir });
  }

  /** Returns true until the request with this name is done. */
  async function has(name: string): Promise<boolean> {
    return (await names()).some((one) => one === `${name}.json` || one === `${name}.taken`);
  }

  async function withdraw(name: string): Promise<void> {
    await rm(join(dir, `${name}.json`), { force: true });
  }

  async function anyWaiting(): Promise<boolean> {
    return (await names()).some((name) => name.endsWith('.json'));
  }

  /**
   * Takes all requests as a single request, including requests that a crashed process had taken. `done` deletes them.
   * Returns `undefined` without requests.
   */
  async function take(): Promise<Taken | undefined> {
    for (const name of (await names()).filter((one) => one.endsWith('.json'))) {
      const file = join(dir, name.replace(/json$/, 'taken'));
      // `done` of the request with this name would delete it.
      if (!held.has(file)) await rename(join(dir, name), file);
    }
    const left = (await names()).filter((name) => name.endsWith('.taken')).map((name) => join(dir, name));
    const free = left.filter((file) => !held.has(file));
    for (const file of free) held.add(file);
    const times = new Map<string, number>();
    for (const file of free) {
      const found = await stat(file).catch(() => undefined);
      // A second process finished it since the folder was read.
      if (found) times.set(file, found.mtimeMs);
      else held.delete(file);
    }
    const taken = [...times.keys()];
    if (taken.length === 0) return undefined;
    const giveBack = () => taken.forEach((file) => held.delete(file));
    return {
      since: new Date(Math.min(...times.values())),
      request: merge(await Promise.all(taken.map(readRequest))),
      done: async () => {
        for (const file of taken) await rm(file, { force: true });
        giveBack();
      },
      giveBack,
    };
  }

  async function names(): Promise<readonly string[]> {
    return await readdir(dir).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }

  return { write, has, withdraw, anyWaiting, take };
}

/** Parses a request; an invalid file means that everything changed. */
async function readRequest(file: string): Promise<RefreshRequest> {
  try {
    return RefreshRequest.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return EVERYTHING;
  }
}

function merge(requests: readonly RefreshRequest[]): RefreshRequest {
  const ids = new Map<string, Set<number>>();
  for (const [type, some] of requests.flatMap(({ posts }) => Object.entries(posts))) {
    ids.set(type, new Set([...(ids.get(type) ?? []), ...some]));
  }
  return {
    posts: Object.fromEntries([...ids].map(([type, all]) => [type, [...all]])),
    site: [...new Set(requests.flatMap(({ site }) => site))],
  };
}
