import { createAnalyzer } from '../search/text/analyzer.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { IndexInfo } from './index-file.ts';
import { createChangeLog } from './changes.ts';
import { allInfoOf, baseOf, openIndexFile } from './index-file.ts';
import { createPageQueries } from './page-queries.ts';
import { createWithholding } from './withholding.ts';
import { createSearchHits } from './search-hits.ts';
import { arrayReader, readArrays, sizesOfArrays, type Arrays } from '../search/storage/arrays.ts';
import { arraysFromBase, withoutMemoryIndex, type ArraysOfIndex } from '../search/storage/memory-index.ts';
import { createMultilingualSearch } from '../search/multilingual.ts';
import { createSearch, type Search, type SearchMode } from '../search/search.ts';
import { runAtOnce, runInSlices, type Slices } from '../slices.ts';
import type { Database } from '../sqlite.ts';

type SearchRequest = {
  readonly query: string;
  // Filter by city.
  readonly city: string | undefined;
  // Filter by language, a primary subtag; `all` disables the filter. Default: the main language.
  readonly language?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Opens a finished index read-only. Throws if it is invalid or has a different schema version. The default `mode`
 * searches in memory.
 */
export function openIndexSync(file: string, { mode = 'memory' }: { readonly mode?: SearchMode } = {}): Index {
  return runAtOnce(openInSlices(file, () => mode, undefined));
}

/** Arrays of an open index by language, for reuse by an index with the same base. */
export type SharedArrays = { readonly sha256: string; readonly arrays: ReadonlyMap<string, Arrays> };

/**
 * Opens an index like `openIndexSync`, but yields to the event loop every few milliseconds. Searches in memory if the
 * available bytes suffice, otherwise in the file. Arrays of a common base in `shared` are not read again.
 */
export async function openIndex(file: string, availableMemory: number, shared?: SharedArrays): Promise<Index> {
  const choose = (bytes: number) => (fitsInMemory(bytes, availableMemory) ? 'memory' : 'file');
  return await runInSlices(openInSlices(file, choose, shared));
}

/** Returns true if a memory index of `wordBytes` leaves enough available memory to the program. */
export function fitsInMemory(wordBytes: number, availableMemory: number): boolean {
  return wordBytes < availableMemory / 2;
}

// Kilobytes of pages that a served index caches for each of its files.
const PAGE_CACHE = -32_768;

type ChooseMode = (bytes: number) => SearchMode;

function* openInSlices(file: string, choose: ChooseMode, shared: SharedArrays | undefined): Slices<Index> {
  const db = openIndexFile(file);
  try {
    return yield* read(db, { file, choose, shared });
  } catch (error) {
    db.close();
    throw error;
  }
}

type Opening = { readonly file: string; readonly choose: ChooseMode; readonly shared: SharedArrays | undefined };

function* read(db: Database, { file, choose, shared: offered }: Opening) {
  const info = allInfoOf(db) as IndexInfo;
  const { cities, synonyms, vocabulary, placeNames, counts } = info;
  const base = baseOf(db);
  const shared = base && offered?.sha256 === base.sha256 ? offered.arrays : undefined;
  const languages = languagesOf(info);
  const sizes = languages.map(({ language, pages }) => sizesOf(db, { language, pages, hasBase: base !== undefined }));
  const wordBytes = sizes.reduce((sum, { own, fromBase }) => sum + own.bytes + fromBase.bytes, 0);
  const sharedBytes = sizes.reduce(
    (sum, { fromBase, language }) => sum + bytesIn(fromBase.all, shared?.get(language)),
    0,
  );
  const mode = choose(wordBytes - sharedBytes);
  const searches = new Map<string, Search>();
  const arrays = new Map<string, Arrays>();
  for (const { language, pages, own, fromBase } of sizes) {
    const wanted = mode === 'memory' ? 'all' : 'others';
    const ownArrays = yield* readArrays(db, language, own[wanted]);
    const baseArrays = base && (yield* readArrays(db, language, fromBase[wanted], 'base', shared?.get(language)));
    arrays.set(language, baseArrays ?? ownArrays);
    const analyzer = createAnalyzer(language);
    const segments = segmentsOf(ownArrays, baseArrays);
    const readArray = arrayReader(new Map([...(baseArrays ?? []), ...ownArrays]));
    const terms = { cities, synonyms, vocabulary, placeNames };
    searches.set(language, yield* createSearch(db, { ...terms, pages, analyzer, mode, readArray, segments }));
  }
  // SQLite's page cache still contains the pages of the arrays.
  db.pragma('shrink_memory');
  for (const schema of base ? ['main', 'base'] : ['main']) db.pragma(`${schema}.cache_size = ${PAGE_CACHE}`);
  const [mainLanguage, main] = mainOf(searches, file);
  const withholding = createWithholding(db, info);
  const pageQueries = createPageQueries(db);
  const find = createMultilingualSearch(searches, pageQueries.originals(), withholding.ids);

  const hitOf = createSearchHits(db, mode);

  /**
   * Searches pages, best first, beginning at `offset`; `more` is true if further pages follow. `queryLanguage` is set
   * if the query seems to be in a different language. `corrected` lists replaced words, `placeReadAs` the city of a
   * place name, `alsoSearched` added words, `unmatched` words without a match.
   */
  function search({ query, city, language = mainLanguage, limit, offset }: SearchRequest) {
    const only = language === 'all' ? undefined : language;
    const answer = find({ query, city, language: only, offset, limit });
    const { found, more, confidence, queryLanguage, corrected, placeReadAs, alsoSearched, unmatched } = answer;
    return {
      hits: found.map(({ id, hits }) => hitOf(id, hits)),
      more,
      confidence,
      ...(placeReadAs !== undefined && { placeReadAs }),
      ...(alsoSearched.length > 0 && { alsoSearched }),
      ...(corrected.length > 0 && { corrected }),
      ...(unmatched.length > 0 && { unmatched }),
      ...(queryLanguage !== undefined && { queryLanguage }),
    };
  }

  return {
    generation: info.generation,
    builtAt: info.builtAt,
    site: info.site,
    /** Company data without withheld pages. */
    get company() {
      return withholding.company();
    },
    cities,
    placeNames,
    get counts() {
      return { ...counts, pages: counts.pages - withholding.ids().size };
    },
    /** Withholds the pages of a list from all responses; pages of an earlier list are shown again. */
    withhold: withholding.withhold,
    /** Version of the applied list of verdicts; 0 without a list. */
    get verdicts() {
      return withholding.version();
    },
    /** Time of the last change of responses: the build, or the last list of verdicts. */
    get changedAt() {
      return withholding.changedAt() ?? info.builtAt;
    },
    /** Primary subtags of all languages, the main language first. */
    languages: [...searches.keys()],
    mode,
    /** Size of the memory index in bytes, also if the file is searched. */
    wordBytes,
    /** Memory of the arrays in bytes, without arrays of further indexes. */
    memoryBytes: mode === 'memory' ? wordBytes : 0,
    search,
    /** Returns true if a page contains the word, or if it is a common word of a language of the index. */
    knowsWord: (word: string): boolean => [...searches.values()].some(({ knowsWord }) => knowsWord(word)),
    /** Arrays by language, of the base if this is a delta, for reuse by the next index. */
    arrays: arrays as ReadonlyMap<string, Arrays>,
    /**
     * Explains a search in a language (default: main language): the reasons of each result, and of the page with id
     * `about` (`db/search/explain.ts`).
     */
    explain: (query: string, city: string | undefined, limit: number, about?: number, language = mainLanguage) => {
      const explanation = (searches.get(language) ?? main).explain(query, city, limit, about);
      return { ...explanation, results: explanation.results.filter(({ id }) => !withholding.ids().has(id)) };
    },
    ...pageQueries,
    /** Log of changes; `undefined` in an index of an earlier version. */
    changes: createChangeLog(db),
    close: (): void => void db.close(),
    [Symbol.dispose]: (): void => void db.close(),
  };
}

// A delta does not have arrays for a language without changed pages.
function segmentsOf(own: Arrays, base: Arrays | undefined): ArraysOfIndex {
  if (!base) return { own: arrayReader(own) };
  return own.size === 0 ? { own: arrayReader(base) } : { own: arrayReader(own), base: arrayReader(base) };
}

type SizesInput = { readonly language: string; readonly pages: number; readonly hasBase: boolean };

function sizesOf(db: Database, { language, pages, hasBase }: SizesInput) {
  const own = sizesOfArrays(db, language);
  const fromBase = hasBase ? arraysFromBase(sizesOfArrays(db, language, 'base'), own) : new Map<string, number>();
  return { language, pages, own: withoutMemoryIndex(own, pages), fromBase: withoutMemoryIndex(fromBase, 0) };
}

function bytesIn(sizes: ReadonlyMap<string, number>, arrays: Arrays | undefined): number {
  return [...sizes].reduce((sum, [name, size]) => sum + (arrays?.has(name) === true ? size : 0), 0);
}

/** An open generation. */
export type Index = ReturnType<typeof read> extends Slices<infer Opened> ? Opened : never;

// Returns the languages with their number of pages: the site's language first, then by number. An empty index has the
// site's language.
function languagesOf({ site, languages }: IndexInfo): readonly { readonly language: string; readonly pages: number }[] {
  const own = primaryLanguage(site.language);
  const counted = Object.entries(languages).map(([language, pages]) => ({ language, pages }));
  if (counted.length === 0) return [{ language: own, pages: 0 }];
  return counted.toSorted(
    (a, b) =>
      Number(b.language === own) - Number(a.language === own) ||
      b.pages - a.pages ||
      (a.language < b.language ? -1 : 1),
  );
}

function mainOf(searches: ReadonlyMap<string, Search>, file: string): readonly [language: string, search: Search] {
  for (const main of searches) return main;
  throw new Error(`${file} holds no language`);
}
