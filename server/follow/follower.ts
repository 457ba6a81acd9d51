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
import { checkIndexFile } from './check.ts';
import { BusyOriginError, createOrigin, type Origin, type Validators } from './origin.ts';
import { isOneSite, isVerdicts, readPublished, readPublishedVerdicts, requireSite, sizeOf } from './published.ts';

type Options = {
  /** Address of the folder. */
  readonly url: string;
  readonly origin?: Origin;
  /** Address of the site whose index it is; without it, that of the index that is here. */
  readonly site?: string | undefined;
  /** Keys of whoever may have signed it; none where what is at the address is believed unsigned. */
  readonly publicKeys: readonly KeyObject[];
  readonly dataDir: string;
  readonly generations: Generations;
  /** Average interval between two looks, in milliseconds. */
  readonly everyMs: number;
  readonly log: Log;
  readonly now: () => Date;
  /** A number from 0 to 1. */
  readonly random?: () => number;
  /** Free and all bytes of the disk. */
  readonly space?: (dir: string) => { readonly free: number; readonly total: number };
};

/** Longest pause after failures, and the longest that an origin may ask for, in milliseconds. */
const LONGEST_PAUSE_MS = 300_000;
const LONGEST_REQUEST_MS = 3_600_000;

type FileMark = Awaited<ReturnType<Generations['fileMark']>>;

/**
 * Follows a published index at an address: what its `current.json` names is downloaded beside what is here, verified, and made
 * live here, where `openLiveContent` finds it. Whatever goes wrong, the last one stays. An earlier generation is followed when
 * it was made live again after the one that is here, which is a rollback; an older pointer is a stale copy, and refused, as is
 * one of another site.
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
  /** Of several servers over one data directory, one follows. */
  const sole = createProcessLock(join(dataDir, 'follower.db'));
  /** Files that had their checksum when they had these marks. */
  const checked = new Map<string, { readonly sha256: string; readonly mark: FileMark }>();
  let validators: Validators = {};
  let verdictValidators: Validators = {};
  let adopted: Pointer | undefined;
  let failures = 0;
  let told: string | undefined;
  let fetchedBytes = 0;
  /** The last attempt brought a part of a file that the next one goes on with. */
  let hasProgressed = false;

  /** Looks once; answers the milliseconds until the next look. */
  async function look(): Promise<number> {
    const jittered = (ms: number) => ms * (0.5 + random());
    try {
      if (!sole.isOurs()) return jittered(everyMs);
      hasProgressed = false;
      await follow();
      if (told !== undefined) log.info({ failures }, 'server.follow.recovered');
      failures = 0;
      told = undefined;
      note({ followed_at: now().toISOString() });
      return jittered(everyMs);
    } catch (error) {
      if (signal.aborted) return 0;
      failures += 1;
      const fault = explain(error);
      if (fault !== told) log.warn({ err: error, failures, origin: url }, 'server.follow.failed');
      told = fault;
      note({ fault });
      const wanted = error instanceof BusyOriginError ? Math.min(error.seconds * 1000, LONGEST_REQUEST_MS) : 0;
      const pause = hasProgressed
        ? everyMs
        : Math.min(everyMs * 2 ** (failures - 1), Math.max(everyMs, LONGEST_PAUSE_MS));
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
    // The note may be lost, or of another address of the same publisher: what its key has signed is its own.
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

  /**
   * Fetches a newer list of verdicts, which takes effect at once: it needs no index. Throws where there is none as new as the pointer
   * knows.
   */
  async function followVerdicts({ site: home, verdicts: least = 0 }: Pointer): Promise<void> {
    const known = await generations.verdicts().catch(() => undefined);
    const before = known && isOneSite(known.site, home) ? known.version : 0;
    // A publisher that never withheld anything has no list, and may answer anything at its address.
    const isExpected = Math.max(before, least) > 0;
    const asked = origin.verdicts(before < least ? {} : verdictValidators, signal);
    const answer = await (isExpected ? asked : asked.catch(() => 'missing' as const));
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

  /** True when what is live here was signed by a key of the publisher. */
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
    // Only once all are here: one may take the name of another that is being served.
    for (const file of missing) {
      await rename(partOf(file), generations.pathOf(file));
      checked.set(file.file, { sha256: file.sha256, mark: await generations.fileMark(file) });
    }
    const seconds = Math.round((now().getTime() - began) / 100) / 10;
    log.info({ generation: pointer.generation, files: missing.length, bytes, seconds }, 'server.follow.fetched');
  }

  /** Path of a file that is not yet complete, or not yet verified. */
  const partOf = ({ file, sha256 }: IndexFile): string => `${generations.pathOf({ file })}.${sha256.slice(0, 16)}.part`;

  async function removePartsBut(wanted: readonly IndexFile[]): Promise<void> {
    const kept = new Set(wanted.map(partOf));
    const parts = (await readdir(generations.dir))
      .filter((name) => name.endsWith('.part'))
      .map((name) => join(generations.dir, name));
    for (const part of parts.filter((path) => !kept.has(path))) await rm(part, { force: true });
  }

  async function sizeOfPart(file: IndexFile): Promise<number> {
    return (await stat(partOf(file)).catch(() => undefined))?.size ?? 0;
  }

  /** Downloads and verifies a file under the name of its part. */
  async function fetchFile(file: IndexFile): Promise<void> {
    const part = partOf(file);
    const before = await sizeOfPart(file);
    try {
      await origin.download({ file: file.file, bytes: sizeOf(file) }, part, signal);
    } finally {
      const came = (await sizeOfPart(file)) - before;
      hasProgressed = came > 0;
      fetchedBytes += Math.max(0, came);
    }
    try {
      if ((await checksumOf(part)) !== file.sha256)
        throw new Error(`${file.file} is not what was published: its checksum differs`);
      await checkIndexFile(part, generationOf(file.file), signal);
    } catch (error) {
      hasProgressed = false;
      if (!signal.aborted) await rm(part, { force: true });
      throw error;
    }
  }

  async function requireRoom(missing: readonly IndexFile[]): Promise<void> {
    let wanted = 0;
    for (const file of missing) wanted += sizeOf(file) - (await sizeOfPart(file));
    const { free, total } = space(generations.dir);
    if (free - wanted < Math.min(LEAST_FREE_BYTES, total / 20)) {
      throw new Error(`There is no room for ${wanted} bytes on the disk of DATA_DIR, which has ${free} free`);
    }
  }

  async function missingOf(files: readonly IndexFile[]): Promise<readonly IndexFile[]> {
    const missing: IndexFile[] = [];
    for (const file of files) if (!(await isHere(file))) missing.push(file);
    // A delta is of no use before its base.
    return missing.toReversed();
  }

  async function areHere(files: readonly IndexFile[]): Promise<boolean> {
    return (await missingOf(files)).length === 0;
  }

  /** True for a file that is what was published; one that was not written to since is not read again. */
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
    // Without an index at once; else at any time within the interval, for others may have started together with us.
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
    /** How it went, of whichever process follows for this data directory. */
    note: (): FollowNote => followNoteOf(dataDir, url),
    /** Bytes of files that this process has downloaded. */
    fetchedBytes: () => fetchedBytes,
    async [Symbol.asyncDispose](): Promise<void> {
      ended.abort();
      await following;
      sole[Symbol.dispose]();
    },
  };
}

export type Followed = ReturnType<typeof followIndex>;
