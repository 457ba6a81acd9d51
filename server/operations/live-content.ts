import { messageOf } from '../../shared/errors.ts';
import { checksumOf, INDEX_SCHEMA_VERSION, type Generations, type Pointer } from '../../db/index/generations.ts';
import { fitsInMemory, openIndex, type Index } from '../../db/index/reader.ts';
import type { Log } from '../../shared/log.ts';
import { createContent, type Content } from './content.ts';

type FileMark = NonNullable<Awaited<ReturnType<Generations['fileMark']>>>;

type Options = {
  readonly generations: Generations;
  readonly readPageMaxChars: number;
  readonly log: Log;
  /** Interval at which the pointer is looked at, in milliseconds. */
  readonly everyMs: number;
  /** Bytes of memory that this process may still take. */
  readonly availableMemory?: () => number;
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
  log,
  everyMs,
  availableMemory = () => process.availableMemory(),
}: Options) {
  let content: Content | undefined;
  let served: { readonly pointer: Pointer; readonly mark: FileMark } | undefined;
  let seen = '';
  let refused: string | undefined;
  let looking = Promise.resolve();

  /** A fault is logged once, not at every look. */
  async function look(): Promise<void> {
    try {
      if (await isAltered()) return await replaceAltered();
      const mark = await generations.mark();
      if (mark === seen) return await takeIntoMemory();
      seen = mark;
      refused = undefined;
      const pointer = await generations.current();
      if (pointer && pointer.generation !== content?.index.generation) await open(pointer);
    } catch (error) {
      const why = messageOf(error);
      if (why !== refused) log.error({ err: error, serving: content?.index.generation }, 'server.index.refused');
      refused = why;
    }
  }

  /** Opens the generation once more when there was too little memory for its words, and now there is enough. */
  async function takeIntoMemory(): Promise<void> {
    if (!served || content?.index.mode !== 'file' || !fitsInMemory(content.index.wordBytes, availableMemory())) return;
    await open(served.pointer);
  }

  /** The file that is being served was written to. One that was removed or replaced is still there for us. */
  async function isAltered(): Promise<boolean> {
    const mark = served && (await generations.fileMark(served.pointer));
    return served !== undefined && mark?.inode === served.mark.inode && mark.write !== served.mark.write;
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
    const mark = await generations.fileMark(pointer);
    swap(createContent(await openGeneration(generations, pointer, availableMemory()), { readPageMaxChars }));
    served = mark && { pointer, mark };
  }

  function swap(next: Content): void {
    const old = content;
    content = next;
    old?.index.close();
    const { generation, counts, mode, wordBytes, addressQuotas } = next.index;
    const largerQuotas = addressQuotas.map(({ name }) => name);
    log.info({ generation, pages: counts.pages, words: mode, wordBytes, largerQuotas }, 'server.index.opened');
  }

  /** Opens the newest generation that can be opened, when the live one cannot or was altered. */
  async function fallBack(): Promise<boolean> {
    for (const pointer of await generations.published()) {
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
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);

  return {
    current: () => content,
    /** The reason why the generation that `current.json` names is not being served, if it is not. */
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      content?.index.close();
    },
  };
}
export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>;

/** Opens the index file of a generation, once its schema version, its checksum and its number are what the pointer says. */
async function openGeneration(generations: Generations, pointer: Pointer, memory: number): Promise<Index> {
  const path = generations.pathOf(pointer);
  if (pointer.schema_version !== INDEX_SCHEMA_VERSION) {
    throw new Error(
      `Generation ${pointer.generation} has schema version ${pointer.schema_version}; this program reads ${INDEX_SCHEMA_VERSION}`,
    );
  }
  if ((await checksumOf(path)) !== pointer.sha256) throw new Error(`${pointer.file} is damaged: its checksum differs`);
  const index = await openIndex(path, memory);
  if (index.generation === pointer.generation) return index;
  index.close();
  throw new Error(`${pointer.file} holds generation ${index.generation}, not ${pointer.generation}`);
}
