import type { Slips } from '../edit-distance.ts';
import { fold } from '../folding.ts';

/**
 * Rules of a language. Words are in lower case and composed (NFC); folded words also lack the marks that `fold` of
 * ../folding.ts removes. All fields but `stopWords` have a default. Word lists are in words.json, the remaining fields in packs.ts.
 */
export type LanguagePack = {
  /** Folded words that do not describe the subject of a query. Parts of a word at an apostrophe are words: `l`, `qu`. */
  readonly stopWords: ReadonlySet<string>;
  /** Frequent folded words of queries that seldom name their subject. They are searched with a lower weight. */
  readonly generalWords?: ReadonlySet<string>;
  /** Folded prepositions before the name of any place: `in`. */
  readonly placePrepositions?: ReadonlySet<string>;
  /** Further folded prepositions before a place name of the index that is also a common word: `a Gracia`. */
  readonly knownPlacePrepositions?: ReadonlySet<string>;
  /** Lower case; the default is `lowercase` of ../folding.ts. */
  readonly lowercase?: (word: string) => string;
  /** Folding of interchangeable spellings, applied after `fold` of ../folding.ts. Does not change ASCII. */
  readonly fold?: (folded: string) => string;
  /** Stems a word as written or folded; the result is folded. */
  readonly stem?: (word: string) => string;
  /** Returns the singular or plural of a word, as far as its ending shows it. */
  readonly otherNumbers?: (word: string) => readonly string[];
  /**
   * Minimum number of common letters of related stems; the default is four. Fewer if vowels are not written. `Infinity`
   * if the stemmer removes all endings: a common prefix then does not imply a common meaning.
   */
  readonly relatedFrom?: number;
  /** True for a language of compound nouns, whose last part names the thing. */
  readonly hasCompounds?: boolean;
  /** True if words differ by their marks only: stems keep the marks, and a word typed without marks matches all forms. */
  readonly keepsMarks?: boolean;
  /** Typing errors that cost less than an edit; the default is neighbours on a QWERTY keyboard. */
  readonly slips?: Slips;
};

/** Folds the words of lines, separated by spaces. */
export function wordSet(lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ').map(fold)));
}

/** Maps forms to words; parses entries such as `freeze: froze, frozen`, separated by semicolons. */
export function wordByForm(lines: readonly string[]): ReadonlyMap<string, string> {
  const entries = lines.join(' ').split(/; ?/);
  return new Map(
    entries.flatMap((entry) => {
      const [word = '', forms = ''] = entry.split(': ');
      return forms.split(', ').map((form): [string, string] => [form, word]);
    }),
  );
}
