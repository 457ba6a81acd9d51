import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo, CompanyOrigins } from '../../shared/company.ts';
import type { Alias, Page, Site } from '../../shared/page.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { openScratch, type Database } from '../sqlite.ts';
import { INDEX_SCHEMA_VERSION, type Base } from './generations.ts';
import { baseOf, INDEX_APPLICATION_ID, infoOf } from './index-file.ts';
import { translationGroups, type TranslatedPage } from './translations.ts';

/** Content of a generation without its pages. */
export type IndexFacts = {
  readonly generation: number;
  readonly builtAt: string;
  readonly site: Site;
  readonly company: CompanyInfo;
  /** Absent in an index of an earlier version. */
  readonly companyOrigins?: CompanyOrigins | undefined;
  readonly cities: readonly CityRule[];
  readonly synonyms: readonly (readonly string[])[];
  /** Vocabulary of the site's trades. */
  readonly vocabulary: Vocabulary;
  readonly placeNames: PlaceNames;
  readonly aliases: Iterable<Alias>;
  /** State of the mirror at the build, for later deltas. */
  readonly origin?: Origin | undefined;
};

export type IndexContent = IndexFacts & { readonly pages: Iterable<Page> };

/** State of a mirror, with digests of the inputs of a generation. */
export type Origin = {
  readonly mirror: string;
  readonly revision: number;
  /** Digest of the code and the rules that assign pages to cities. */
  readonly rules: string;
  /** Digest of the inputs of language and cities, without the pages; absent in an index of an earlier version. */
  readonly outline?: string;
  /** Digest of all inputs without the pages, and of the code that combines them. */
  readonly inputs: string;
  /** Sum of the page digests. */
  readonly sum: string;
  /** Number of pages by type and city. */
  readonly counts: Readonly<Record<string, number>>;
};

export type IndexCounts = { readonly pages: number; readonly aliases: number };

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

type Counted = {
  readonly counts: IndexCounts;
  // Number of pages by language (primary subtag).
  readonly languages: Readonly<Record<string, number>>;
  // Number of pages with translations.
  readonly translated: number;
  readonly base?: Base;
};

/** Rows of the table `info`. */
export type IndexInfo = Omit<IndexFacts, 'aliases'> & Counted;

/** Writes the table `info`: facts, counts and the base of a delta. */
export function writeInfo(db: Database, facts: IndexFacts, counted: Counted): void {
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
