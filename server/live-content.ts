import { checksumOf, INDEX_SCHEMA_VERSION, type Generations, type Pointer } from '../db/generations.ts';
import { openIndex } from '../db/index-reader.ts';
import type { Log } from '../shared/log.ts';
import { createContent, type Content } from './operations/content.ts';

type FileMark = NonNullable<Awaited<ReturnType<Generations['fileMark']>>>;

type Options = {
  readonly generations: Generations;
  readonly readPageMaxChars: number;
  readonly log: Log;
  /** How often the pointer is looked at, in milliseconds. */
  readonly everyMs: number;
};

/**
 * The content of the live generation. It follows `current.json`: a new generation replaces the old one between two
 * requests; one that is damaged or foreign is refused, once, and the old one stays. When somebody writes into the file
 * that is being served, the newest one that is whole takes its place. Handlers take `current()` once and finish without
 * waiting, so no answer mixes two generations and the old file can be closed at once.
 */
export async function openLiveContent({ generations, readPageMaxChars, log, everyMs }: Options) {
  let content: Content | undefined;
  let served: { readonly pointer: Pointer; readonly mark: FileMark } | undefined;
  let seen = '';
  let refused: string | undefined;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    if (await isAltered()) return await replaceAltered();
    const mark = await generations.mark();
    if (mark === seen) return;
    seen = mark;
    refused = undefined;
    try {
      const pointer = await generations.current();
      if (pointer && pointer.generation !== content?.index.generation) await open(pointer);
    } catch (error) {
      refused = error instanceof Error ? error.message : String(error);
      log.error({ err: error, serving: content?.index.generation }, 'server.index.refused');
    }
  }

  /** Whether the file that is being served was written to. One that was removed or replaced is still there for us. */
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
    swap(await load(pointer));
    served = mark && { pointer, mark };
  }

  async function load(pointer: Pointer): Promise<Content> {
    const path = generations.pathOf(pointer);
    if (pointer.schema_version !== INDEX_SCHEMA_VERSION) {
      throw new Error(
        `Generation ${pointer.generation} has schema version ${pointer.schema_version}; this program reads ${INDEX_SCHEMA_VERSION}`,
      );
    }
    if ((await checksumOf(path)) !== pointer.sha256)
      throw new Error(`${pointer.file} is damaged: its checksum differs`);
    const index = openIndex(path);
    if (index.generation !== pointer.generation) {
      index.close();
      throw new Error(`${pointer.file} holds generation ${index.generation}, not ${pointer.generation}`);
    }
    return createContent(index, { readPageMaxChars });
  }

  function swap(next: Content): void {
    const old = content;
    content = next;
    old?.index.close();
    log.info({ generation: next.index.generation, pages: next.index.counts.pages }, 'server.index.opened');
  }

  /** When the live generation cannot be opened or was altered: the newest one that can be. */
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
    looking = looking.then(look).catch((error: unknown) => log.error({ err: error }, 'server.index.watch.failed'));
  }, everyMs);

  return {
    current: () => content,
    /** Why the generation that `current.json` names is not being served, if it is not. */
    refused: () => refused,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
      content?.index.close();
    },
  };
}
export type LiveContent = Awaited<ReturnType<typeof openLiveContent>>;
