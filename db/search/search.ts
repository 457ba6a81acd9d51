import type { CityRule } from '../../shared/cities.ts';
import type { Terms } from '../../shared/text/terms.ts';
import type { Database } from '../sqlite.ts';
import { createArrayReader } from './arrays.ts';
import { createFullTextMatcher } from './full-text-matcher.ts';
import { readLexicon } from './lexicon.ts';
import { createMemoryMatcher } from './memory-matcher.ts';
import { readWordStore } from './memory.ts';
import { createPlanner, passesOf, type Plan } from './plan.ts';
import { createRanking } from './ranking.ts';
import { createReranker } from './rerank.ts';

/** Where the words that are matched are: in memory, or only in the file, which is slower and takes next to no memory. */
export type SearchMode = 'memory' | 'file';

type Options = {
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly pages: number;
  readonly terms: Terms;
  readonly mode: SearchMode;
};

/** Answers queries with the ids of pages, best first. */
export function createSearch(db: Database, { cities, pages, terms, mode }: Options) {
  const readArray = createArrayReader(db);
  const lexicon = readLexicon(readArray);
  const matcher =
    mode === 'memory' ? createMemoryMatcher(readWordStore(readArray)) : createFullTextMatcher(db, { lexicon, terms });
  const prepare = createReranker({ lexicon, pages, averages: readArray('averages', Float64Array) });
  const rank = createRanking(matcher, prepare);
  const plan = createPlanner({
    cities,
    terms,
    lexicon,
    pages,
    alternatives(term) {
      const stem = lexicon.stemNumber(term.stem);
      return stem === undefined ? [] : [{ stem, weight: 1 }];
    },
  });

  /** Ids of the matching pages from `offset` on, and whether others follow. */
  function find(query: Plan, city: string | undefined, offset: number, limit: number) {
    const ids: number[] = [];
    const wanted = offset + limit + 1;
    if (query.concepts.length + query.cityConcepts.length > 0) {
      for (const pass of passesOf(query, city)) {
        if (ids.length >= wanted) break;
        for (const page of rank(pass, wanted - ids.length)) ids.push(matcher.idOf(page));
      }
    }
    return { ids: ids.slice(offset, offset + limit), more: ids.length >= wanted };
  }

  /** What each stem that answers the query tells, for excerpts. */
  function weightsOf({ concepts, cityConcepts }: Plan): ReadonlyMap<string, number> {
    const weights = new Map<string, number>();
    for (const { alternatives, rarity } of [...concepts, ...cityConcepts]) {
      for (const { stem, weight } of alternatives.toReversed()) weights.set(lexicon.stems[stem] ?? '', weight * rarity);
    }
    return weights;
  }

  return { plan, find, weightsOf };
}
