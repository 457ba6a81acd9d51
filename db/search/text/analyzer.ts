import { fold as foldAny, isPlain, lowercase as lowercaseAny } from './folding.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import { createEditDistance, QWERTY, slipsOf } from './edit-distance.ts';
import { packOf } from './languages/packs.ts';
import { eachToken, words } from './tokenizer.ts';

/** An analyzed word: its surface form (lower case) and its stem. */
export type Term = { readonly surface: string; readonly stem: string };

const CACHED_TERMS = 200_000;
/** Slips in languages whose packs say none. */
const USUAL_SLIPS = slipsOf(QWERTY);
/** Longer words are none, and get no stemmer. */
const LONGEST_STEMMED = 40;

/** Analyzers that somebody uses, by primary subtag: of one language there need not be two. */
const inUse = new Map<string, WeakRef<Analyzer>>();

/**
 * The analyzer of texts and queries in one language (BCP 47): words, folding, stop words, stems. A language without a pack
 * (languages/packs.ts) has words and folding alone. Terms are cached, for texts repeat their words.
 */
export function createAnalyzer(language: string): Analyzer {
  const primary = primaryLanguage(language);
  const known = inUse.get(primary)?.deref();
  if (known) return known;
  const analyzer = analyzerOf(primary);
  if (inUse.size >= MOST_IN_USE) inUse.clear();
  inUse.set(primary, new WeakRef(analyzer));
  return analyzer;
}

const MOST_IN_USE = 100;

function analyzerOf(language: string) {
  const pack = packOf(language);
  const lowercase = pack.lowercase ?? lowercaseAny;
  const cache = new Map<string, Term>();

  const foldCache = new Map<string, string>();

  function fold(word: string): string {
    if (isPlain(word)) return word;
    const cached = foldCache.get(word);
    if (cached !== undefined) return cached;
    const plain = foldAny(lowercase(word));
    const folded = pack.fold ? pack.fold(plain) : plain;
    if (foldCache.size >= CACHED_TERMS) foldCache.clear();
    foldCache.set(word, folded);
    return folded;
  }

  /** The stem of a word in lower case. */
  function stemOf(small: string): string {
    if (pack.keepsMarks === true) return small;
    const folded = fold(small);
    // A stop word shares no stem with words that mean something: `como` is no form of `comer`.
    if (pack.stopWords.has(folded)) return folded;
    return pack.stem && small.length <= LONGEST_STEMMED ? fold(pack.stem(small)) || folded : folded;
  }

  function termOf(word: string): Term {
    const cached = cache.get(word);
    if (cached) return cached;
    const surface = lowercase(word);
    const term = { surface, stem: stemOf(surface) };
    if (cache.size >= CACHED_TERMS) cache.clear();
    cache.set(word, term);
    return term;
  }

  /** The terms of the words of a text and of their pieces (pieces.ts), in order; their start offsets are pushed to `starts`. */
  function termsOf(text: string, starts?: number[]): Term[] {
    const list: Term[] = [];
    eachToken(text, (start, end) => {
      list.push(termOf(text.slice(start, end)));
      starts?.push(start);
    });
    return list;
  }

  return {
    /** Primary subtag of the language. */
    language,
    words,
    fold,
    stemOf,
    termOf,
    termsOf,
    /** True for a folded word that says nothing about the subject of a query. */
    isStopWord: (folded: string): boolean => pack.stopWords.has(folded),
    /** True for every other folded word. */
    isContentWord: (folded: string): boolean => !pack.stopWords.has(folded),
    /** True for a folded word of many questions that seldom names their subject. */
    isGeneralWord: (folded: string): boolean => pack.generalWords?.has(folded) === true,
    /** A word in the other grammatical number, as far as its ending tells. */
    otherNumbers: (word: string): readonly string[] => pack.otherNumbers?.(word) ?? [],
    /** True for a folded preposition that stands before the name of a place. */
    isPlacePreposition: (folded: string): boolean => pack.placePrepositions?.has(folded) === true,
    /** The same before the name of a place that is known. */
    isKnownPlacePreposition: (folded: string): boolean =>
      pack.placePrepositions?.has(folded) === true || pack.knownPlacePrepositions?.has(folded) === true,
    relatedFrom: pack.relatedFrom,
    hasCompounds: pack.hasCompounds === true,
    keepsMarks: pack.keepsMarks === true,
    editDistance: createEditDistance(pack.slips ?? USUAL_SLIPS),
  };
}
export type Analyzer = ReturnType<typeof analyzerOf>;
