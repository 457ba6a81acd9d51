import { fold as foldAny, isPlain, lowercase as lowercaseAny } from './folding.ts';
import { primaryLanguage } from '../../../shared/languages.ts';
import { createEditDistance, QWERTY, slipsOf } from './edit-distance.ts';
import { packOf } from './languages/packs.ts';
import { eachToken, words } from './tokenizer.ts';

/** An analyzed token: its surface form (lower case) and its stem. */
export type Term = { readonly surface: string; readonly stem: string };

const CACHED_TERMS = 200_000;
// Default for languages whose pack does not define slips.
const USUAL_SLIPS = slipsOf(QWERTY);
// Longer tokens are not stemmed.
const LONGEST_STEMMED = 40;

// Analyzers in use by primary subtag: a language needs only one cache of terms.
const inUse = new Map<string, WeakRef<Analyzer>>();

/**
 * Returns the analyzer of a language (BCP 47): tokens, folding, stop words, stems. A language without a pack
 * (languages/packs.ts) has tokens and folding only. Terms are cached.
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

  /** Stems a word in lower case. */
  function stemOf(small: string): string {
    if (pack.keepsMarks === true) return small;
    const folded = fold(small);
    // A stop word has no common stem with content words: `como` is not a form of `comer`.
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

  /** Returns the terms of the tokens and pieces (pieces.ts) of a string, in order; pushes their start offsets to `starts`. */
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
    isStopWord: (folded: string): boolean => pack.stopWords.has(folded),
    isContentWord: (folded: string): boolean => !pack.stopWords.has(folded),
    /** Returns true for a frequent folded word of queries that seldom names their subject. */
    isGeneralWord: (folded: string): boolean => pack.generalWords?.has(folded) === true,
    /** Returns the singular or plural of a word, as far as its ending shows it. */
    otherNumbers: (word: string): readonly string[] => pack.otherNumbers?.(word) ?? [],
    /** Returns true for a folded preposition that precedes a place name. */
    isPlacePreposition: (folded: string): boolean => pack.placePrepositions?.has(folded) === true,
    /** Returns true for a folded preposition that precedes a place name of the index. */
    isKnownPlacePreposition: (folded: string): boolean =>
      pack.placePrepositions?.has(folded) === true || pack.knownPlacePrepositions?.has(folded) === true,
    relatedFrom: pack.relatedFrom,
    hasCompounds: pack.hasCompounds === true,
    keepsMarks: pack.keepsMarks === true,
    editDistance: createEditDistance(pack.slips ?? USUAL_SLIPS),
  };
}
export type Analyzer = ReturnType<typeof analyzerOf>;
