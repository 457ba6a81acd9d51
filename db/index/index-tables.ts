import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Alias } from '../../shared/page.ts';
import { type Database, openScratch } from '../sqlite.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { baseOf, INDEX_APPLICATION_ID, type IndexFacts, type IndexTotals, infoOf } from './index-file.ts';

/** Creates an index file, which must not exist. */
export function createIndexFile(file: string): Database {
  if (existsSync(file)) throw new Error(`${file} exists; an index is never built over another`);
  const db = openScratch(file);
  // A small page size: a row lookup reads few bytes. Arrays are read completely, once.
  db.pragma('page_size = 8192');
  db.pragma(`application_id = ${INDEX_APPLICATION_ID}`);
  db.pragma(`user_version = ${INDEX_SCHEMA_VERSION}`);
  return db;
}

export function createTables(db: Database): void {
  db.exec(readFileSync(new URL('index.sql', import.meta.url), 'utf8'));
}

/** Writes the table `info`: facts, counts and the base of a delta. */
export function writeInfo(db: Database, facts: IndexFacts, counted: IndexTotals): void {
  const { generation, builtAt, origin } = facts;
  const { site, company, companyOrigins, cities, synonyms, vocabulary, placeNames } = facts;
  const said = { site, company, companyOrigins, cities, synonyms, vocabulary, placeNames };
  const info = { generation, builtAt, ...said, origin, ...counted };
  const insert = db.prepare('INSERT INTO main.info (name, value) VALUES (?, ?)');
  for (const [name, value] of Object.entries(info)) if (value !== undefined) insert.run(name, JSON.stringify(value));
}

/** Inserts former addresses of existing pages. Returns the number of rows. */
export function insertAliases(db: Database, aliases: Iterable<Alias>): number {
  // Skip former addresses of pages that are not published any more.
  const insert = db.prepare<[Alias]>(
    'INSERT INTO main.aliases (path, page_id) SELECT @path, @pageId WHERE EXISTS (SELECT 1 FROM pages WHERE id = @pageId)',
  );
  let count = 0;
  for (const alias of aliases) count += insert.run(alias).changes;
  return count;
}

export function insertTranslations(db: Database, translated: readonly TranslatedPage[]): void {
  const insert = db.prepare('INSERT INTO main.translations (id, original) VALUES (?, ?)');
  for (const group of translationGroups(translated)) for (const id of group) insert.run(id, Math.min(...group));
}

/** Writes to a private index file, closes it and flushes it to disk. Returns the result of `write`. */
export function writeIndexFile<Result>(file: string, write: (db: Database) => Result, open = openScratch): Result {
  let result: Result;
  {
    using db = open(file);
    result = write(db);
  }
  const handle = openSync(file, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return result;
}

type Synonyms = readonly (readonly string[])[];

/** Copies an index with its base into a temporary folder, and adds groups of synonyms. Returns the new file. */
export function copyWithSynonyms(file: string, folder: string, further: Synonyms): string {
  const copy = join(folder, basename(file));
  copyFileSync(file, copy);
  using db = openScratch(copy);
  const base = baseOf(db);
  if (base) copyFileSync(join(dirname(file), base.file), join(folder, base.file));
  const value = JSON.stringify([...(infoOf(db, 'synonyms') ?? []), ...further]);
  db.prepare(`UPDATE info SET value = @value WHERE name = 'synonyms'`).run({ value });
  return copy;
}

/** A page with the paths of its translations, separated by line feeds. */
export type TranslatedPage = {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly translations: string;
};

// Groups pages that are translations, as arrays of ids. Two pages belong together if they list each other, because many
// sites link the front page of a language from every page. A group with two pages of a language is invalid.
function translationGroups(pages: readonly TranslatedPage[]): readonly (readonly number[])[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const named = new Map(pages.map(({ id, translations }) => [id, new Set(translations.split('\n'))]));
  const grouped = new Set<number>();
  const groups: number[][] = [];
  for (const page of pages) {
    if (page.translations === '' || grouped.has(page.id)) continue;
    const group = reachable(page, byPath, named);
    for (const { id } of group) grouped.add(id);
    const languages = new Set(group.map(({ language }) => language));
    if (group.length > 1 && languages.size === group.length) groups.push(group.map(({ id }) => id));
  }
  return groups;
}

function reachable(
  first: TranslatedPage,
  byPath: ReadonlyMap<string, TranslatedPage>,
  named: ReadonlyMap<number, ReadonlySet<string>>,
): TranslatedPage[] {
  const group = new Set([first]);
  for (const page of group) {
    for (const path of named.get(page.id) ?? []) {
      const other = byPath.get(path);
      if (other && named.get(other.id)?.has(page.path)) group.add(other);
    }
  }
  return [...group];
}
