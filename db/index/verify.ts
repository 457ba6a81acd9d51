import { createChangesTables } from './changes.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { binarySearch } from '../search/storage/typed-arrays.ts';
import { stemToken } from '../search/match/full-text-expressions.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { readStringTable } from '../search/storage/string-table.ts';
import { openReadOnly, openScratch, type Database } from '../sqlite.ts';
import { baseOf, openIndexFile } from './index-file.ts';
import { createTables } from './index-tables.ts';
import { createPageAnalyzer } from './page-rows.ts';
import { openIndexSync } from './reader.ts';

const SAMPLES = 20;

type SamplePage = Pick<Page, 'id' | 'title' | 'city' | 'path' | 'language'>;
/**
 * Verifies a built file: integrity checks of SQLite and FTS5, row counts, and that sample pages are found by their
 * titles. The base of a delta, and the FTS5 index copied from it, were verified when the base was built.
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
 * Verifies that the schema of a file is exactly the schema of an index, without views. A view or a generated column in
 * a hostile index would execute its SQL at each query.
 */
export function verifySchema(file: string): void {
  using db = openReadOnly(file);
  using model = openScratch(':memory:');
  createTables(model);
  const [expected, found] = [schemaOf(model), schemaOf(db)];
  // SQLite reads these at each opening, and their columns, too, could be generated.
  model.exec('ANALYZE');
  // An index of an earlier version has no log of changes.
  createChangesTables(model);
  const permitted = schemaOf(model);
  const different =
    found.find((statement) => !permitted.includes(statement)) ??
    expected.find((statement) => !found.includes(statement));
  if (different !== undefined) throw new Error(`${file} has another schema than an index: ${different}`);
}

// Returns the definitions of a schema without comments.
function schemaOf(db: Database): readonly string[] {
  const rows = db.prepare<[], string>(`SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM main.sqlite_schema`);
  const plain = (sql: string) => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ');
  return rows
    .pluck()
    .all()
    .map((sql) => plain(sql).trim());
}

/**
 * Verifies the structure of each table with SQLite's integrity check. A check of the whole file would execute the check
 * of FTS5.
 */
export function verifyStructure(file: string): void {
  using db = openReadOnly(file);
  const select = db.prepare<[], string>(
    `SELECT fault.integrity_check
       FROM pragma_table_list AS tables JOIN pragma_integrity_check(tables.name) AS fault
      WHERE tables.schema = 'main' AND tables.type IN ('table', 'shadow') AND fault.integrity_check <> 'ok'`,
  );
  const damage = select.pluck().all();
  if (damage.length > 0) throw new Error(`${file} fails integrity_check: ${damage.slice(0, 3).join('; ')}`);
}

function verifyCounts(file: string, pages: number): boolean {
  using db = openIndexFile(file);
  const isDelta = baseOf(db) !== undefined;
  const count = (sql: string) => db.prepare<[], number>(`SELECT count(*) FROM ${sql}`).pluck().get() ?? 0;
  const own = count('main.pages');
  const ofBase = isDelta ? count('base.pages') - count('base.pages WHERE id IN (SELECT id FROM replaced)') : 0;
  for (const [table, rows] of Object.entries({ pages: own + ofBase, search_docsize: count('search_docsize') })) {
    if (rows !== pages) throw new Error(`${file} holds ${rows} rows in ${table}, not ${pages}`);
  }
  return isDelta;
}

// The check of FTS5 is an INSERT and requires a writable connection; it does not write.
function verifyFullText(file: string): void {
  using db = openScratch(file);
  try {
    db.exec(`INSERT INTO search (search, rank) VALUES ('integrity-check', 0)`);
  } catch (error) {
    throw new Error(`${file} fails the integrity check of its full-text index`, { cause: error });
  }
}

// Verifies that sample pages of a complete index are found by the words of their titles.
function verifySamples(file: string): void {
  using index = openIndexSync(file);
  using db = openIndexFile(file);
  const { stemsOf, isInFullText } = createTitles(db);
  for (const page of index.samplePages(SAMPLES)) {
    const { language, stems } = stemsOf(page);
    const { title: query, city } = page;
    const found = () => index.search({ query, city: city || undefined, language, limit: 1, offset: 0 }).hits.length > 0;
    if (stems.length > 0 && !(found() && isInFullText(page, language, stems))) throw notFound(file, page);
  }
}

// Verifies a delta: it opens, its FTS5 index finds changed and base pages by their titles, and its arrays contain the
// changed pages. The arrays of the base are not read.
function verifyDelta(file: string): void {
  openIndexSync(file, { mode: 'file' }).close();
  using db = openIndexFile(file);
  const { stemsOf, isInFullText } = createTitles(db);
  const isInSegment = createSegmentLookup(db);
  for (const { page, isChanged } of samplesOfDelta(db)) {
    const { language, stems } = stemsOf(page);
    if (stems.length > 0 && !isInFullText(page, language, stems)) throw notFound(file, page);
    if (isChanged && !isInSegment(page, language, stems)) throw notFound(file, page);
  }
}

const notFound = (file: string, { path }: SamplePage) => new Error(`${file} does not find ${path} by its title`);

function createTitles(db: Database) {
  const { analyzerOf } = createPageAnalyzer();
  const selectHeld = db
    .prepare<[string, number], number>('SELECT 1 FROM search WHERE search MATCH ? AND rowid = CAST(? AS INTEGER)')
    .pluck();

  function stemsOf({ title, language: tag }: SamplePage) {
    const language = primaryLanguage(tag);
    return {
      language,
      stems: analyzerOf(language)
        .termsOf(title)
        .map(({ stem }) => stem),
    };
  }

  function isInFullText({ id }: SamplePage, language: string, stems: readonly string[]): boolean {
    const expression = stems.map((stem) => `"${stemToken(language, stem)}"`).join(' AND ');
    return selectHeld.get(expression, id) !== undefined;
  }

  return { stemsOf, isInFullText };
}

// Arrays of a delta that map stems to pages.
const OF_STEMS = ['ids', 'stems', 'stemsStarts', 'stemsOrder', 'postingStarts', 'postingPages'];

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
    // The last entry is the changed page; the replaced page precedes it.
    const page = ids.lastIndexOf(id);
    return stems.every((text) => {
      const stem = stemTable.ordinalOf(text);
      return stem !== undefined && binarySearch(pages, page, starts[stem] ?? 0, starts[stem + 1] ?? 0) >= 0;
    });
  };
}

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
