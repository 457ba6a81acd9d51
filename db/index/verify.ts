import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { stemToken } from '../search/match/full-text-expressions.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { openReadOnly, openScratch, type Database } from '../sqlite.ts';
import { baseOf, openIndexFile } from './index-file.ts';
import { openIndexSync } from './reader.ts';

const SAMPLES = 20;
type SamplePage = Pick<Page, 'id' | 'title' | 'city' | 'path' | 'language'>;
/**
 * Verifies a built file: SQLite's and FTS5's own checks, row counts, and that sample pages are found by their titles. The base
 * of a delta was verified when it was built, and so was its full-text index, which the delta has with a few rows changed.
 */
export function verifyIndex(file: string, expected: { readonly pages: number }): void {
  verifyStructure(file);
  const isDelta = verifyCounts(file, expected.pages);
  if (!isDelta) verifyFullText(file);
  verifySamples(file);
}

/** Verifies a file by SQLite's own check of its structure. */
export function verifyStructure(file: string): void {
  const db = openReadOnly(file);
  try {
    const damage = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    if (damage.join() !== 'ok') throw new Error(`${file} fails integrity_check: ${damage.slice(0, 3).join('; ')}`);
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

/** Pages from all over the index, and of those that a delta changes, must be found by the words of their titles. */
function verifySamples(file: string): void {
  const index = openIndexSync(file);
  const analyzers = new Map(index.languages.map((language) => [language, createAnalyzer(language)]));
  const db = openIndexFile(file);
  try {
    const samples = baseOf(db) ? samplesOfDelta(db) : index.samplePages(SAMPLES);
    const holds = db
      .prepare<[string, number], number>('SELECT 1 FROM search WHERE search MATCH ? AND rowid = CAST(? AS INTEGER)')
      .pluck();
    for (const { id, title, city, path, language: tag } of samples) {
      const language = primaryLanguage(tag);
      const terms = analyzers.get(language)?.termsOf(title) ?? [];
      const stems = terms.map(({ stem }) => `"${stemToken(language, stem)}"`);
      if (stems.length === 0) continue;
      const { hits } = index.search({ query: title, city: city || undefined, language, limit: 1, offset: 0 });
      if (hits.length === 0 || holds.get(stems.join(' AND '), id) === undefined) {
        throw new Error(`${file} does not find ${path} by its title`);
      }
    }
  } finally {
    db.close();
    index.close();
  }
}

/** Pages that a delta changes, and pages of its base from one end to the other. */
function samplesOfDelta(db: Database): readonly SamplePage[] {
  const selectChanged = db.prepare<[number], SamplePage>(
    'SELECT id, title, city, path, language FROM main.pages LIMIT ?',
  );
  const selectKept = db.prepare<[number], SamplePage>(
    `SELECT id, title, city, path, language FROM base.pages
      WHERE id >= ? AND id NOT IN (SELECT id FROM main.replaced) ORDER BY id LIMIT 1`,
  );
  const last = db.prepare<[], number | null>('SELECT max(id) FROM base.pages').pluck().get() ?? 0;
  const kept = Array.from({ length: SAMPLES }, (_, at) => selectKept.get(Math.floor((last * at) / SAMPLES)));
  return [...selectChanged.all(SAMPLES), ...kept.filter((page) => page !== undefined)];
}
