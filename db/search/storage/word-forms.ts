import { readDictionary, type Affix, type DictionaryEntry } from '../text/dictionaries.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Numbers, ReadArray, WriteArray } from './arrays.ts';
import { readStringTable, writeStringTable } from './string-table.ts';

/** Words that differ in case and accents alone, and so are found together. */
const MOST_HOMOGRAPHS = 50;

const CACHED_FORMS = 1000;

const SEPARATOR = '\t';

type StoredArrays = readonly (readonly [name: string, numbers: Numbers])[];

/** The same in every index of a language, and dear to make. */
const arraysOf = new Map<string, StoredArrays>();

/**
 * Stores the words of the analyzer's language and the affixes that make their forms, so that readers need no dictionary: each
 * word folded, then as it is spelt where that differs, then its flags. Nothing for a language without a dictionary.
 */
export function writeWordForms(analyzer: Analyzer, write: WriteArray): void {
  const arrays = arraysOf.get(analyzer.language) ?? makeArrays(analyzer);
  arraysOf.set(analyzer.language, arrays);
  for (const [name, numbers] of arrays) write(name, numbers);
}

function makeArrays({ language, fold, lackingWords }: Analyzer): StoredArrays {
  const dictionary = readDictionary(language);
  if (!dictionary) return [];
  const lacking = lackingWords.map((word) => ({ word, flags: '' }));
  const stored = [...dictionary.entries, ...lacking].map(({ word, flags }) => {
    const folded = fold(word);
    return [folded, folded === word ? '' : word, flags].join(SEPARATOR);
  });
  const arrays: [string, Numbers][] = [['affixes', Buffer.from(dictionary.affixes.map(lineOf).join('\n'))]];
  writeStringTable('words', stored.toSorted(), (name, numbers) => arrays.push([name, numbers]));
  return arrays;
}

/** The stored words of a language, asked for folded. Without a dictionary no word is known. */
export function readWordForms(read: ReadArray, { fold }: Analyzer) {
  const table = readStringTable('words', read);
  const affixes = parseAffixes(read('affixes', Uint8Array));
  const suffixes = suffixesByEnding(affixes, fold);
  const longestSuffix = Math.max(0, ...[...suffixes.keys()].map((ending) => ending.length));
  const prefixes = affixes.filter(({ at }) => at === 'beginning').map((affix) => ({ affix, add: fold(affix.add) }));
  const patternOf = createPatterns();
  const entriesByForm = new Map<string, readonly DictionaryEntry[]>();

  function entriesOf(folded: string): DictionaryEntry[] {
    return table.withPrefix(folded + SEPARATOR, MOST_HOMOGRAPHS).map((ordinal) => {
      const [, word, flags = ''] = table.textOf(ordinal).split(SEPARATOR);
      return { word: word || folded, flags };
    });
  }

  const takes = ({ word, flags }: DictionaryEntry, affix: Affix): boolean =>
    flags.includes(affix.flag) && word.endsWith(affix.strip) && patternOf(affix).test(word);

  /** The entries with this form, but for those that have a prefix in it; one word of a query is asked for several times. */
  function entriesWithForm(folded: string): readonly DictionaryEntry[] {
    const known = entriesByForm.get(folded);
    if (known) return known;
    const found = findEntriesWithForm(folded);
    if (entriesByForm.size >= CACHED_FORMS) entriesByForm.clear();
    entriesByForm.set(folded, found);
    return found;
  }

  function findEntriesWithForm(folded: string): DictionaryEntry[] {
    const found = entriesOf(folded);
    for (let at = Math.max(0, folded.length - longestSuffix); at <= folded.length; at++) {
      for (const [stripped, rules] of suffixes.get(folded.slice(at)) ?? []) {
        const bases = entriesOf(folded.slice(0, at) + stripped);
        found.push(...bases.filter((base) => rules.some((rule) => takes(base, rule))));
      }
    }
    return found;
  }

  /** True for a form of a word of the language, as `fold` leaves it. */
  function isWord(folded: string): boolean {
    if (table.size === 0) return false;
    if (entriesWithForm(folded).length > 0) return true;
    return prefixes.some(({ affix: { flag, strip }, add }) => {
      if (!folded.startsWith(add)) return false;
      return entriesWithForm(fold(strip) + folded.slice(add.length)).some(({ flags }) => flags.includes(flag));
    });
  }

  /** True for a word that is written small, which no name of a place or of a person is. */
  function isCommonWord(folded: string): boolean {
    return table.size > 0 && entriesWithForm(folded).some(({ word }) => /^\p{Ll}/u.test(word));
  }

  /** The words of which this is a form, as they are spelt. A word with a prefix means something else. */
  function basesOf(folded: string): readonly string[] {
    return table.size === 0 ? [] : [...new Set(entriesWithForm(folded).map(({ word }) => word))];
  }

  return { isWord, isCommonWord, basesOf };
}
export type WordForms = ReturnType<typeof readWordForms>;

function parseAffixes(bytes: Uint8Array): readonly Affix[] {
  if (bytes.length === 0) return [];
  const lines = Buffer.from(bytes).toString().split('\n');
  return lines.map((line) => {
    const [at, flag = '', strip = '', add = '', condition = ''] = line.split(SEPARATOR);
    return { at: at === 'end' ? at : 'beginning', flag, strip, add, condition };
  });
}

const lineOf = ({ at, flag, strip, add, condition }: Affix): string =>
  [at, flag, strip, add, condition].join(SEPARATOR);

/** The suffixes by their folded endings, and then by what they replace. */
function suffixesByEnding(affixes: readonly Affix[], fold: (word: string) => string) {
  const byEnding = new Map<string, Map<string, Affix[]>>();
  for (const affix of affixes) {
    if (affix.at !== 'end') continue;
    const [ending, stripped] = [fold(affix.add), fold(affix.strip)];
    const byStripped = byEnding.get(ending) ?? new Map<string, Affix[]>();
    byEnding.set(ending, byStripped);
    byStripped.set(stripped, [...(byStripped.get(stripped) ?? []), affix]);
  }
  return byEnding;
}

/** The conditions of suffixes as patterns; many rules share one. */
function createPatterns(): (affix: Affix) => RegExp {
  const patterns = new Map<string, RegExp>();
  return ({ condition }) => {
    const known = patterns.get(condition) ?? new RegExp(`${condition}$`, 'u');
    patterns.set(condition, known);
    return known;
  };
}
