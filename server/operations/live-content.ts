import { setImmediate } from 'node:timers/promises';
import { createConversions, ConversionPending } from '../../db/index/conversions.ts';
import { isConvertible } from '../../db/index/convert.ts';
import { collectGarbage } from '../../shared/collect-garbage.ts';
import { messageOf } from '../../shared/errors.ts';
import { filesOf, checksumOf, INDEX_SCHEMA_VERSION } from '../../db/index/generations.ts';
import type { Generations, IndexFile, Pointer } from '../../db/index/generations.ts';
import type { Verdicts } from '../../db/index/verdicts.ts';
import { fitsInMemory, openIndex, type Index, type SharedArrays } from '../../db/index/reader.ts';
import { identityOf, isOfSite, nameOfSite } from '../../db/site-identity.ts';
import { followOperatorSettings } from '../../db/operator-settings.ts';
import type { AddressQuota } from '../../shared/address-quotas.ts';
import type { Log } from '../../shared/log.ts';
import { createContent, type Content } from './content.ts';

type FileMark = Awaited<ReturnType<Generations['fileMark']>>;
// A file whose checksum was valid when it had this mark.
type CheckedFile = IndexFile & { readonly mark: FileMark };

type Options = {
  readonly generations: Generations;
  readonly readPageMaxChars: number;
  // Name of the site if the server has several.
  readonly site?: string | undefined;
  readonly log: Log;
  // Interval between reads of `current.json`, in milliseconds.
  readonly everyMs: number;
  // Reads `current.json` on `refresh` only. A server with many open sites sets it, because most receive few requests.
  readonly whenAsked?: boolean;
  // Free memory of this process in bytes.
  readonly availableMemory?: () => number;
  // Monotonic clock in milliseconds.
  readonly monotonicNow?: () => number;
};

/**
 * Opens the live generation and follows `current.json`. A new generation replaces the open index between two requests;
 * a damaged or foreign generation is rejected and the open index stays.
 * If the open file is altered, the newest valid generation replaces it. Handlers call `current()` once and finish
 * synchronously: a response never mixes two generations, and the old file closes at once.
 */
export async function openLiveContent({
  generations,
  readPageMaxChars,
  site,
  log,
  everyMs,
  whenAsked = false,
  availableMemory = () => process.availableMemory(),
  monotonicNow = () => performance.now(),
}: Options) {
  let content: Content | undefined;
  let quotas: readonly AddressQuota[] = [];
  let served: { readonly pointer: Pointer; readonly files: readonly CheckedFile[] } | undefined;
  let seen = '';
  let verdicts: Verdicts | undefined;
  let verdictsSeen = '';
  const partialOf = () => served?.pointer.partial?.of;
  const options = { readPageMaxChars, site, isPinned: () => served?.pointer.pinned !== undefined, partialOf };
  const conversions = createConversions(generations);
  const operator = followOperatorSettings(generations.dataDir);
  let refused: Refusal | undefined;
  let refusedVerdicts: string | undefined;
  let looking = Promise.resolve();
  let lookedAt = 0;
  let refreshing: Promise<void> | undefined;

  // A fault is logged once, until it changes.
  async function look(): Promise<void> {
    lookedAt = monotonicNow();
    quotas = operator().addressQuotas;
    try {
      await followVerdicts();
    } catch (error) {
      // The last valid list stays in force.
      const why = messageOf(error);
      if (why !== refusedVerdicts) log.error({ err: error, version: verdicts?.version }, 'server.verdicts.refused');
      refusedVerdicts = why;
    }
    try {
      if (await isAltered()) return await replaceAltered();
      const mark = await generations.mark();
      if (mark === seen) return await reopenInMemory();
      seen = mark;
      refused = undefined;
      const pointer = await generations.current();
      if (!pointer) return;
      if (pointer.generation !== content?.index.generation || pointer.sha256 !== served?.pointer.sha256)
        await open(pointer);
      else if (served) served = { ...served, pointer };
    } catch (error) {
      const reason = messageOf(error);
      const isNew = reason !== refused?.reason;
      refused = { reason, state: error instanceof OtherSiteError ? 'other_site' : 'refused' };
      if (error instanceof ConversionPending) {
        refused = { reason, state: 'converting' };
        if (isNew) log.info({ generation: error.generation, schema: error.schema }, 'server.index.converting');
        void error.done.then(lookAgain, (fault: unknown) => {
          if (!isAborted(fault)) log.error({ err: fault }, 'server.index.refused');
        });
      } else if (isNew) log.error({ err: error, serving: content?.index.generation }, 'server.index.refused');
    }
  }

  // Called after the live generation has been converted.
  function lookAgain(): void {
    seen = '';
    looking = looking.then(look);
  }

  // Withholds the pages of a new list from the next request on.
  async function followVerdicts(): Promise<void> {
    const mark = await generations.verdictsMark();
    if (mark === verdictsSeen) return;
    const list = await generations.verdicts();
    verdictsSeen = mark;
    refusedVerdicts = undefined;
    if (!list || list.version <= (verdicts?.version ?? 0)) return;
    verdicts = list;
    if (!content) return;
    content.index.withhold(list);
    content = createContent(content.index, options);
    log.info({ version: list.version, pages: list.pages.length }, 'server.verdicts.taken');
  }

  // Reopens a generation whose words did not fit in memory, if they fit now.
  async function reopenInMemory(): Promise<void> {
    if (!served || content?.index.mode !== 'file' || !fitsInMemory(content.index.wordBytes, availableMemory())) return;
    await open(served.pointer);
  }

  // Detects writes to an open file. A removed or replaced file stays readable through its descriptor.
  async function isAltered(): Promise<boolean> {
    for (const file of served?.files ?? []) {
      const mark = await generations.fileMark(file);
      if (mark && mark.inode === file.mark?.inode && mark.write !== file.mark.write) return true;
    }
    return false;
  }

  async function replaceAltered(): Promise<void> {
    const file = served?.pointer.file;
    refused = { reason: `${file} was written to while it was being served`, state: 'refused' };
    log.error({ file }, 'server.index.altered');
    if (await fallBack()) return;
    served = undefined;
    content?.index.close();
    content = undefined;
  }

  async function open(pointer: Pointer): Promise<void> {
    requireSameSite(generations, pointer);
    if (!verdicts && refusedVerdicts !== undefined) throw new Error(refusedVerdicts);
    const files = await checkFiles(generations, pointer, served?.files ?? []);
    const shared = served && content && { sha256: baseOf(served.pointer).sha256, arrays: content.index.arrays };
    const index = await openGeneration(await conversions.readable(pointer), pointer, {
      memory: availableMemory(),
      shared,
    });
    // The last slice of opening used this turn of the event loop.
    await setImmediate();
    if (verdicts) index.withhold(verdicts);
    swap(createContent(index, options));
    // The first sync opens several indexes before the first readers, while it needs much memory itself. With many sites, a
    // collection would delay the readers of the rest.
    if (!whenAsked && (!served || served.pointer.partial)) void collectGarbage();
    served = { pointer, files };
  }

  function swap(next: Content): void {
    const old = content;
    content = next;
    old?.index.close();
    const { generation, counts, mode, wordBytes } = next.index;
    const largerQuotas = operator().addressQuotas.map(({ name }) => name);
    log.info({ generation, pages: counts.pages, words: mode, wordBytes, largerQuotas }, 'server.index.opened');
  }

  // Opens the newest valid generation.
  async function fallBack(): Promise<boolean> {
    for (const pointer of await generations.published()) {
      if (isConvertible(pointer.schema_version)) continue;
      try {
        await open(pointer);
        return true;
      } catch (error) {
        log.error({ err: error, generation: pointer.generation }, 'server.index.refused');
      }
    }
    return false;
  }

  await look();
  if (!content) await fallBack();
  const timer = whenAsked
    ? undefined
    : setInterval(() => {
        looking = looking.then(look);
      }, everyMs);

  // Returns `undefined` if the last look is recent enough.
  function refresh(): Promise<void> | undefined {
    if (refreshing || monotonicNow() - lookedAt < everyMs) return refreshing;
    looking = looking.then(look);
    refreshing = looking.finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    current: () => content,
    /** Returns the addresses with a larger anonymous quota. */
    addressQuotas: () => quotas,
    /** Returns the time of the rollback that pinned the open index, if any. */
    pinned: () => served?.pointer.pinned,
    /** Returns the total number of pages while a first sync is unfinished and the index has a part of them. */
    partialOf,
    refresh,
    /** Returns the reason why the generation of `current.json` is not served, if any. */
    refused: (): Refusal | undefined =>
      refused ?? (refusedVerdicts === undefined ? undefined : { reason: refusedVerdicts, state: 'refused' }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await conversions[Symbol.asyncDispose]();
      await looking;
      content?.index.close();
    },
  };
}
export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>;

// The shutdown of the server aborts a conversion.
const isAborted = (fault: unknown): boolean => (fault as Error).name === 'AbortError';

// A delta generation refers to its base index; a whole generation is its base.
const baseOf = (pointer: Pointer): IndexFile => pointer.base ?? pointer;

// Skips files that were checked before and have the same mark.
async function checkFiles(
  generations: Generations,
  pointer: Pointer,
  checked: readonly CheckedFile[],
): Promise<readonly CheckedFile[]> {
  const { generation, schema_version: version } = pointer;
  if (version !== INDEX_SCHEMA_VERSION && !isConvertible(version)) {
    const advice =
      version > INDEX_SCHEMA_VERSION
        ? 'a newer version of this program wrote it: run that version, or npm run sync to rebuild it'
        : 'npm run sync rebuilds it';
    throw new Error(
      `Generation ${generation} has schema version ${version}; this program reads ${INDEX_SCHEMA_VERSION}: ${advice}`,
    );
  }
  const files: CheckedFile[] = [];
  for (const { file, sha256 } of filesOf(pointer)) {
    const mark = await generations.fileMark({ file });
    const isSame = (known: CheckedFile) =>
      known.sha256 === sha256 && known.mark?.inode === mark?.inode && known.mark?.write === mark?.write;
    if (!checked.some(isSame) && (await checksumOf(generations.pathOf({ file }))) !== sha256) {
      throw new Error(`${file} is damaged: its checksum differs`);
    }
    files.push({ file, sha256, mark });
  }
  return files;
}

/** Why the published index is not served. A conversion ends by itself. */
export type Refusal = { readonly reason: string; readonly state: 'refused' | 'other_site' | 'converting' };

class OtherSiteError extends Error {}

function requireSameSite({ dataDir }: Pick<Generations, 'dataDir'>, { generation, site }: Pointer): void {
  const identity = identityOf(dataDir);
  if (identity && !isOfSite(identity, site))
    throw new OtherSiteError(`Generation ${generation} is of ${site}; DATA_DIR belongs to ${nameOfSite(identity)}`);
}

type Opening = { readonly memory: number; readonly shared: SharedArrays | undefined };

async function openGeneration(path: string, pointer: Pointer, { memory, shared }: Opening): Promise<Index> {
  const index = await openIndex(path, memory, shared);
  if (index.generation === pointer.generation) return index;
  index.close();
  throw new Error(`${pointer.file} holds generation ${index.generation}, not ${pointer.generation}`);
}
