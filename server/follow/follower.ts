import type { KeyObject } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LEAST_FREE_BYTES, spaceOf } from '../../db/free-space.ts';
import { followNoteOf, writeFollowNote, type FollowNote } from '../../db/index/follow-note.ts';
import {
  checksumOf,
  filesOf,
  generationOf,
  publishedAt,
  type Generations,
  type IndexFile,
  type Pointer,
} from '../../db/index/generations.ts';
import { noteFollowedSite } from '../../db/site-identity.ts';
import { createProcessLock } from '../../db/process-lock.ts';
import { makeSubdirectory } from '../../shared/directories.ts';
import { explain } from '../../shared/errors.ts';
import type { Log } from '../../shared/log.ts';
import {
  checkIndexFile,
  isOneSite,
  isVerdicts,
  readPublished,
  readPublishedVerdicts,
  requireSite,
  sizeOf,
} from './published.ts';
import { BusyOriginError, createOrigin, type Origin, type Validators } from './origin.ts';

type Options = {
  // URL of the published directory.
  readonly url: string;
  readonly origin?: Origin;
  // URL of the site that the index must belong to; by default the site of the local index.
  readonly site?: string | undefined;
  // Public keys of the publisher; if empty, signatures are not required.
  readonly publicKeys: readonly KeyObject[];
  readonly dataDir: string;
  readonly generations: Generations;
  // Average interval between requests, in milliseconds.
  readonly everyMs: number;
  readonly log: Log;
  readonly now: () => Date;
  // Returns a number from 0 to 1.
  readonly random?: () => number;
  // Free and total bytes of the disk.
  readonly space?: (dir: string) => { readonly free: number; readonly total: number };
};

// Longest pause after failures, and longest accepted `Retry-After`, in milliseconds.
const LONGEST_PAUSE_MS = 300_000;
const LONGEST_REQUEST_MS = 3_600_000;

type FileMark = Awaited<ReturnType<Generations['fileMark']>>;

/**
 * Follows a published index: downloads the generation of its `current.json`, verifies it and makes it live in DATA_DIR,
 * where `openLiveContent` opens it. After any fault the live generation stays.
 * An earlier generation is accepted if it was published later, which is a rollback. An older pointer is a stale copy
 * and rejected, as is a pointer of a different site.
 */
export function followIndex(options: Options) {
  const {
    url,
    publicKeys,
    origin = createOrigin(url, { isSigned: publicKeys.length > 0 }),
    site,
    dataDir,
    generations,
    everyMs,
    log,
    now,
    random = Math.random,
    space = spaceOf,
  } = options;
  const ended = new AbortController();
  const { signal } = ended;
  // Servers with the same data directory elect a single follower.
  const lock = createProcessLock(join(dataDir, 'follower.db'));
  // Files with a valid checksum, and their marks at that time.
  const checked = new Map<string, { readonly sha256: string; readonly mark: FileMark }>();
  let validators: Validators = {};
  let verdictValidators: Validators = {};
  let adopted: Pointer | undefined;
  let failures = 0;
  let loggedFault: string | undefined;
  let fetchedBytes = 0;
  // True if the last attempt downloaded a part that the next attempt resumes.
  let canResume = false;

  // Resolves to the milliseconds until the next request.
  async function look(): Promise<number> {
    const jittered = (ms: number) => ms * (0.5 + random());
    try {
      if (!lock.isOurs()) return jittered(everyMs);
      canResume = false;
      await follow();
      if (loggedFault !== undefined) log.info({ failures }, 'server.follow.recovered');
      failures = 0;
      loggedFault = undefined;
      note({ followed_at: now().toISOString() });
      return jittered(everyMs);
    } catch (error) {
      if (signal.aborted) return 0;
      failures += 1;
      const fault = explain(error);
      if (fault !== loggedFault) log.warn({ err: error, failures, origin: url }, 'server.follow.failed');
      loggedFault = fault;
      note({ fault });
      const wanted = error instanceof BusyOriginError ? Math.min(error.seconds * 1000, LONGEST_REQUEST_MS) : 0;
      const pause = canResume ? everyMs : Math.min(everyMs * 2 ** (failures - 1), Math.max(everyMs, LONGEST_PAUSE_MS));
      return wanted + jittered(pause);
    }
  }

  function note(outcome: Pick<FollowNote, 'followed_at' | 'fault'>): void {
    const { followed_at } = followNoteOf(dataDir, url);
    writeFollowNote(dataDir, { url, followed_at, failures, ...outcome });
  }

  async function follow(): Promise<void> {
    const isWhole = adopted !== undefined && (await areHere(filesOf(adopted)));
    const answer = await origin.pointer(isWhole ? validators : {}, signal);
    if (!answer) return adopted && (await followVerdicts(adopted));
    const pointer = readPublished(answer.text, publicKeys);
    const here = await generations.current().catch(() => undefined);
    // The note may be lost, or belong to a different URL of the publisher. An index with its signature counts as
    // followed.
    const isFromHere = followNoteOf(dataDir, url).followed_at !== undefined || (await isSignedHere());
    requireSite(pointer, { named: site, here: isFromHere ? here?.site : undefined });
    if (here && isFromHere && publishedAt(pointer) < publishedAt(here)) {
      throw new Error(
        `current.json names generation ${pointer.generation} as of ${pointer.published_at ?? pointer.built_at}, which is older than what is here`,
      );
    }
    await followVerdicts(pointer);
    const missing = await missingOf(filesOf(pointer));
    if (missing.length > 0 || here?.sha256 !== pointer.sha256 || publishedAt(here) !== publishedAt(pointer)) {
      await fetchAll(missing, pointer);
      await generations.adopt(pointer, answer.text);
      noteFollowedSite(dataDir, pointer);
    }
    adopted = pointer;
    validators = answer.validators;
  }

  // A newer list takes effect at once, without an index. Throws if the list is older than the pointer requires.
  async function followVerdicts({ site: home, verdicts: least = 0 }: Pointer): Promise<void> {
    const known = await generations.verdicts().catch(() => undefined);
    const before = known && isOneSite(known.site, home) ? known.version : 0;
    // A publisher without withheld pages has no list, and may respond with anything.
    const isExpected = Math.max(before, least) > 0;
    const response = origin.verdicts(before < least ? {} : verdictValidators, signal);
    const answer = await (isExpected ? response : response.catch(() => 'missing' as const));
    if (answer && answer !== 'missing' && (isExpected || isVerdicts(answer.text))) {
      const list = readPublishedVerdicts(answer.text, publicKeys);
      if (!isOneSite(list.site, home)) throw new Error(`verdicts.json is of the site ${list.site}, not of ${home}`);
      if (list.version < before)
        throw new Error(`verdicts.json has version ${list.version}, which is older than ${before} here`);
      if (list.version >= least) {
        if (list.version > before) await generations.adoptVerdicts(answer.text);
        verdictValidators = answer.validators;
        return;
      }
    }
    if (before < least)
      throw new Error(`verdicts.json is missing, or older than version ${least}, which current.json names`);
  }

  // True if a key of the publisher signed the live generation.
  async function isSignedHere(): Promise<boolean> {
    return publicKeys.length > 0 && (await generations.isSigned(publicKeys).catch(() => false));
  }

  async function fetchAll(missing: readonly IndexFile[], pointer: Pointer): Promise<void> {
    const began = now().getTime();
    makeSubdirectory(generations.dir);
    await removePartsBut(missing);
    await requireRoom(missing);
    const before = fetchedBytes;
    for (const file of missing) await fetchFile(file);
    const bytes = fetchedBytes - before;
    // Renamed after all downloads: a new file may replace a file that is being served.
    for (const file of missing) {
      await rename(partOf(file), generations.pathOf(file));
      checked.set(file.file, { sha256: file.sha256, mark: await generations.fileMark(file) });
    }
    const seconds = Math.round((now().getTime() - began) / 100) / 10;
    log.info({ generation: pointer.generation, files: missing.length, bytes, seconds }, 'server.follow.fetched');
  }

  // Path of an incomplete or unverified file.
  const partOf = ({ file, sha256 }: IndexFile): string => `${generations.pathOf({ file })}.${sha256.slice(0, 16)}.part`;

  async function removePartsBut(wanted: readonly IndexFile[]): Promise<void> {
    const retained = new Set(wanted.map(partOf));
    const parts = (await readdir(generations.dir))
      .filter((name) => name.endsWith('.part'))
      .map((name) => join(generations.dir, name));
    for (const part of parts.filter((path) => !retained.has(path))) await rm(part, { force: true });
  }

  async function sizeOfPart(file: IndexFile): Promise<number> {
    return (await stat(partOf(file)).catch(() => undefined))?.size ?? 0;
  }

  async function fetchFile(file: IndexFile): Promise<void> {
    const part = partOf(file);
    const before = await sizeOfPart(file);
    try {
      await origin.download({ file: file.file, bytes: sizeOf(file) }, part, signal);
    } finally {
      const came = (await sizeOfPart(file)) - before;
      canResume = came > 0;
      fetchedBytes += Math.max(0, came);
    }
    try {
      if ((await checksumOf(part)) !== file.sha256)
        throw new Error(`${file.file} is not what was published: its checksum differs`);
      await checkIndexFile(part, generationOf(file.file), signal);
    } catch (error) {
      canResume = false;
      if (!signal.aborted) await rm(part, { force: true });
      throw error;
    }
  }

  async function requireRoom(missing: readonly IndexFile[]): Promise<void> {
    let wanted = 0;
    for (const file of missing) wanted += sizeOf(file) - (await sizeOfPart(file));
    const { free, total } = space(generations.dir);
    if (free - wanted < Math.min(LEAST_FREE_BYTES, total / 20)) {
      throw new Error(`The download needs ${wanted} bytes, and the disk of DATA_DIR has ${free} free`);
    }
  }

  async function missingOf(files: readonly IndexFile[]): Promise<readonly IndexFile[]> {
    const missing: IndexFile[] = [];
    for (const file of files) if (!(await isHere(file))) missing.push(file);
    // The base is downloaded before its delta.
    return missing.toReversed();
  }

  async function areHere(files: readonly IndexFile[]): Promise<boolean> {
    return (await missingOf(files)).length === 0;
  }

  // True if the file has the published checksum. Unchanged files are not read again.
  async function isHere(file: IndexFile): Promise<boolean> {
    const mark = await generations.fileMark(file);
    if (!mark) return false;
    const known = checked.get(file.file);
    if (known?.sha256 === file.sha256 && known.mark?.inode === mark.inode && known.mark.write === mark.write)
      return true;
    const { size } = await stat(generations.pathOf(file));
    if (size !== file.bytes || (await checksumOf(generations.pathOf(file))) !== file.sha256) return false;
    checked.set(file.file, { sha256: file.sha256, mark });
    return true;
  }

  async function keepFollowing(): Promise<void> {
    // Without an index, request at once; otherwise at a random time, because many servers may start together.
    const here = await generations.current().catch(() => undefined);
    let wait = here ? everyMs * random() : 0;
    while (!signal.aborted) {
      await sleep(wait, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) wait = await look();
    }
  }

  log.info({ origin: url, verified: publicKeys.length > 0 }, 'server.follow.started');
  const following = keepFollowing();

  return {
    /** Returns the result of the last request by any follower of this data directory. */
    note: (): FollowNote => followNoteOf(dataDir, url),
    /** Returns the downloaded bytes of this process. */
    fetchedBytes: () => fetchedBytes,
    async [Symbol.asyncDispose](): Promise<void> {
      ended.abort();
      await following;
      lock[Symbol.dispose]();
    },
  };
}

export type Followed = ReturnType<typeof followIndex>;
