import type { Slices } from '../../slices.ts';
import { readDictionary, type Affix, type DictionaryEntry } from '../text/dictionaries.ts';
import type { Analyzer } from '../text/analyzer.ts';
import type { Numbers, ReadArray, WriteArray } from './arrays.ts';
import { readStringTable, writeStringTable } from './string-table.ts';

/** Words that differ in case and accents alone, and so are found together. */
const MOST_HOMOGRAPHS = 50;

/** Forms of a dictionary that are remembered: the next index asks for all that a vocabulary has in other languages. */
const CACHED_FORMS = 20_000;

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

/** The word forms of open indexes, by the array of their words, and the arrays that they were read from. */
const inUse = new WeakMap<
  ArrayBufferLike,
  { readonly arrays: readonly ArrayBufferLike[]; readonly forms: WordForms }
>();

/**
 * The stored words of a language, asked for folded. Without a dictionary no word is known. Indexes that have their arrays in common
 * have them in common too.
 */
export function* readWordForms(read: ReadArray, analyzer: Analyzer): Slices<WordForms> {
  const words = read('words', Uint8Array).buffer;
  const arrays = ['wordsStarts', 'wordsOrder', 'affixes'].map((name) => read(name, Uint8Array).buffer);
  const known = inUse.get(words);
  if (known?.arrays.every((array, at) => array === arrays[at])) return known.forms;
  const forms = yield* createWordForms(read, analyzer);
  inUse.set(words, { arrays, forms });
  return forms;
}

function* createWordForms(read: ReadArray, analyzer: Analyzer) {
  const { fold } = analyzer;
  const table = readStringTable('words', read);
  const stored = Buffer.from(read('affixes', Uint8Array)).toString();
  const { suffixes, longestSuffix, prefixes } = yield* readAffixes(stored, analyzer);
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

  /** `isKnown`: there is a dictionary, so that a word that it lacks may be of another language. */
  return { isKnown: table.size > 0, isWord, isCommonWord, basesOf };
}
export type WordForms = ReturnType<typeof createWordForms> extends Slices<infer Read> ? Read : never;

/** The affixes of the index of a language that was opened last; those of the next one are mostly the same. */
const affixesOf = new Map<string, { readonly stored: string; readonly affixes: Affixes }>();

function* readAffixes(stored: string, { language, fold }: Analyzer): Slices<Affixes> {
  const known = affixesOf.get(language);
  if (known?.stored === stored) return known.affixes;
  const affixes = yield* parseAffixes(stored, fold);
  affixesOf.set(language, { stored, affixes });
  return affixes;
}

/** The suffixes by ending, and the prefixes with what they add, folded. */
type Affixes = {
  readonly suffixes: ReadonlyMap<string, ReadonlyMap<string, readonly Affix[]>>;
  readonly longestSuffix: number;
  readonly prefixes: readonly { readonly affix: Affix; readonly add: string }[];
};

function* parseAffixes(stored: string, fold: Analyzer['fold']): Slices<Affixes> {
  const affixes = linesOf(stored);
  yield;
  const suffixes = yield* suffixesByEnding(affixes, fold);
  return {
    suffixes,
    longestSuffix: Math.max(0, ...[...suffixes.keys()].map((ending) => ending.length)),
    prefixes: affixes.filter(({ at }) => at === 'beginning').map((affix) => ({ affix, add: fold(affix.add) })),
  };
}

function linesOf(stored: string): readonly Affix[] {
  if (stored === '') return [];
  return stored.split('\n').map((line) => {
    const [at, flag = '', strip = '', add = '', condition = ''] = line.split(SEPARATOR);
    return { at: at === 'end' ? at : 'beginning', flag, strip, add, condition };
  });
}

const lineOf = ({ at, flag, strip, add, condition }: Affix): string =>
  [at, flag, strip, add, condition].join(SEPARATOR);

/** Affixes between two turns of the event loop. */
const SLICE = 500;

/** The suffixes by their folded endings, and then by what they replace; many share both. */
function* suffixesByEnding(affixes: readonly Affix[], fold: (word: string) => string): Slices<Affixes['suffixes']> {
  const byEnding = new Map<string, Map<string, Affix[]>>();
  const folded = new Map<string, string>();
  const foldOnce = (text: string): string => {
    const known = folded.get(text) ?? fold(text);
    folded.set(text, known);
    return known;
  };
  for (const [at, affix] of affixes.entries()) {
    if (at % SLICE === 0) yield;
    if (affix.at !== 'end') continue;
    const [ending, stripped] = [foldOnce(affix.add), foldOnce(affix.strip)];
    const byStripped = byEnding.get(ending) ?? new Map<string, Affix[]>();
    byEnding.set(ending, byStripped);
    const rules = byStripped.get(stripped);
    if (rules) rules.push(affix);
    else byStripped.set(stripped, [affix]);
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
