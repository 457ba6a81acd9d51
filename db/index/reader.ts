import { setImmediate } from 'node:timers/promises';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Page, Site } from '../../shared/page.ts';
import { memoize } from '../../shared/cache.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { excerptOf } from '../search/excerpt.ts';
import type { Hit } from '../search/types.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { readArrays, sizesOfArrays } from '../search/storage/arrays.ts';
import { withoutMemoryIndex } from '../search/storage/memory-index.ts';
import { createSearch, type SearchMode } from '../search/search.ts';
import { openReadOnly, type Database } from '../sqlite.ts';

/** Marks a file as an index of this program, in SQLite's header: "WCSi". */
export const INDEX_APPLICATION_ID = 0x57_43_53_69;

type SearchRequest = {
  readonly query: string;
  /** Only pages of this city. */
  readonly city: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

type SearchHit = {
  readonly title: string;
  readonly url: string;
  readonly city: string;
  readonly excerpt: string;
  readonly modified: string;
};

type HitText = Omit<SearchHit, 'excerpt'> & { readonly body: string };

/** How much of the texts of pages that were found lately is kept, and what one takes besides its letters. */
const REMEMBERED_BYTES: Record<SearchMode, number> = { memory: 16e6, file: 1e6 };
const BYTES_PER_TEXT = 400;

const PAGE = 'id, type, url, path, title, markdown, language, modified, city, family';

/**
 * Opens a finished index for reading; throws when it is foreign, of another schema version, or damaged at first sight.
 * Its words are held in memory unless `mode` says otherwise.
 */
export function openIndexSync(file: string, { mode = 'memory' }: { readonly mode?: SearchMode } = {}): Index {
  const opening = openInSlices(file, () => mode);
  for (;;) {
    const { done, value } = opening.next();
    if (done) return value;
  }
}

/**
 * The same beside other work: it makes way after every few milliseconds. The words are held in memory when they fit
 * into what is available; else they are read from the file.
 */
export async function openIndex(file: string, availableMemory: number): Promise<Index> {
  const opening = openInSlices(file, (bytes) => (fitsInMemory(bytes, availableMemory) ? 'memory' : 'file'));
  for (;;) {
    const { done, value } = opening.next();
    if (done) return value;
    await setImmediate();
  }
}

/** Whether so many bytes of words are to be held when so many are available: the rest of the program needs some, too. */
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
  const info = new Map(
    db
      .prepare<[], { name: string; value: string }>('SELECT name, value FROM info')
      .all()
      .map(({ name, value }) => [name, JSON.parse(value) as unknown]),
  );
  const cities = info.get('cities') as readonly CityRule[];
  const analyzer = createAnalyzer();
  const counts = info.get('counts') as { readonly pages: number; readonly aliases: number };
  const synonyms = info.get('synonyms') as readonly (readonly string[])[];
  const sizes = sizesOfArrays(db);
  const { others, bytes: wordBytes } = withoutMemoryIndex(sizes, counts.pages);
  const mode = choose(wordBytes);
  const readArray = yield* readArrays(db, mode === 'memory' ? sizes : others);
  const find = createSearch(db, { cities, synonyms, pages: counts.pages, analyzer, mode, readArray });
  yield;

  const selectHit = db.prepare<[number], HitText>('SELECT title, url, city, modified, body FROM pages WHERE id = ?');
  const selectByPath = db.prepare<[string], Page>(`SELECT ${PAGE} FROM pages WHERE path = ? ORDER BY id LIMIT 1`);
  const selectByAlias = db.prepare<[string], Page>(
    `SELECT ${PAGE} FROM pages WHERE id = (SELECT page_id FROM aliases WHERE path = ?)`,
  );
  const selectById = db.prepare<[number], Page>(`SELECT ${PAGE} FROM pages WHERE id = ?`);
  const selectBySlug = db.prepare<[string, string, number], Page>(
    `SELECT ${PAGE} FROM pages WHERE slug = ? ORDER BY path <> '/' || ?, path, id LIMIT ?`,
  );
  const selectSamples = db.prepare<[number], Page>(
    `SELECT ${PAGE} FROM pages
      WHERE id IN (SELECT id FROM pages WHERE id % max(1, (SELECT count(*) FROM pages) / 20) = 0 LIMIT ?)`,
  );

  const selectByCity = db.prepare<[], { readonly city: string; readonly pages: number }>(
    'SELECT city, count(*) AS pages FROM pages GROUP BY city ORDER BY pages DESC, city',
  );
  const selectByMonth = db.prepare<[], { readonly month: string; readonly pages: number }>(
    'SELECT substr(modified, 1, 7) AS month, count(*) AS pages FROM pages GROUP BY month ORDER BY month',
  );

  /** The matching pages, best first, without those before `offset`; `more` says whether others follow. */
  function search({ query: text, city, limit, offset }: SearchRequest) {
    const { found, more } = find(text, city, offset, limit);
    return { hits: found.map(({ id, hits }) => hitOf(id, hits)), more };
  }

  const textOf = memoize({
    maxBytes: REMEMBERED_BYTES[mode],
    compute: readText,
    bytesOf: ({ title, url, body }) => BYTES_PER_TEXT + 2 * (title.length + url.length + body.length),
  });

  function readText(id: number): HitText {
    const text = selectHit.get(id);
    if (!text) throw new Error(`The index finds page ${id}, which it does not hold`);
    return text;
  }

  function hitOf(id: number, hits: readonly Hit[]): SearchHit {
    const { title, url, city, modified, body } = textOf(id);
    return { title, url, city, modified, excerpt: excerptOf(body, hits) };
  }

  return {
    generation: info.get('generation') as number,
    builtAt: info.get('builtAt') as string,
    site: info.get('site') as Site,
    company: info.get('company') as CompanyInfo,
    cities,
    counts,
    mode,
    /** How much memory the words take, or would take. */
    wordBytes,
    search,
    /** The page at this key (shared/addresses.ts), else the page that this was a former address of. */
    pageByPath: (path: string): Page | undefined => selectByPath.get(path) ?? selectByAlias.get(path),
    pageById: (id: number): Page | undefined => selectById.get(id),
    /** Pages whose last path segment is this slug, the top-level page first. */
    pagesBySlug: (slug: string, limit: number): readonly Page[] => selectBySlug.all(slug, slug, limit),
    /** A few pages from all over the index. */
    samplePages: (limit: number): readonly Page[] => selectSamples.all(limit),
    /** How many pages each city has; the empty city is that of general pages. */
    pagesByCity: () => selectByCity.all(),
    /** How many pages were last changed in each month (`2026-03`). */
    pagesByMonth: () => selectByMonth.all(),
    close: (): void => {
      db.close();
    },
  };
}

/** One generation, open for reading. */
export type Index = ReturnType<typeof read> extends Generator<void, infer Opened> ? Opened : never;

function checkHeader(db: Database, file: string): void {
  const application = db.pragma('application_id', { simple: true });
  if (application !== INDEX_APPLICATION_ID) throw new Error(`${file} is not an index of this program`);
  const version = db.pragma('user_version', { simple: true });
  if (version !== INDEX_SCHEMA_VERSION) {
    throw new Error(`${file} has schema version ${String(version)}; this program reads ${INDEX_SCHEMA_VERSION}`);
  }
}
