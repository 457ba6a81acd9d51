import type { Slips } from '../edit-distance.ts';
import { fold } from '../folding.ts';

/**
 * Rules of search for one language. Words come in lower case and composed (NFC); folded ones without the marks that
 * `fold` of ../folding.ts takes off. Everything but the stop words has a default.
 */
export type LanguagePack = {
  /** Folded words that say nothing about the subject of a query. */
  readonly stopWords: ReadonlySet<string>;
  /** Folded words of many questions that seldom name their subject: they are looked for, and count less. */
  readonly generalWords?: ReadonlySet<string>;
  /** Folded prepositions that stand before the name of a place, also of one that nobody knows: `in`. */
  readonly placePrepositions?: ReadonlySet<string>;
  /** Further ones that show that the name of a known place is meant, where it is a word as well: `a Gracia`. */
  readonly knownPlacePrepositions?: ReadonlySet<string>;
  /** Lower case, where the language has rules of its own. */
  readonly lowercase?: (word: string) => string;
  /** Folding of what everyday spelling mixes up in this language, after that of all languages; ASCII stays as it is. */
  readonly fold?: (folded: string) => string;
  /** The stem of a word as written, which is folded afterwards. It gets folded words, too. */
  readonly stem?: (word: string) => string;
  /** The word in the other grammatical number, as far as its ending tells. */
  readonly otherNumbers?: (word: string) => readonly string[];
  /**
   * So many letters related stems have in common at least, by default five: fewer where vowels are not written, `Infinity` where
   * the stemmer leaves no endings, so that stems with one beginning mean something else.
   */
  readonly relatedFrom?: number;
  /** True where nouns are put together to one word, which its last part names. */
  readonly hasCompounds?: boolean;
  /** True where words differ by their marks alone: stems keep them, and a word typed without any stands for all of them. */
  readonly keepsMarks?: boolean;
  /** Typing slips: letters that are easily typed for others; by default, neighbours on a QWERTY keyboard for Latin letters. */
  readonly slips?: Slips;
};

/** The set of the folded words of a list, which are separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/).map(fold));
}

/** The word by each of its forms, of a list with lines such as `freeze: froze, frozen`. */
export function wordByForm(list: string): ReadonlyMap<string, string> {
  return new Map(
    list
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [word = '', forms = ''] = line.split(': ');
        return forms.split(', ').map((form): [string, string] => [form, word]);
      }),
  );
}
