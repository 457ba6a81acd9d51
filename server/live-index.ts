import { createGenerations } from '../db/index/generations.ts';
import { openIndex, type Index } from '../db/index/reader.ts';
import { UsageError } from '../shared/command-line.ts';

/** The live index of a data directory, without withheld pages. */
export type LiveIndex = {
  readonly index: Index;
  readonly file: string;
  /** Opens a modified copy of the index with the same withheld pages. */
  readonly openCopy: (file: string) => Promise<Index>;
};

/** Opens the live index; returns `undefined` before the first generation. Throws if the list of verdicts is invalid. */
export async function openLiveIndex(dir: string): Promise<LiveIndex | undefined> {
  const generations = createGenerations(dir);
  const pointer = await generations.current();
  if (!pointer) return undefined;
  const verdicts = await generations.verdicts();
  async function openCopy(file: string): Promise<Index> {
    const index = await openIndex(file, process.availableMemory());
    if (verdicts) index.withhold(verdicts);
    return index;
  }
  const file = generations.pathOf(pointer);
  return { index: await openCopy(file), file, openCopy };
}

/** Returns the error of a command that needs an index. */
export const noIndexError = (dir: string): UsageError =>
  new UsageError(`There is no index in ${dir} yet. Run npm run sync; without SITE_URL it reads the demo site`);
