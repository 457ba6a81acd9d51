import { readFileSync } from 'node:fs';

/** A word as the dictionary spells it, and the flags of the affixes that it takes, one character each. */
export type DictionaryEntry = { readonly word: string; readonly flags: string };

/**
 * An affix rule: a word with this flag that matches the condition (a piece of a regular expression for its end or its
 * beginning) loses the letters of `strip` there and gets those of `add`.
 */
export type Affix = {
  readonly at: 'end' | 'beginning';
  readonly flag: string;
  readonly strip: string;
  readonly add: string;
  readonly condition: string;
};

/** A Hunspell dictionary, without its compounds and the affixes of affixes. */
export type Dictionary = { readonly entries: readonly DictionaryEntry[]; readonly affixes: readonly Affix[] };

/** The dictionary packages by primary language subtag. They are data; this file is their only door. */
const PACKAGES: Readonly<Record<string, () => string>> = {
  en: () => import.meta.resolve('dictionary-en'),
  es: () => import.meta.resolve('dictionary-es'),
  fr: () => import.meta.resolve('dictionary-fr'),
};

/** Primary subtags of the languages that have a dictionary, in a fixed order. */
export const DICTIONARY_LANGUAGES: readonly string[] = Object.keys(PACKAGES);

/** True for a language (primary subtag) that has a dictionary. */
export const hasDictionary = (language: string): boolean => Object.hasOwn(PACKAGES, language);

/** The dictionary of a language (primary subtag); `undefined` where there is none. */
export function readDictionary(language: string): Dictionary | undefined {
  const address = PACKAGES[language]?.();
  if (address === undefined) return undefined;
  // The package reads both files of every import as a whole; here only those of the languages of an index are read.
  const linesOf = (name: string) => readFileSync(new URL(name, address), 'utf8').split(/\r?\n/);
  return parseDictionary(linesOf('index.aff'), linesOf('index.dic'));
}

/** Parses the lines of the affix file and of the word file (hunspell(5)). */
function parseDictionary(affixLines: readonly string[], [, ...wordLines]: readonly string[]): Dictionary {
  const fields = affixLines.map((line) => line.split(/\s+/));
  const isLong = fields.some(([name, value]) => name === 'FLAG' && value === 'long');
  const optionOf = (option: string) => fields.find(([name]) => name === option)?.[1];
  const barred = new Set(['FORBIDDENWORD', 'ONLYINCOMPOUND'].map(optionOf));
  const charOf = flagCharacters();
  const affixes = fields.flatMap(([kind, flag = '', strip = '', added = '', condition]): Affix[] => {
    if ((kind !== 'SFX' && kind !== 'PFX') || condition === undefined) return [];
    const [add = ''] = added.split('/', 1);
    const letters = (text: string) => (text === '0' ? '' : text);
    const at = kind === 'SFX' ? 'end' : 'beginning';
    return [{ at, flag: charOf(flag), strip: letters(strip), add: letters(add), condition }];
  });
  const used = new Set(affixes.map(({ flag }) => flag));

  /** The flags of affixes among those of an entry; `undefined` for one that is no word. */
  function takenFlags(flags: string): string | undefined {
    const own = isLong ? (flags.match(/../gsu) ?? []) : Array.from(flags);
    if (own.some((flag) => barred.has(flag))) return undefined;
    return own
      .map(charOf)
      .filter((flag) => used.has(flag))
      .join('');
  }

  const takenOf = new Map<string, string | undefined>();
  const entries = wordLines.flatMap((line): DictionaryEntry[] => {
    const [word = '', flags = ''] = (line.split(/[\t ]/, 1)[0] ?? '').split('/');
    // Tens of thousands of entries share a few hundred sets of flags.
    if (!takenOf.has(flags)) takenOf.set(flags, takenFlags(flags));
    const taken = takenOf.get(flags);
    return word === '' || taken === undefined ? [] : [{ word, flags: taken }];
  });
  return { entries, affixes };
}

/** A character for each flag, in the order in which they are asked for. */
function flagCharacters(): (flag: string) => string {
  const known = new Map<string, string>();
  return (flag) => {
    const char = known.get(flag) ?? String.fromCharCode(FIRST_FLAG + known.size);
    known.set(flag, char);
    return char;
  };
}

/** Above the control characters, which separate. */
const FIRST_FLAG = 0x21;
