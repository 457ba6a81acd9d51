import type { Analyzer } from '../text/analyzer.ts';
import { hasDictionary } from '../text/dictionaries.ts';
import { listThesauri, readThesaurus } from '../text/thesauri.ts';
import type { Numbers, ReadArray, WriteArray } from './arrays.ts';
import { readStringTable, writeStringTable } from './string-table.ts';

/** More words for one are of meanings that nobody thinks of. */
const MOST_SIMILAR = 40;

const SEPARATOR = '\t';

type StoredArrays = readonly (readonly [name: string, numbers: Numbers])[];

/** The same in every index of a language, and dear to make; by directory, what is in it, and language. */
const arraysOf = new Map<string, StoredArrays>();

/**
 * Stores the thesaurus of the analyzer's language that lies in a directory, each word folded with the words of its meaning. Nothing
 * for a language without a dictionary: only of words that it knows is it certain that they are no slips.
 */
export function writeThesaurus(analyzer: Analyzer, directory: string | undefined, write: WriteArray): void {
  if (directory === undefined || !hasDictionary(analyzer.language)) return;
  const key = `${directory} ${listThesauri(directory)} ${analyzer.language}`;
  const arrays = arraysOf.get(key) ?? makeArrays(analyzer, directory);
  arraysOf.set(key, arrays);
  for (const [name, numbers] of arrays) write(name, numbers);
}

function makeArrays({ language, fold, isContentWord, isGeneralWord }: Analyzer, directory: string): StoredArrays {
  const similar = new Map<string, Set<string>>();
  for (const entry of readThesaurus(language, directory)) {
    const folded = fold(entry.word);
    const known = similar.get(folded) ?? new Set();
    for (const word of entry.similar) {
      const like = fold(word);
      if (isContentWord(like) && !isGeneralWord(like) && known.size < MOST_SIMILAR) known.add(word);
    }
    if (known.size > 0) similar.set(folded, known);
  }
  if (similar.size === 0) return [];
  const lines = [...similar].map(([folded, words]) => [folded, ...words].join(SEPARATOR));
  const arrays: [string, Numbers][] = [];
  writeStringTable('thesaurus', lines.toSorted(), (name, numbers) => arrays.push([name, numbers]));
  return arrays;
}

/** The words of about the same meaning as a folded word of the language; none where the index has no thesaurus. */
export type Thesaurus = (folded: string) => readonly string[];

/** Reads what `writeThesaurus` wrote. */
export function readStoredThesaurus(read: ReadArray): Thesaurus {
  const table = readStringTable('thesaurus', read);
  return (folded) => {
    const [ordinal] = table.withPrefix(folded + SEPARATOR, 1);
    return ordinal === undefined ? [] : table.textOf(ordinal).split(SEPARATOR).slice(1);
  };
}
