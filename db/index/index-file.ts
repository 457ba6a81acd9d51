import { dirname, join } from 'node:path';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo, CompanyOrigins } from '../../shared/company.ts';
import type { Alias, Page, Site } from '../../shared/page.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { INDEX_SCHEMA_VERSION, type Base } from './generations.ts';
import { openReadOnly, type Database } from '../sqlite.ts';

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

/** Counts of an index file, and the base of a delta. */
export type IndexTotals = {
  readonly counts: IndexCounts;
  // Number of pages by language (primary subtag).
  readonly languages: Readonly<Record<string, number>>;
  // Number of pages with translations.
  readonly translated: number;
  readonly base?: Base;
};

/** Rows of the table `info`. */
export type IndexInfo = Omit<IndexFacts, 'aliases'> & IndexTotals;

/** SQLite application id of an index: "WCSi". */
export const INDEX_APPLICATION_ID = 0x57_43_53_69;

/** Columns of the table `pages`. */
export const COLUMNS =
  'id, type, url, path, slug, title, language, modified, city, family, translations, headings, body, markdown';

/** Query of these columns of the pages of a delta and of its base. */
export const overlayOf = (columns: string): string => `
  SELECT ${columns} FROM main.pages
  UNION ALL
  SELECT ${columns} FROM base.pages WHERE id NOT IN (SELECT id FROM main.replaced)`;

/**
 * Opens a finished index file read-only. Throws for a different application id or schema version. The base of a delta
 * is attached as `base`, and `pages` contains the pages of both.
 */
export function openIndexFile(file: string): Database {
  return openReadOnly(file, (db) => {
    checkHeader(db, file);
    const base = baseOf(db);
    if (!base) return;
    // SQLite stores a view in the temporary database, and the folder for temporary files may be read-only.
    db.pragma('temp_store = MEMORY');
    attachBase(db, join(dirname(file), base.file), base);
    db.pragma('base.cache_size = -2048');
  });
}

/** Throws if the file is not an index of this schema version and generation. Its base may be missing. */
export function assertGeneration(file: string, generation: number): void {
  using db = openReadOnly(file, (opened) => checkHeader(opened, file));
  assertHolds(db, file, generation);
}

/** Attaches the base of a delta as `base`; `pages` contains the pages of both. Throws if its generation differs. */
export function attachBase(db: Database, file: string, { generation }: Pick<Base, 'generation'>): void {
  db.prepare('ATTACH ? AS base').run(file);
  checkHeader(db, file, 'base.');
  assertHolds(db, file, generation, 'base');
  db.exec(`CREATE TEMP VIEW pages AS ${overlayOf(COLUMNS)}`);
}

/** Returns the base of an open delta, `undefined` for a complete index. */
export function baseOf(db: Database): Base | undefined {
  const base = infoOf(db, 'base');
  if (!base) return undefined;
  // The name becomes a path, and a downloaded index may be hostile.
  if (!/^index-\d+\.db$/.test(base.file)) throw new Error(`The base of an index is named ${JSON.stringify(base.file)}`);
  return base;
}

/** A file of an open index: the file itself, or the base of a delta. */
export type Schema = 'main' | 'base';

/** Reads a fact of an index; `undefined` if it is absent, as in an index of an earlier version. */
export function infoOf<Name extends keyof IndexInfo>(
  db: Database,
  name: Name,
  schema: Schema = 'main',
): IndexInfo[Name] | undefined {
  const value = db.prepare<[string], string>(`SELECT value FROM ${schema}.info WHERE name = ?`).pluck().get(name);
  return value === undefined ? undefined : (JSON.parse(value) as IndexInfo[Name]);
}

/** Reads all facts of an index. An index of an earlier version may lack some. */
export function allInfoOf(db: Database): Partial<IndexInfo> {
  const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM main.info').all();
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
}

/** Columns of a page in an index. */
export const PAGE_COLUMNS = 'id, type, url, path, title, markdown, language, modified, city, family, translations';

/** Reads the former addresses of all pages. */
export const aliasesOf = (db: Database): readonly Alias[] =>
  db.prepare<[], Alias>('SELECT path, page_id AS pageId FROM main.aliases').all();

function assertHolds(db: Database, file: string, generation: number, schema?: Schema): void {
  const found = infoOf(db, 'generation', schema);
  if (found !== generation) throw new Error(`${file} holds generation ${found}, not ${generation}`);
}

function checkHeader(db: Database, file: string, schema: '' | 'base.' = ''): void {
  const application = db.pragma(`${schema}application_id`, { simple: true });
  if (application !== INDEX_APPLICATION_ID) throw new Error(`${file} is not an index of this program`);
  const version = db.pragma(`${schema}user_version`, { simple: true });
  if (version !== INDEX_SCHEMA_VERSION) {
    throw new Error(`${file} has schema version ${String(version)}; this program reads ${INDEX_SCHEMA_VERSION}`);
  }
}
