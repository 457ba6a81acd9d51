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
import { confidenceOf, type Confidence } from './confidence.ts';
import { createExplainer, type RankedPass } from './explain.ts';
import { createQueryInterpreter, type InterpretedQuery } from './query/interpreter.ts';
import { passesOf } from './query/passes.ts';
import { createLikeness } from './match/likeness.ts';
import { createRanker, type Ranking } from './match/ranker.ts';
import { createReranker } from './match/reranker.ts';
import { createTermWeights } from './match/term-weights.ts';
import { createSpellingCorrector } from './query/spelling-corrector.ts';
import { placeCandidates } from './query/place-finder.ts';
import { createSayings } from './query/sayings.ts';
import { createSynonyms } from './query/synonyms.ts';

/** General pages are looked for among so many first ones, whatever part of an answer is asked for. */
const GENERAL_DEPTH = 200;

/** Retrieval from the memory index, or from the file, which is slower and takes next to no memory. */
export type SearchMode = 'memory' | 'file';

type Options = {
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
  readonly placeNames: PlaceNames;
  readonly pages: number;
  readonly analyzer: Analyzer;
  readonly mode: SearchMode;
  /** Every array of the index, those of its base that it does not replace included. */
  readonly readArray: ReadArray;
  readonly segments: ArraysOfIndex;
};

/** A page that matches, and the occurrences of the query terms in its body. */
export type Found = { readonly id: number; readonly hits: readonly Hit[] };

/**
 * Full-text search of the pages of one language, best first. README.md says what is exact in it and how it ranks. Its parts of a
 * large site take some milliseconds each: yields between them.
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
  const { synonymsOf, synonymOnly } = yield* createSynonyms({ own: synonyms, vocabulary }, analyzer, lexicon);
  const correct = createSpellingCorrector(readSpellingDictionary(readArray), synonymOnly, analyzer);
  yield;
  const rank = createRanker({ matcher, prepare, likeness, pages });
  const readSaying = yield* createSayings({ vocabulary, analyzer, lexicon, pages, synonymsOf });
  yield;
  const candidates = yield* placeCandidates(placeNames, analyzer);
  const interpreter = createQueryInterpreter({
    cities,
    placeNames,
    candidates,
    analyzer,
    lexicon,
    pages,
    synonymsOf,
    readSaying,
    correct,
  });
  yield;
  const weigh = createTermWeights(analyzer, lexicon, pages);

  /** A query resolved against the index, its terms weighed. */
  function interpret(text: string): InterpretedQuery {
    const query = interpreter.interpret(text);
    return { ...query, terms: weigh(query.terms) };
  }

  /** The passes of an answer in their final order, until so many pages are found. */
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

  /** A ranking without the pages of cities. */
  function generalPagesOf(ranking: Ranking, wanted: number): Ranking {
    const general = ranking.pages.filter((page) => !matcher.groupOf(page).isCopy);
    return { ...ranking, pages: general.slice(0, wanted) };
  }

  /** Reads a query, to ask for its pages. */
  function ask(text: string) {
    const query = interpret(text);

    let confidence: Confidence | undefined;

    /** The first matching pages of a city, or of all, best first, as numbers that only `locate` understands. */
    function rankFirst(city: string | undefined, wanted: number): number[] {
      const ranked: number[] = [];
      for (const { ranking } of rankPasses(query, city, wanted)) {
        if (ranking.pages.length > 0) confidence ??= confidenceOf(ranking, query);
        // One by one: a call takes a hundred thousand arguments, and a page may be further down.
        for (const page of ranking.pages) ranked.push(page);
      }
      return ranked;
    }

    /** The ids of pages, with the hits in each. */
    function locate(ranked: readonly number[]): Found[] {
      const scorer = prepare([...query.terms, ...query.cityTerms]);
      const found = ranked.map((page): Found => {
        const hits = scorer.locate(matcher.tokensOf(page));
        return { id: matcher.idOf(page), hits };
      });
      scorer.release();
      return found;
    }

    return {
      rankFirst,
      locate,
      idOf: matcher.idOf,
      corrected: query.corrected,
      placeReadAs: query.placeReadAs,
      alsoSearched: query.alsoSearched,
      unmatched: query.unmatched,
      /** Confidence in the first page that was ranked; low before any was. */
      confidence: (): Confidence => confidence ?? 'low',
      familiarity: query.familiarity,
      exactness: query.exactness,
      otherLanguage: query.otherLanguage,
    };
  }

  const explain = createExplainer({ interpret, rankPasses, prepare, matcher, lexicon, pages });

  /** True for a word that a page holds, a stop word or general word, and a word of the vocabulary. */
  function knowsWord(word: string): boolean {
    if (interpreter.familiarityWith(word) === 1 || analyzer.isGeneralWord(analyzer.fold(word))) return true;
    return synonymsOf(analyzer.termOf(word)).length > 0;
  }

  return { ask, explain, familiarityWith: interpreter.familiarityWith, knowsWord };
}
export type Search = ReturnType<typeof createSearch> extends Slices<infer Made> ? Made : never;
