import { setImmediate } from 'node:timers/promises';
import type { AddressQuota } from '../../shared/address-quotas.ts';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { createPageQueries } from './page-queries.ts';
import { createSearchHits } from './search-hits.ts';
import { readArrays, sizesOfArrays } from '../search/storage/arrays.ts';
import { withoutMemoryIndex } from '../search/storage/memory-index.ts';
import { createMultilingualSearch } from '../search/multilingual.ts';
import { createSearch, type Search, type SearchMode } from '../search/search.ts';
import { openReadOnly, type Database } from '../sqlite.ts';

/** SQLite's application id of an index of this program: "WCSi". */
export const INDEX_APPLICATION_ID = 0x57_43_53_69;

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
  const opening = openInSlices(file, () => mode);
  for (;;) {
    const { done, value } = opening.next();
    if (done) return value;
  }
}

/**
 * The same, but yields to the event loop every few milliseconds. Searches in memory when that fits into the available
 * bytes, else from the file.
 */
export async function openIndex(file: string, availableMemory: number): Promise<Index> {
  const opening = openInSlices(file, (bytes) => (fitsInMemory(bytes, availableMemory) ? 'memory' : 'file'));
  for (;;) {
    const { done, value } = opening.next();
    if (done) return value;
    await setImmediate();
  }
}

/** True when a memory index of so many bytes leaves enough of what is available to the rest of the program. */
export function fitsInMemory(wordBytes: number, availableMemory: number): boolean {
  return wordBytes < availableMemory / 2;
}

function* openInSlices(file: string, choose: (bytes: number) => SearchMode): Generator<void, Index> {
  const db = openReadOnly(file);
  try {
    return yield* read(db, file, choose);
  } catch (error) {
    db.close();
    throw error;
  }
}

function* read(db: Database, file: string, choose: (bytes: number) => SearchMode) {
  checkHeader(db, file);
  const info = readInfo(db);
  const { cities, synonyms, vocabulary, counts } = info;
  const languages = languagesOf(info);
  const sizes = languages.map(({ language, pages }) => withoutMemoryIndex(sizesOfArrays(db, language), pages));
  const wordBytes = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const mode = choose(wordBytes);
  const searches = new Map<string, Search>();
  for (const [at, { language, pages }] of languages.entries()) {
    const wanted = mode === 'memory' ? sizes[at]?.all : sizes[at]?.others;
    const readArray = yield* readArrays(db, language, wanted ?? new Map());
    const analyzer = createAnalyzer(language);
    searches.set(language, createSearch(db, { cities, synonyms, vocabulary, pages, analyzer, mode, readArray }));
    yield;
  }
  const [mainLanguage, main] = mainOf(searches, file);
  const pageQueries = createPageQueries(db);
  const find = createMultilingualSearch(searches, pageQueries.originals());

  const hitOf = createSearchHits(db, mode);

  /**
   * The matching pages, best first, without those before `offset`; `more` when others follow. `queryLanguage` is the language of
   * the query, where it seems to be another than the one that was searched; `corrected` what was read for what, and `unmatched`
   * the words that nothing stands for, where there are any.
   */
  function search({ query, city, language = mainLanguage, limit, offset }: SearchRequest) {
    const only = language === 'all' ? undefined : language;
    const { found, more, queryLanguage, corrected, unmatched } = find({ query, city, language: only, offset, limit });
    return {
      hits: found.map(({ id, hits }) => hitOf(id, hits)),
      more,
      ...(corrected.length > 0 && { corrected }),
      ...(unmatched.length > 0 && { unmatched }),
      ...(queryLanguage !== undefined && { queryLanguage }),
    };
  }

  return {
    generation: info.generation,
    builtAt: info.builtAt,
    site: info.site,
    company: info.company,
    /** Addresses with a larger anonymous quota. */
    addressQuotas: info.addressQuotas,
    cities,
    counts,
    /** Primary subtags of the languages of its pages, the main one first. */
    languages: [...searches.keys()],
    mode,
    /** Memory that the memory index takes, or would take, in bytes. */
    wordBytes,
    search,
    /** True for a word that a page holds, or a stop word. */
    knowsWord: (word: string): boolean =>
      [...searches.values()].some(({ familiarityWith }) => familiarityWith(word) === 1),
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

/** One generation, open for reading. */
export type Index = ReturnType<typeof read> extends Generator<void, infer Opened> ? Opened : never;

/** The table `info`, as the builder wrote it. */
type IndexInfo = {
  readonly generation: number;
  readonly builtAt: string;
  readonly site: Site;
  readonly company: CompanyInfo;
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  readonly vocabulary: Vocabulary;
  readonly addressQuotas: readonly AddressQuota[];
  readonly counts: { readonly pages: number; readonly aliases: number };
  /** The number of pages of each language, by its primary subtag. */
  readonly languages: Readonly<Record<string, number>>;
};

function readInfo(db: Database): IndexInfo {
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM info').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])) as IndexInfo;
}

/** The languages of the pages and how many each has: the site's first, then by their number. An empty index has the site's. */
function languagesOf({ site, languages }: IndexInfo): readonly { readonly language: string; readonly pages: number }[] {
  const own = primaryLanguage(site.language);
  const counted = Object.entries(languages).map(([language, pages]) => ({ language, pages }));
  if (counted.length === 0) return [{ language: own, pages: 0 }];
  return counted.toSorted((a, b) => Number(b.language === own) - Number(a.language === own) || b.pages - a.pages);
}

function mainOf(searches: ReadonlyMap<string, Search>, file: string): readonly [language: string, search: Search] {
  for (const main of searches) return main;
  throw new Error(`${file} holds no language`);
}

function checkHeader(db: Database, file: string): void {
  const application = db.pragma('application_id', { simple: true });
  if (application !== INDEX_APPLICATION_ID) throw new Error(`${file} is not an index of this program`);
  const version = db.pragma('user_version', { simple: true });
  if (version !== INDEX_SCHEMA_VERSION) {
    throw new Error(`${file} has schema version ${String(version)}; this program reads ${INDEX_SCHEMA_VERSION}`);
  }
}
