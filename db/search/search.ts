import type { CityRule } from '../../shared/cities.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import type { Analyzer } from './text/analyzer.ts';
import type { Hit } from './types.ts';
import type { Slices } from '../slices.ts';
import type { Database } from '../sqlite.ts';
import type { ReadArray } from './storage/arrays.ts';
import { createFullTextMatcher } from './match/full-text-matcher.ts';
import { readLexicon } from './storage/lexicon.ts';
import { createMemoryMatcher } from './match/memory-matcher.ts';
import { readMemoryIndex, type ArraysOfIndex } from './storage/memory-index.ts';
import { readSpellingDictionary } from './storage/spelling-dictionary.ts';
import { confidenceOf, createEvidence, type Confidence } from './confidence.ts';
import { createExplainer, type RankedPass } from './explain.ts';
import { createQueryInterpreter, type InterpretedQuery } from './query/interpreter.ts';
import { passesOf } from './query/passes.ts';
import { createLikeness } from './match/likeness.ts';
import { createRanker, type Ranking } from './match/ranker.ts';
import { createReranker } from './match/reranker.ts';
import { createTermWeights } from './match/term-weights.ts';
import { createQueryTerms } from './query/query-terms.ts';
import { createSpellingCorrector } from './query/spelling-corrector.ts';
import { placeCandidates } from './query/place-finder.ts';
import { createSayings } from './query/sayings.ts';
import { createSynonyms } from './query/synonyms.ts';

// Depth of the first stage for general pages, independent of the requested page of results.
const GENERAL_DEPTH = 200;

/** Retrieval from the memory index, or from the file, which is slower and needs little memory. */
export type SearchMode = 'memory' | 'file';

type Options = {
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
  readonly placeNames: PlaceNames;
  readonly pages: number;
  readonly analyzer: Analyzer;
  readonly mode: SearchMode;
  // Reads every array of the index, including arrays of its base that it does not replace.
  readonly readArray: ReadArray;
  readonly segments: ArraysOfIndex;
};

/** A matching page, and the occurrences of the query terms in its body. */
export type Found = { readonly id: number; readonly hits: readonly Hit[] };

/**
 * Creates the full-text search of the pages of a language. README.md documents the ranking and its limits. Opening
 * takes some milliseconds per part on a large site: yields between parts.
 */
export function* createSearch(db: Database, options: Options) {
  const { cities, synonyms, vocabulary, placeNames, pages, analyzer, mode, readArray, segments } = options;
  const lexicon = yield* readLexicon(readArray);
  yield;
  const memoryIndex = mode === 'memory' ? readMemoryIndex(segments) : undefined;
  yield;
  const matcher = memoryIndex ? createMemoryMatcher(memoryIndex) : createFullTextMatcher(db, { lexicon, analyzer });
  yield;
  const averageLengths = readArray('averageLengths', Float64Array);
  const prepare = createReranker({ lexicon, pages, averageLengths });
  const likeness = createLikeness({ lexicon, analyzer, pages, averageLengths });
  yield;
  const { synonymsOf, synonymOnly } = yield* createSynonyms({ siteGroups: synonyms, vocabulary }, analyzer, lexicon);
  const correct = createSpellingCorrector(readSpellingDictionary(readArray), synonymOnly, analyzer);
  yield;
  const rank = createRanker({ matcher, prepare, likeness });
  const { readSaying, phraseStemOf } = yield* createSayings({ vocabulary, analyzer, lexicon, pages, synonymsOf });
  const queryTerms = createQueryTerms({
    analyzer,
    lexicon,
    pages,
    synonymsOf,
    phraseStemOf,
    weigh: createTermWeights(lexicon, pages),
  });
  yield;
  const candidates = yield* placeCandidates(placeNames, analyzer);
  const things = new Set(vocabulary[analyzer.language]?.things?.map((thing) => analyzer.termOf(thing).stem));
  const isThing = (word: string): boolean => things.has(analyzer.termOf(word).stem);
  yield;
  const { interpret, familiarityWith } = createQueryInterpreter({
    cities,
    placeNames,
    candidates,
    analyzer,
    lexicon,
    synonymsOf,
    queryTerms,
    readSaying,
    correct,
    isThing,
  });
  yield;
  const evidenceOf = createEvidence(isThing, averageLengths);

  // Yields the passes in their final order, until `wanted` pages are found.
  function* rankPasses(query: InterpretedQuery, city: string | undefined, wanted: number): Generator<RankedPass> {
    if (!query.isAnswerable) return;
    let missing = wanted;
    for (const pass of passesOf(query, city)) {
      if (missing <= 0) return;
      const ranking = pass.generalOnly ? generalPagesOf(rank(pass, GENERAL_DEPTH), missing) : rank(pass, missing);
      missing -= ranking.pages.length;
      yield { pass, ranking };
    }
  }

  function generalPagesOf(ranking: Ranking, wanted: number): Ranking {
    const general = ranking.pages.filter((page) => !matcher.groupOf(page).isCopy);
    return { ...ranking, pages: general.slice(0, wanted) };
  }

  /** Interprets a query; the returned functions request its pages. */
  function ask(text: string) {
    const query = interpret(text);

    let confidence: Confidence | undefined;

    /** Returns the first matching pages of a city, or of the site, as numbers that `locate` resolves. */
    function rankFirst(city: string | undefined, wanted: number): number[] {
      const ranked: number[] = [];
      for (const { ranking } of rankPasses(query, city, wanted)) {
        if (ranking.pages.length > 0) confidence ??= confidenceOf(evidenceOf(ranking, query));
        // A spread is limited to about a hundred thousand arguments.
        for (const page of ranking.pages) ranked.push(page);
      }
      return ranked;
    }

    function locate(ranked: readonly number[]): Found[] {
      const scorer = prepare([...query.terms, ...query.cityTerms]);
      return ranked.map((page): Found => ({ id: matcher.idOf(page), hits: scorer.locate(matcher.tokensOf(page)) }));
    }

    return {
      rankFirst,
      locate,
      idOf: matcher.idOf,
      corrected: query.corrected,
      placeReadAs: query.placeReadAs,
      alsoSearched: query.alsoSearched,
      unmatched: query.unmatched,
      /** Returns the confidence in the first ranked page; low before a ranking. */
      confidence: (): Confidence => confidence ?? 'low',
      familiarity: query.familiarity,
      exactness: query.exactness,
      otherLanguage: query.otherLanguage,
    };
  }

  const explain = createExplainer({ interpret, rankPasses, evidenceOf, prepare, matcher, lexicon, pages });

  /** Returns true for a word of a page, a stop word, a general word and a word of the vocabulary. */
  function knowsWord(word: string): boolean {
    if (familiarityWith(word) === 1 || analyzer.isGeneralWord(analyzer.fold(word))) return true;
    return synonymsOf(analyzer.termOf(word)).length > 0;
  }

  return { ask, explain, familiarityWith, knowsWord };
}
export type Search = ReturnType<typeof createSearch> extends Slices<infer Made> ? Made : never;
