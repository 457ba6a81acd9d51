import type { CityRule } from '../../shared/cities.ts';
import { TRADE_SYNONYMS } from './text/trade-synonyms.ts';
import type { Analyzer } from './text/analyzer.ts';
import type { Hit } from './types.ts';
import type { Database } from '../sqlite.ts';
import type { ReadArray } from './storage/arrays.ts';
import { createFullTextMatcher } from './match/full-text-matcher.ts';
import { readLexicon } from './storage/lexicon.ts';
import { createMemoryMatcher } from './match/memory-matcher.ts';
import { readMemoryIndex } from './storage/memory-index.ts';
import { readSpellingDictionary } from './storage/spelling-dictionary.ts';
import { createQueryInterpreter, passesOf } from './query/interpreter.ts';
import { createRanker } from './match/ranker.ts';
import { createReranker } from './match/reranker.ts';
import { createSpellingCorrector } from './query/spelling-corrector.ts';
import { createSynonyms } from './query/synonyms.ts';

/** Where the words that are matched are: in memory, or only in the file, which is slower and takes next to no memory. */
export type SearchMode = 'memory' | 'file';

type Options = {
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly pages: number;
  readonly analyzer: Analyzer;
  readonly mode: SearchMode;
  readonly readArray: ReadArray;
};

/** A page that matches, and the words of its body that say why. */
type Found = { readonly id: number; readonly hits: readonly Hit[] };

/**
 * Answers queries with pages, best first.
 *
 * Exact: which pages match; that pages of a named city come first; that of one or two words pages with all of them come
 * first when no city is asked for; that every match has one place, whatever part of the answer is asked for. So is the
 * order in which memory-matcher.ts finds pages, those with all the words first: what it leaves out could not have been in
 * the answer. Approximate: only the first matches of each part are judged closely (ranker.ts), the others stay in the
 * order in which they were found, by impacts of one byte; and what a misspelt word meant is a guess (spelling.ts). From
 * the file the same pages match and the same ones come first or last as a group, but FTS5's own scores choose which of
 * them are judged closely.
 */
export function createSearch(db: Database, { cities, synonyms, pages, analyzer, mode, readArray }: Options) {
  const lexicon = readLexicon(readArray);
  const matcher =
    mode === 'memory'
      ? createMemoryMatcher(readMemoryIndex(readArray))
      : createFullTextMatcher(db, { lexicon, analyzer });
  const prepare = createReranker({ lexicon, pages, averages: readArray('averages', Float64Array) });
  const { synonymsOf, synonymOnly } = createSynonyms([...TRADE_SYNONYMS, ...synonyms], analyzer, lexicon);
  const correct = createSpellingCorrector(readSpellingDictionary(readArray), synonymOnly);
  const rank = createRanker(matcher, prepare);
  const interpret = createQueryInterpreter({ cities, analyzer, lexicon, pages, synonymsOf, correct });

  /** The matching pages from `offset` on, each with what answers the query in it, and whether others follow. */
  function search(text: string, city: string | undefined, offset: number, limit: number) {
    const query = interpret(text);
    const ranked: number[] = [];
    const wanted = offset + limit + 1;
    if (query.terms.length + query.cityTerms.length > 0) {
      for (const pass of passesOf(query, city)) {
        if (ranked.length >= wanted) break;
        // One by one: a call takes a hundred thousand arguments, and a page may be further down.
        for (const page of rank(pass, wanted - ranked.length)) ranked.push(page);
      }
    }
    const judge = prepare([...query.terms, ...query.cityTerms]);
    const found = ranked.slice(offset, offset + limit).map((page): Found => {
      const hits = judge.locate(matcher.tokensOf(page));
      return { id: matcher.idOf(page), hits };
    });
    judge.release();
    return { found, more: ranked.length >= wanted };
  }

  return search;
}
