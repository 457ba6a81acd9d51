import { setImmediate } from 'node:timers/promises';
import { createConversions, ConversionPending } from '../../db/index/conversions.ts';
import { isConvertible } from '../../db/index/convert.ts';
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
/** A file that had the checksum that was published when it had this mark. */
type CheckedFile = IndexFile & { readonly mark: FileMark };

type Options = {
  readonly generations: Generations;
  readonly readPageMaxChars: number;
  /** Name of the site, where it is one of several. */
  readonly site?: string | undefined;
  readonly log: Log;
  /** Interval at which the pointer is looked at, in milliseconds. */
  readonly everyMs: number;
  /** Looks when `refresh` is called, and else never: where many are open, most are asked seldom. */
  readonly whenAsked?: boolean;
  /** Bytes of memory that this process may still take. */
  readonly availableMemory?: () => number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicNow?: () => number;
};

/**
 * The content of the live generation. It follows `current.json`: a new generation replaces the old one between two
 * requests; one that is damaged or foreign is refused, once, and the old one stays. When somebody writes into the file
 * that is being served, the newest one that is whole takes its place. Handlers take `current()` once and finish without
 * waiting, so no answer mixes two generations and the old file can be closed at once.
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
  const conversions = createConversions(generations);
  const operator = followOperatorSettings(generations.dataDir);
  let refused: string | undefined;
  let refusedVerdicts: string | undefined;
  let looking = Promise.resolve();
  let lookedAt = 0;
  let refreshing: Promise<void> | undefined;

  /** A fault is logged once, not at every look. */
  async function look(): Promise<void> {
    lookedAt = monotonicNow();
    quotas = operator().addressQuotas;
    try {
      await lookAtVerdicts();
    } catch (error) {
      // The last good list stays in force.
      const why = messageOf(error);
      if (why !== refusedVerdicts) log.error({ err: error, version: verdicts?.version }, 'server.verdicts.refused');
      refusedVerdicts = why;
    }
    try {
      if (await isAltered()) return await replaceAltered();
      const mark = await generations.mark();
      if (mark === seen) return await takeIntoMemory();
      seen = mark;
      refused = undefined;
      const pointer = await generations.current();
      if (!pointer) return;
      if (pointer.generation !== content?.index.generation || pointer.sha256 !== served?.pointer.sha256)
        await open(pointer);
      else if (served) served = { ...served, pointer };
    } catch (error) {
      const why = messageOf(error);
      const isNew = why !== refused;
      refused = why;
      if (error instanceof ConversionPending) {
        if (isNew) log.info({ generation: error.generation, schema: error.schema }, 'server.index.converting');
        void error.done.then(lookAgain, (fault: unknown) => {
          if (!isAborted(fault)) log.error({ err: fault }, 'server.index.refused');
        });
      } else if (isNew) log.error({ err: error, serving: content?.index.generation }, 'server.index.refused');
    }
  }

  /** Opens the live generation once it has been converted. */
  function lookAgain(): void {
    seen = '';
    looking = looking.then(look);
  }

  /** Withholds what a new list of verdicts names, from the next request on. */
  async function lookAtVerdicts(): Promise<void> {
    const mark = await generations.verdictsMark();
    if (mark === verdictsSeen) return;
    const list = await generations.verdicts();
    verdictsSeen = mark;
    refusedVerdicts = undefined;
    if (!list || list.version <= (verdicts?.version ?? 0)) return;
    verdicts = list;
    if (!content) return;
    content.index.withhold(list);
    content = createContent(content.index, { readPageMaxChars, site });
    log.info({ version: list.version, pages: list.pages.length }, 'server.verdicts.taken');
  }

  /** Opens the generation once more when there was too little memory for its words, and now there is enough. */
  async function takeIntoMemory(): Promise<void> {
    if (!served || content?.index.mode !== 'file' || !fitsInMemory(content.index.wordBytes, availableMemory())) return;
    await open(served.pointer);
  }

  /** A file that is being served was written to. One that was removed or replaced is still there for us. */
  async function isAltered(): Promise<boolean> {
    for (const file of served?.files ?? []) {
      const mark = await generations.fileMark(file);
      if (mark && mark.inode === file.mark?.inode && mark.write !== file.mark.write) return true;
    }
    return false;
  }

  async function replaceAltered(): Promise<void> {
    const file = served?.pointer.file;
    refused = `${file} was written to while it was being served`;
    log.error({ file }, 'server.index.altered');
    if (await fallBack()) return;
    served = undefined;
    content?.index.close();
    content = undefined;
  }

  async function open(pointer: Pointer): Promise<void> {
    requireOwn(generations, pointer);
    if (!verdicts && refusedVerdicts !== undefined) throw new Error(refusedVerdicts);
    const files = await checkFiles(generations, pointer, served?.files ?? []);
    const shared = served && content && { sha256: baseOf(served.pointer).sha256, arrays: content.index.arrays };
    const index = await openGeneration(await conversions.readable(pointer), pointer, {
      memory: availableMemory(),
      shared,
    });
    // The last slice of opening was a turn of its own.
    await setImmediate();
    if (verdicts) index.withhold(verdicts);
    swap(createContent(index, { readPageMaxChars, site }));
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

  /** Opens the newest generation that can be opened, when the live one cannot or was altered. */
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

  /** Looks, unless the last look is so fresh that nothing need be waited for. */
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
    /** Addresses with a larger anonymous quota. */
    addressQuotas: () => quotas,
    /** Since when the index that is served is pinned by a rollback, if it is. */
    pinned: () => served?.pointer.pinned,
    /** The number of pages that an unfinished first sync is going to read, if the index holds a part of them. */
    partialOf: () => served?.pointer.partial?.of,
    refresh,
    /** The reason why the generation that `current.json` names is not being served, if it is not. */
    refused: () => refused ?? refusedVerdicts,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await conversions[Symbol.asyncDispose]();
      await looking;
      content?.index.close();
    },
  };
}
export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>;

/** True for the end of a conversion that the end of the server stopped. */
const isAborted = (fault: unknown): boolean => (fault as Error).name === 'AbortError';

/** The index that a generation says the differences from; itself when it is whole. */
const baseOf = (pointer: Pointer): IndexFile => pointer.base ?? pointer;

/** Checks the schema version of a generation and the checksums of its files, but for those that were checked and not written to since. */
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
    const isSame = (one: CheckedFile) =>
      one.sha256 === sha256 && one.mark?.inode === mark?.inode && one.mark?.write === mark?.write;
    if (!checked.some(isSame) && (await checksumOf(generations.pathOf({ file }))) !== sha256) {
      throw new Error(`${file} is damaged: its checksum differs`);
    }
    files.push({ file, sha256, mark });
  }
  return files;
}

/** Throws for a generation of another site than that of the data directory. */
function requireOwn({ dataDir }: Pick<Generations, 'dataDir'>, { generation, site }: Pointer): void {
  const identity = identityOf(dataDir);
  if (identity && !isOfSite(identity, site))
    throw new Error(
      `Generation ${generation} is of ${site}, and the data directory belongs to ${nameOfSite(identity)}`,
    );
}

type Opening = { readonly memory: number; readonly shared: SharedArrays | undefined };

/** Opens the index file of a generation, once its number is what the pointer says. */
async function openGeneration(path: string, pointer: Pointer, { memory, shared }: Opening): Promise<Index> {
  const index = await openIndex(path, memory, shared);
  if (index.generation === pointer.generation) return index;
  index.close();
  throw new Error(`${pointer.file} holds generation ${index.generation}, not ${pointer.generation}`);
}
