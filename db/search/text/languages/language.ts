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
  /**
   * Subjects by folded word: what names a thing that is wanted, whatever stands beside it: another trade (*dentist*), a bargain
   * (*course*, *loan*), an outing. None that customers of many a company say by the way (*car*, *child*), and none with a second
   * meaning of every day.
   */
  readonly subjects?: ReadonlyMap<string, Subject>;
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
  /** Words that everybody writes in this language and its dictionary (../dictionaries.ts) lacks. */
  readonly lackingWords?: readonly string[];
  /**
   * So many letters related stems have in common at least, by default five: fewer where vowels are not written, `Infinity` where
   * the stemmer leaves no endings, so that stems with one beginning mean something else.
   */
  readonly relatedFrom?: number;
  /** True where nouns are put together to one word, which its last part names. */
  readonly hasCompounds?: boolean;
  /** True where words differ by their marks alone: stems keep them, and a word typed without any stands for all of them. */
  readonly keepsMarks?: boolean;
  /** Phonetic key: words that sound alike have the same one. */
  readonly sound?: (folded: string) => string;
  /** Typing slips: letters that are easily typed for others; by default, neighbours on a QWERTY keyboard for Latin letters. */
  readonly slips?: Slips;
};

/** A word for a thing that is wanted, and the words of its field: a company that names one of them may offer the others. */
export type Subject = { readonly word: string; readonly field: readonly string[] };

/** The set of the folded words of a list, which are separated by white space. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(wordsOf(list).map(fold));
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

/** The subjects of a list of fields, which are separated by commas, by each word as listed and with each of these endings. */
export function subjectsOf(list: string, ...endings: readonly string[]): ReadonlyMap<string, Subject> {
  const fields = list.split(',').map(wordsOf);
  const all = fields.flatMap((field) => field.map((word): Subject => ({ word, field })));
  return new Map(all.flatMap((subject) => ['', ...endings].map((ending) => [fold(subject.word) + ending, subject])));
}

const wordsOf = (list: string): readonly string[] => list.trim().split(/\s+/);
