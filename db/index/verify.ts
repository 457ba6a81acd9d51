import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { binarySearch } from '../search/match/binary-search.ts';
import { stemToken } from '../search/match/full-text-expressions.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { readStringTable } from '../search/storage/string-table.ts';
import { createAnalyzer, type Analyzer } from '../search/text/analyzer.ts';
import { openReadOnly, openScratch, type Database } from '../sqlite.ts';
import { baseOf, openIndexFile } from './index-file.ts';
import { createTables } from './index-tables.ts';
import { openIndexSync } from './reader.ts';

const SAMPLES = 20;

type SamplePage = Pick<Page, 'id' | 'title' | 'city' | 'path' | 'language'>;
/**
 * Verifies a built file: SQLite's and FTS5's own checks, row counts, and that sample pages are found by their titles. The base
 * of a delta was verified when it was built, and so was its full-text index, which the delta has with a few rows changed.
 */
export function verifyIndex(file: string, expected: { readonly pages: number }): void {
  verifyStructure(file);
  if (verifyCounts(file, expected.pages)) {
    verifyDelta(file);
  } else {
    verifyFullText(file);
    verifySamples(file);
  }
}

/**
 * Verifies that a file has the tables, indexes and triggers of an index, word for word, and no views: a followed index may be a
 * stranger's, and a view or a generated column of the name of a table would run its own code at each query.
 */
export function verifySchema(file: string): void {
  const db = openReadOnly(file);
  const model = openScratch(':memory:');
  try {
    createTables(model);
    const [expected, found] = [schemaOf(model), schemaOf(db)];
    const different = found.find((one) => !expected.includes(one)) ?? expected.find((one) => !found.includes(one));
    if (different !== undefined) throw new Error(`${file} has another schema than an index: ${different}`);
  } finally {
    model.close();
    db.close();
  }
}

/** Definitions in a schema without comments, but for the statistics that ANALYZE stores. */
function schemaOf(db: Database): readonly string[] {
  const rows = db.prepare<[], string>(`SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM main.sqlite_schema`);
  return rows
    .pluck()
    .all()
    .map((row) =>
      row
        .replaceAll(/--[^\n]*/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((row) => !/^table sqlite_stat\d /.test(row));
}

/** Verifies the structure of each table by SQLite's own check, which asked about the file as a whole would have FTS5 make its own. */
export function verifyStructure(file: string): void {
  const db = openReadOnly(file);
  try {
    const damage = db
      .prepare<[], string>(
        `SELECT fault.integrity_check
           FROM pragma_table_list AS tables JOIN pragma_integrity_check(tables.name) AS fault
          WHERE tables.schema = 'main' AND tables.type IN ('table', 'shadow') AND fault.integrity_check <> 'ok'`,
      )
      .pluck()
      .all();
    if (damage.length > 0) throw new Error(`${file} fails integrity_check: ${damage.slice(0, 3).join('; ')}`);
  } finally {
    db.close();
  }
}

/** Counts the rows; answers whether the file is a delta. */
function verifyCounts(file: string, pages: number): boolean {
  const db = openIndexFile(file);
  try {
    const isDelta = baseOf(db) !== undefined;
    const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0;
    const own = count('main.pages');
    const ofBase = isDelta ? count('base.pages') - count('base.pages WHERE id IN (SELECT id FROM replaced)') : 0;
    for (const [table, rows] of Object.entries({ pages: own + ofBase, search_docsize: count('search_docsize') })) {
      if (rows !== pages) throw new Error(`${file} holds ${rows} rows in ${table}, not ${pages}`);
    }
    return isDelta;
  } finally {
    db.close();
  }
}

/** FTS5's check is an INSERT, so it needs a connection that may write; nothing is written. */
function verifyFullText(file: string): void {
  const db = openScratch(file);
  try {
    db.exec(`INSERT INTO search (search, rank) VALUES ('integrity-check', 0)`);
  } catch (error) {
    throw new Error(`${file} fails the integrity check of its full-text index`, { cause: error });
  } finally {
    db.close();
  }
}

/** Pages from all over a whole index must be found by the words of their titles. */
function verifySamples(file: string): void {
  const index = openIndexSync(file);
  const db = openIndexFile(file);
  try {
    const { stemsOf, isInFullText } = createTitles(db);
    for (const page of index.samplePages(SAMPLES)) {
      const { language, stems } = stemsOf(page);
      const { title: query, city } = page;
      const found = () =>
        index.search({ query, city: city || undefined, language, limit: 1, offset: 0 }).hits.length > 0;
      if (stems.length > 0 && !(found() && isInFullText(page, language, stems))) throw notFound(file, page);
    }
  } finally {
    db.close();
    index.close();
  }
}

/**
 * A delta must open, its full-text index have the changed pages and pages of the base by the words of their titles, and its
 * segment the changed ones: of the base, which no search in memory would leave out, nothing is read.
 */
function verifyDelta(file: string): void {
  openIndexSync(file, { mode: 'file' }).close();
  const db = openIndexFile(file);
  try {
    const { stemsOf, isInFullText } = createTitles(db);
    const isInSegment = createSegmentLookup(db);
    for (const { page, isChanged } of samplesOfDelta(db)) {
      const { language, stems } = stemsOf(page);
      if (stems.length > 0 && !isInFullText(page, language, stems)) throw notFound(file, page);
      if (isChanged && !isInSegment(page, language, stems)) throw notFound(file, page);
    }
  } finally {
    db.close();
  }
}

const notFound = (file: string, { path }: SamplePage) => new Error(`${file} does not find ${path} by its title`);

function createTitles(db: Database) {
  const analyzers = new Map<string, Analyzer>();
  const selectHeld = db
    .prepare<[string, number], number>('SELECT 1 FROM search WHERE search MATCH ? AND rowid = CAST(? AS INTEGER)')
    .pluck();

  /** The stems of the title of a page, and the language that they are of. */
  function stemsOf({ title, language: tag }: SamplePage) {
    const language = primaryLanguage(tag);
    const analyzer = analyzers.get(language) ?? createAnalyzer(language);
    analyzers.set(language, analyzer);
    return { language, stems: analyzer.termsOf(title).map(({ stem }) => stem) };
  }

  function isInFullText({ id }: SamplePage, language: string, stems: readonly string[]): boolean {
    const expression = stems.map((stem) => `"${stemToken(language, stem)}"`).join(' AND ');
    return selectHeld.get(expression, id) !== undefined;
  }

  return { stemsOf, isInFullText };
}

/** Arrays of a delta that say which of its pages hold a stem. */
const OF_STEMS = ['ids', 'stems', 'stemsStarts', 'stemsOrder', 'postingStarts', 'postingPages'];

/** Tells whether the posting lists of a delta have a page that it changes under each of these stems. */
function createSegmentLookup(db: Database) {
  const segments = new Map<string, ReturnType<typeof readSegment>>();

  function readSegment(language: string) {
    const read = readNamedArrays(db, language, OF_STEMS);
    const [starts, pages] = [read('postingStarts', Uint32Array), read('postingPages', Uint32Array)];
    return { ids: read('ids', Float64Array), stemTable: readStringTable('stems', read), starts, pages };
  }

  return ({ id }: SamplePage, language: string, stems: readonly string[]): boolean => {
    const segment = segments.get(language) ?? readSegment(language);
    segments.set(language, segment);
    const { ids, stemTable, starts, pages } = segment;
    // The page of the base that it replaces comes before it.
    const page = ids.lastIndexOf(id);
    return stems.every((text) => {
      const stem = stemTable.ordinalOf(text);
      return stem !== undefined && binarySearch(pages, page, starts[stem] ?? 0, starts[stem + 1] ?? 0) >= 0;
    });
  };
}

/** Pages that a delta changes, and pages of its base from one end to the other. */
function samplesOfDelta(db: Database) {
  const selectChanged = db.prepare<[number], SamplePage>(
    'SELECT id, title, city, path, language FROM main.pages LIMIT ?',
  );
  const selectKept = db.prepare<[number], SamplePage>(
    `SELECT id, title, city, path, language FROM base.pages
      WHERE id >= ? AND id NOT IN (SELECT id FROM main.replaced) ORDER BY id LIMIT 1`,
  );
  const last = db.prepare<[], number | null>('SELECT max(id) FROM base.pages').pluck().get() ?? 0;
  const kept = Array.from({ length: SAMPLES }, (_, at) => selectKept.get(Math.floor((last * at) / SAMPLES)));
  return [
    ...selectChanged.all(SAMPLES).map((page) => ({ page, isChanged: true })),
    ...kept.filter((page) => page !== undefined).map((page) => ({ page, isChanged: false })),
  ];
}
