import { setImmediate } from 'node:timers/promises';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Site } from '../../shared/page.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { createPageQueries } from './page-queries.ts';
import { createSearchHits } from './search-hits.ts';
import { readArrays, sizesOfArrays } from '../search/storage/arrays.ts';
import { withoutMemoryIndex } from '../search/storage/memory-index.ts';
import { createSearch, type SearchMode } from '../search/search.ts';
import { openReadOnly, type Database } from '../sqlite.ts';

/** SQLite's application id of an index of this program: "WCSi". */
export const INDEX_APPLICATION_ID = 0x57_43_53_69;

type SearchRequest = {
  readonly query: string;
  /** Only pages of this city. */
  readonly city: string | undefined;
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
  const { cities, synonyms, counts } = info;
  const sizes = sizesOfArrays(db);
  const { others, bytes: wordBytes } = withoutMemoryIndex(sizes, counts.pages);
  const mode = choose(wordBytes);
  const readArray = yield* readArrays(db, mode === 'memory' ? sizes : others);
  const analyzer = createAnalyzer(info.site.language);
  const { search: find, explain } = createSearch(db, {
    cities,
    synonyms,
    pages: counts.pages,
    analyzer,
    mode,
    readArray,
  });
  yield;

  const hitOf = createSearchHits(db, mode);

  /** The matching pages, best first, without those before `offset`; `more` when others follow. */
  function search({ query: text, city, limit, offset }: SearchRequest) {
    const { found, more } = find(text, city, offset, limit);
    return { hits: found.map(({ id, hits }) => hitOf(id, hits)), more };
  }

  return {
    generation: info.generation,
    builtAt: info.builtAt,
    site: info.site,
    company: info.company,
    cities,
    counts,
    mode,
    /** Memory that the memory index takes, or would take, in bytes. */
    wordBytes,
    search,
    /** Explanation of an answer: why pages are in it, and why `about` (a page's id) is or is not (db/search/explain.ts). */
    explain,
    ...createPageQueries(db),
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
  readonly counts: { readonly pages: number; readonly aliases: number };
};

function readInfo(db: Database): IndexInfo {
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM info').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])) as IndexInfo;
}

function checkHeader(db: Database, file: string): void {
  const application = db.pragma('application_id', { simple: true });
  if (application !== INDEX_APPLICATION_ID) throw new Error(`${file} is not an index of this program`);
  const version = db.pragma('user_version', { simple: true });
  if (version !== INDEX_SCHEMA_VERSION) {
    throw new Error(`${file} has schema version ${String(version)}; this program reads ${INDEX_SCHEMA_VERSION}`);
  }
}
