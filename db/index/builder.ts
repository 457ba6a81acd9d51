import { closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { slugOf } from '../../shared/addresses.ts';
import type { AddressQuota } from '../../shared/address-quotas.ts';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Alias, Page, Site } from '../../shared/page.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { markdownToText } from '../search/text/markdown-to-text.ts';
import { createAnalyzer } from '../search/text/analyzer.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { INDEX_APPLICATION_ID, openIndexSync } from './reader.ts';
import { translationGroups, type TranslatedPage } from './translations.ts';
import { cityToken, stemToken } from '../search/match/full-text-expressions.ts';
import { createMemoryIndexWriter } from '../search/storage/memory-index-writer.ts';
import { openReadOnly, openScratch, type Database } from '../sqlite.ts';

/** The content of one generation of the index. */
export type IndexContent = {
  readonly generation: number;
  readonly builtAt: string;
  readonly site: Site;
  readonly company: CompanyInfo;
  readonly cities: readonly CityRule[];
  /** Groups of synonyms of this site. */
  readonly synonyms: readonly (readonly string[])[];
  /** Words of the site's trades. */
  readonly vocabulary: Vocabulary;
  /** Addresses with a larger anonymous quota. */
  readonly addressQuotas: readonly AddressQuota[];
  readonly pages: Iterable<Page>;
  readonly aliases: Iterable<Alias>;
};

/** Builds a fresh index file (must not exist), finishes and fsyncs it; returns the counts of its tables. */
export function buildIndex(file: string, content: IndexContent): Readonly<Record<string, number>> {
  if (existsSync(file)) throw new Error(`${file} exists; an index is never built over another`);
  const db = openScratch(file);
  let counts: Readonly<Record<string, number>>;
  try {
    // Small pages: reading one row reads few others. The arrays are read whole, once.
    db.pragma('page_size = 8192');
    db.pragma(`application_id = ${INDEX_APPLICATION_ID}`);
    db.pragma(`user_version = ${INDEX_SCHEMA_VERSION}`);
    counts = db.transaction(() => fill(db, content))();
    db.exec('ANALYZE');
  } finally {
    db.close();
  }
  flush(file);
  return counts;
}

function fill(db: Database, content: IndexContent): Readonly<Record<string, number>> {
  db.exec(readFileSync(new URL('index.sql', import.meta.url), 'utf8'));
  const languages = insertPages(db, content.pages);
  const pages = Object.values(languages).reduce((sum, count) => sum + count, 0);
  const aliases = insertAliases(db, content.aliases);
  db.exec(`INSERT INTO search (search) VALUES ('optimize')`);
  const counts = { pages, aliases };
  const info = db.prepare('INSERT INTO info (name, value) VALUES (?, ?)');
  const { generation, builtAt, site, company, cities, synonyms, vocabulary, addressQuotas } = content;
  for (const [name, value] of Object.entries({
    generation,
    builtAt,
    site,
    company,
    cities,
    synonyms,
    vocabulary,
    addressQuotas,
    counts,
    languages,
  })) {
    info.run(name, JSON.stringify(value));
  }
  return counts;
}

/** Inserts the pages, each analyzed in its own language; returns the number of pages of each language. */
function insertPages(db: Database, pages: Iterable<Page>): Readonly<Record<string, number>> {
  const partitions = new Map<string, ReturnType<typeof createPartition>>();
  const translated: TranslatedPage[] = [];
  const insertPage = db.prepare(
    `INSERT INTO pages (id, type, url, path, slug, title, language, modified, city, family, headings, body, markdown)
     VALUES (@id, @type, @url, @path, @slug, @title, @language, @modified, @city, @family, @headings, @body, @markdown)`,
  );
  const insertText = db.prepare(
    'INSERT INTO search (rowid, title, headings, body, city) VALUES (@id, @title, @headings, @body, @city)',
  );
  for (const page of pages) {
    const language = primaryLanguage(page.language);
    const partition = partitions.get(language) ?? createPartition(language);
    partitions.set(language, partition);
    const { analyzer, memoryIndex } = partition;
    const plain = markdownToText(page.markdown);
    // The words of its address are a heading that readers do not see.
    const headings = [...plain.headings, ...page.path.split('/')].join('\n');
    const body = plain.text;
    insertPage.run({ ...page, slug: slugOf(page.path), headings, body });
    const bodyOffsets: number[] = [];
    const fields = [analyzer.termsOf(page.title), analyzer.termsOf(headings), analyzer.termsOf(body, bodyOffsets)];
    const [titleStems, headingStems, bodyStems] = fields.map((field) =>
      field.map(({ stem }) => stemToken(language, stem)).join(' '),
    );
    const city = cityToken(language, page.city);
    insertText.run({ id: page.id, title: titleStems, headings: headingStems, body: bodyStems, city });
    memoryIndex.add(page, fields, bodyOffsets);
    partition.pages += 1;
    const { id, path, translations } = page;
    if (translations) translated.push({ id, path, language: page.language, translations });
  }
  for (const { memoryIndex } of partitions.values()) memoryIndex.write(db);
  markTranslations(db, translated);
  return Object.fromEntries([...partitions].map(([language, partition]) => [language, partition.pages]));
}

function markTranslations(db: Database, translated: readonly TranslatedPage[]): void {
  const mark = db.prepare('UPDATE pages SET original = ? WHERE id = ?');
  for (const group of translationGroups(translated)) for (const id of group) mark.run(Math.min(...group), id);
}

function createPartition(language: string) {
  const analyzer = createAnalyzer(language);
  return { analyzer, memoryIndex: createMemoryIndexWriter(analyzer), pages: 0 };
}

function insertAliases(db: Database, aliases: Iterable<Alias>): number {
  // A former address of a page that is no longer published leads nowhere.
  const insert = db.prepare(
    'INSERT INTO aliases (path, page_id) SELECT @path, @pageId WHERE EXISTS (SELECT 1 FROM pages WHERE id = @pageId)',
  );
  let count = 0;
  for (const alias of aliases) {
    count += insert.run(alias).changes;
  }
  return count;
}

/** Flushes a file to disk. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const SAMPLES = 20;

/** Verifies a built file: SQLite's and FTS5's own checks, row counts, and that sample pages are found by their titles. */
export function verifyIndex(file: string, expected: { readonly pages: number }): void {
  const db = openReadOnly(file);
  try {
    const damage = db.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    if (damage.join() !== 'ok') throw new Error(`${file} fails integrity_check: ${damage.slice(0, 3).join('; ')}`);
    for (const table of ['pages', 'search_docsize']) {
      const rows = db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get();
      if (rows !== expected.pages) throw new Error(`${file} holds ${rows} rows in ${table}, not ${expected.pages}`);
    }
  } finally {
    db.close();
  }
  verifyFullText(file);
  verifySamples(file);
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

/** Pages from all over the index must be found by the words of their titles. */
function verifySamples(file: string): void {
  const index = openIndexSync(file);
  const analyzers = new Map(index.languages.map((language) => [language, createAnalyzer(language)]));
  const db = openReadOnly(file);
  try {
    const holds = db
      .prepare<[string, number], number>('SELECT 1 FROM search WHERE search MATCH ? AND rowid = CAST(? AS INTEGER)')
      .pluck();
    for (const { id, title, city, path, language: tag } of index.samplePages(SAMPLES)) {
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
