import { idf } from '../bm25f.ts';
import { remember } from '../remember.ts';
import type { Lexicon } from '../storage/lexicon.ts';
import type { Analyzer, Term } from '../text/analyzer.ts';
import { isForeign } from '../text/languages/query-language.ts';
import type { Alternative, QueryTerm } from '../types.ts';
import { EXPANSION_WEIGHT } from './synonyms.ts';

/** A word of the query and its expansion. The expansion of a word that is missing from the index is empty. */
export type QueryWord = {
  readonly folded: string;
  readonly term: Term;
  readonly isStopWord: boolean;
  /** True for a frequent word of queries that seldom names their subject. */
  readonly isGeneral: boolean;
  /** True for evidence of a further language (text/languages/query-language.ts). */
  readonly isForeign: boolean;
  /** Number of its stem among the stems of phrases (sayings.ts). */
  readonly phraseStem: number | undefined;
  /** True if its stem is in the index. */
  readonly isHeld: boolean;
  readonly alternatives: readonly Alternative[];
  /** The typed words: a single word, or the halves of a word. */
  readonly typed: readonly string[];
  /** True if the expansion is an uncertain correction. */
  readonly isGuess: boolean;
  /** True for a word of a saying, which is replaced by different words. */
  readonly isSaid: boolean;
  /** Searched as typed, in place of the typed words, or in addition to them. */
  readonly reading: 'typed' | 'corrected' | 'also';
};

/** Parameters of related stems, tuned on the development data (bench/relevance.ts) and on half of XQuAD. */
export const RELATED = {
  // Default for the shortest common prefix of two stems, in letters.
  shortest: 4,
  // Maximum number of related stems of a word.
  most: 5,
} as const;

// Number of cached words with their expansions.
const CACHED = 2000;

const surfaceOf = ({ surface }: Term): string => surface;

/** Creates functions that read and expand a word of a query, and resolve it to a query term. */
export function createQueryTerms(options: {
  readonly analyzer: Analyzer;
  readonly lexicon: Lexicon;
  readonly pages: number;
  readonly synonymsOf: (term: Term) => readonly Alternative[];
  readonly phraseStemOf: (stem: string) => number | undefined;
  /** Weights a term (match/term-weights.ts). */
  readonly weigh: (term: QueryTerm) => QueryTerm;
}) {
  const { analyzer, lexicon, pages, synonymsOf, phraseStemOf, weigh } = options;
  const { fold } = analyzer;
  const unmarked = createUnmarkedWords(lexicon, analyzer);
  const relatedTo = createRelatedStems(lexicon, analyzer);

  // The stem of the word and its synonyms; empty if none is in the index.
  const expand = remember(CACHED, surfaceOf, (term): readonly Alternative[] => {
    const exact = lexicon.stemOrdinal(term.stem);
    const others = unmarked(term.surface);
    const stems = exact === undefined ? others : [exact, ...others];
    return [...stems.map((stem): Alternative => ({ stem, weight: 1, origin: 'word' })), ...synonymsOf(term)];
  });

  const wordOf = remember(
    CACHED,
    (text: string) => text,
    (text): QueryWord => {
      const [folded, term] = [fold(text), analyzer.termOf(text)];
      const isStopWord = analyzer.isStopWord(folded);
      const isHeld = lexicon.stemOrdinal(term.stem) !== undefined;
      const alternatives = isStopWord ? NO_STEMS : expand(term);
      return {
        folded,
        term,
        isStopWord,
        isGeneral: analyzer.isGeneralWord(folded),
        isForeign: isForeign(folded, analyzer.language),
        phraseStem: phraseStemOf(term.stem),
        isHeld,
        alternatives,
        typed: [text],
        isGuess: false,
        isSaid: false,
        reading: isHeld || alternatives.length === 0 ? 'typed' : 'also',
      };
    },
  );

  const termsAsTyped = remember(
    CACHED,
    ({ term }: QueryWord) => term.surface,
    (word) => {
      const term = resolve(word, false);
      return { term, weighed: weigh(term) };
    },
  );

  // Returns the most frequent surface form that differs from the typed form by accents only, because queries omit
  // accents.
  function usualForm(term: Term): number | undefined {
    const stem = lexicon.stemOrdinal(term.stem);
    if (stem === undefined) return undefined;
    const folded = fold(term.surface);
    return lexicon.mostFrequentForm(stem, (surface) => fold(lexicon.surfaceText(surface)) === folded);
  }

  // True for a form that is a typing error of the pages (*malaga*), and false for a separate word (*ano*, *año*).
  const isRarer = (form: number, usual: number): boolean =>
    lexicon.surfacePages(form) < lexicon.surfacePages(usual) / 2;

  // Returns the term of a word or of a piece, with its weight.
  function queryTermOf(word: QueryWord, isPiece: boolean): QueryTerm {
    return isPiece || !isAsTyped(word) ? weigh(resolve(word, isPiece)) : termsAsTyped(word).weighed;
  }

  // Returns the term of a word of a city name.
  function cityTermOf(word: QueryWord): QueryTerm {
    return isAsTyped(word) ? termsAsTyped(word).term : resolve(word, false);
  }

  // True if the word has the expansion of its surface form.
  const isAsTyped = ({ reading, isSaid, isGuess }: QueryWord): boolean =>
    reading !== 'corrected' && !isSaid && !isGuess;

  function resolve(word: QueryWord, isPiece: boolean): QueryTerm {
    const { folded, term, alternatives: meant, isGeneral, isSaid, isGuess } = word;
    const best = meant[0];
    // A misspelt word has no related stems.
    const related = best?.origin === 'spelling' ? [] : relatedTo(term.stem);
    const near = related.filter(({ stem }) => meant.every((alternative) => alternative.stem !== stem));
    const alternatives = near.length === 0 ? meant : [...meant, ...near];
    const asTyped = lexicon.surfaceOrdinal(term.surface);
    const usual = usualForm(term);
    const isUsual = asTyped === undefined || (usual !== undefined && isRarer(asTyped, usual));
    const surface = isUsual ? usual : asTyped;
    return {
      text: folded,
      alternatives,
      surface,
      idf: idf(best ? lexicon.stemPages(best.stem) : 0, pages),
      isPiece,
      isGeneral,
      isSaid,
      isGuess,
    };
  }

  return { expand, wordOf, usualForm, relatedTo, queryTermOf, cityTermOf };
}
export type QueryTerms = ReturnType<typeof createQueryTerms>;

/** Returns a query term for stems without a typed word. */
export function termOfStems(text: string, alternatives: readonly Alternative[], idfOfTerm: number): QueryTerm {
  return {
    text,
    alternatives,
    surface: undefined,
    idf: idfOfTerm,
    isPiece: false,
    isGeneral: false,
    isSaid: false,
    isGuess: false,
  };
}

const NONE: readonly number[] = [];

// Creates a function that returns the stems of a word typed without marks, the most frequent first, except for the word
// itself. For languages whose stems retain their marks, such as Vietnamese; empty in languages without such stems.
function createUnmarkedWords(lexicon: Lexicon, analyzer: Analyzer): (word: string) => readonly number[] {
  if (!analyzer.keepsMarks) return () => NONE;
  const stemsOf = stemsByFolded(lexicon, analyzer);

  return function unmarked(word: string): readonly number[] {
    const exact = lexicon.stemOrdinal(word);
    return (stemsOf.get(word) ?? []).filter((stem) => stem !== exact);
  };
}

function stemsByFolded(lexicon: Lexicon, { fold }: Analyzer): Map<string, number[]> {
  const stemsOf = new Map<string, number[]>();
  const { stemPages, stemText } = lexicon;
  for (let stem = 0; stem < lexicon.stems; stem++) {
    if (stemPages(stem) === 0) continue;
    const folded = fold(stemText(stem));
    stemsOf.set(folded, [...(stemsOf.get(folded) ?? []), stem]);
  }
  for (const stems of stemsOf.values()) {
    stems.sort((a, b) => stemPages(b) - stemPages(a) || (stemText(a) < stemText(b) ? -1 : 1));
  }
  return stemsOf;
}

const NO_STEMS: readonly Alternative[] = [];
// Creates a function that returns related stems of a word. A related stem begins with the word, or is a prefix of it,
// because the stemmer leaves some endings. In languages of compounds it may also end with the word (`Wetterdaten` for
// `Daten`).
function createRelatedStems(lexicon: Lexicon, analyzer: Analyzer) {
  const shortest = analyzer.relatedFrom ?? RELATED.shortest;

  const related = remember(CACHED, (stem: string) => stem, find);

  return (stem: string): readonly Alternative[] => (stem.length < shortest ? NO_STEMS : related(stem));

  function find(stem: string): readonly Alternative[] {
    const exact = lexicon.stemOrdinal(stem);
    const found = new Set<number>();
    for (let length = stem.length - 1; length >= shortest; length--) {
      const shorter = lexicon.stemOrdinal(stem.slice(0, length));
      if (shorter !== undefined) found.add(shorter);
    }
    for (const longer of lexicon.stemsWithPrefix(stem, RELATED.most + 1)) found.add(longer);
    if (analyzer.hasCompounds) for (const compound of lexicon.stemsWithEnding(stem, RELATED.most)) found.add(compound);
    if (exact !== undefined) found.delete(exact);
    return [...found]
      .slice(0, RELATED.most)
      .map((other) => ({ stem: other, weight: EXPANSION_WEIGHT, origin: 'related' }));
  }
}
