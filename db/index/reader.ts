import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Origin } from './index-tables.ts';
import { baseOf, openIndexFile } from './index-file.ts';
import { createPageQueries } from './page-queries.ts';
import { createWithholding } from './withholding.ts';
import { createSearchHits } from './search-hits.ts';
import { arrayReader, readArrays, sizesOfArrays, type Arrays } from '../search/storage/arrays.ts';
import { arraysFromBase, withoutMemoryIndex, type ArraysOfIndex } from '../search/storage/memory-index.ts';
import { createMultilingualSearch } from '../search/multilingual.ts';
import { createSearch, type Search, type SearchMode } from '../search/search.ts';
import { atOnce, inTurns, type Slices } from '../slices.ts';
import type { Database } from '../sqlite.ts';

type SearchRequest = {
  readonly query: string;
  /** Only pages of this city. */
  readonly city: string | undefined;
  /** Only pages in this language, by its primary subtag; `all` for those of all languages; the main language without. */
  readonly language?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/**
 * Opens a finished index for reading; throws when it is foreign, of another schema version, or damaged at first sight.
 * Searches in memory unless `mode` says otherwise.
 */
export function openIndexSync(file: string, { mode = 'memory' }: { readonly mode?: SearchMode } = {}): Index {
  return atOnce(openInSlices(file, () => mode, undefined));
}

/** The arrays of an index that is open, by language, for another one that has the same file as its base. */
export type SharedArrays = { readonly sha256: string; readonly arrays: ReadonlyMap<string, Arrays> };

/**
 * The same, but yields to the event loop every few milliseconds. Searches in memory when that fits into the available
 * bytes, else from the file. What `shared` has of its base is not read again.
 */
export async function openIndex(file: string, availableMemory: number, shared?: SharedArrays): Promise<Index> {
  const choose = (bytes: number) => (fitsInMemory(bytes, availableMemory) ? 'memory' : 'file');
  return await inTurns(openInSlices(file, choose, shared));
}

/** True when a memory index of so many bytes leaves enough of what is available to the rest of the program. */
export function fitsInMemory(wordBytes: number, availableMemory: number): boolean {
  return wordBytes < availableMemory / 2;
}

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
  const info = readInfo(db);
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
  // SQLite has the pages of the arrays, which are not read again.
  db.pragma('shrink_memory');
  const [mainLanguage, main] = mainOf(searches, file);
  const withholding = createWithholding(db, info);
  const pageQueries = createPageQueries(db);
  const find = createMultilingualSearch(searches, pageQueries.originals(), withholding.isWithheld);

  const hitOf = createSearchHits(db, mode);

  /**
   * The matching pages, best first, without those before `offset`; `more` when others follow. `queryLanguage` is the language of
   * the query, where it seems to be another than the one that was searched. `corrected` lists words that others replaced,
   * `placeReadAs` the city that a place was read as, `alsoSearched` words that were added, `unmatched` words that nothing stands for.
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
    /** Without what is of a withheld page. */
    get company() {
      return withholding.company();
    },
    cities,
    placeNames,
    get counts() {
      return { ...counts, pages: counts.pages - withholding.count() };
    },
    /** Withholds pages from all answers, according to a list; those of an earlier list are shown again. */
    withhold: withholding.withhold,
    /** Version of the list by which pages are withheld; 0 without one. */
    get verdicts() {
      return withholding.version();
    },
    /** When its answers changed last: when it was built, or pages were withheld. */
    get changedAt() {
      return withholding.changedAt() ?? info.builtAt;
    },
    /** Primary subtags of the languages of its pages, the main one first. */
    languages: [...searches.keys()],
    mode,
    /** Memory that the memory index takes, or would take, in bytes. */
    wordBytes,
    /** Memory that its arrays take, in bytes, but for those that other indexes have too. */
    memoryBytes: mode === 'memory' ? wordBytes : 0,
    search,
    /** True for a word that a page holds, and for one of its languages that is no proper name. */
    knowsWord: (word: string): boolean => [...searches.values()].some(({ knowsWord }) => knowsWord(word)),
    /** Its arrays, or those of its base, by language: for the next index that has the same base, or this one. */
    arrays: arrays as ReadonlyMap<string, Arrays>,
    /**
     * Explanation of an answer in one language of the index, the main one unless another is named: why pages are in it, and
     * why `about` (a page's id) is or is not (db/search/explain.ts).
     */
    explain: (query: string, city: string | undefined, limit: number, about?: number, language = mainLanguage) =>
      (searches.get(language) ?? main).explain(query, city, limit, about),
    ...pageQueries,
    close: (): void => {
      db.close();
    },
  };
}

/** A delta says nothing of a language in which no page has changed. */
function segmentsOf(own: Arrays, base: Arrays | undefined): ArraysOfIndex {
  if (!base) return { own: arrayReader(own) };
  return own.size === 0 ? { own: arrayReader(base) } : { own: arrayReader(own), base: arrayReader(base) };
}

type SizesInput = { readonly language: string; readonly pages: number; readonly hasBase: boolean };

/** Sizes of the arrays of a language: those of the index itself, and those that it needs of its base. */
function sizesOf(db: Database, { language, pages, hasBase }: SizesInput) {
  const own = sizesOfArrays(db, language);
  const fromBase = hasBase ? arraysFromBase(sizesOfArrays(db, language, 'base'), own) : new Map<string, number>();
  return { language, pages, own: withoutMemoryIndex(own, pages), fromBase: withoutMemoryIndex(fromBase, 0) };
}

/** The bytes of these arrays that are in memory already. */
function bytesIn(sizes: ReadonlyMap<string, number>, arrays: Arrays | undefined): number {
  return [...sizes].reduce((sum, [name, size]) => sum + (arrays?.has(name) === true ? size : 0), 0);
}

/** One generation, open for reading. */
export type Index = ReturnType<typeof read> extends Slices<infer Opened> ? Opened : never;

/** The table `info`, as the builder wrote it. */
type IndexInfo = {
  readonly generation: number;
  readonly builtAt: string;
  readonly site: Site;
  readonly company: CompanyInfo;
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
  readonly placeNames: PlaceNames;
  readonly counts: { readonly pages: number; readonly aliases: number };
  readonly origin?: Origin;
  /** The number of pages of each language, by its primary subtag. */
  readonly languages: Readonly<Record<string, number>>;
};

function readInfo(db: Database): IndexInfo {
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM main.info').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])) as IndexInfo;
}

/** The languages of the pages and how many each has: the site's first, then by their number. An empty index has the site's. */
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
