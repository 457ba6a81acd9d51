import { dirname, join } from 'node:path';
import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo } from '../../shared/company.ts';
import type { Alias, Page, Site } from '../../shared/page.ts';
import { NO_PLACE_NAMES } from '../../shared/place-names.ts';
import { openReadOnly, type Database } from '../sqlite.ts';
import { buildIndex } from './builder.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { baseOf, INDEX_APPLICATION_ID } from './index-file.ts';
import type { IndexContent } from './index-tables.ts';

// Oldest schema version of an index that can be converted.
const OLDEST_SCHEMA_VERSION = 3;

/** Returns true for a schema version of an earlier release that can be converted. */
export const isConvertible = (version: number): boolean =>
  version >= OLDEST_SCHEMA_VERSION && version < INDEX_SCHEMA_VERSION;

const COLUMNS = 'id, type, url, path, title, markdown, language, modified, city, family';

/**
 * Builds an index of this schema version from the pages, former addresses and company data of an earlier release. It
 * reads neither the site nor the mirror; a thousand pages take seconds. The vocabulary follows with the next sync.
 * Throws for an invalid file; `target` must not exist.
 */
export function convertIndex(file: string, target: string): void {
  const db = openReadOnly(file);
  try {
    buildIndex(target, contentOf(db, file));
  } finally {
    db.close();
  }
}

function contentOf(db: Database, file: string): IndexContent {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (db.pragma('application_id', { simple: true }) !== INDEX_APPLICATION_ID || !isConvertible(version)) {
    throw new Error(`${file} is no index of schema version ${OLDEST_SCHEMA_VERSION} to ${INDEX_SCHEMA_VERSION - 1}`);
  }
  const base = baseOf(db);
  if (base) db.prepare<[string]>('ATTACH ? AS base').run(join(dirname(file), base.file));
  const given = <Value>(name: string, otherwise: Value): Value => (infoOf(db, name) as Value | undefined) ?? otherwise;
  const aliases = db.prepare<[], Alias>('SELECT path, page_id AS pageId FROM main.aliases').all();
  return {
    generation: given('generation', 0),
    builtAt: given('builtAt', ''),
    site: given<Site | undefined>('site', undefined) ?? missing(file, 'site'),
    company: given<CompanyInfo | undefined>('company', undefined) ?? missing(file, 'company'),
    cities: given<readonly CityRule[]>('cities', []),
    synonyms: given<IndexContent['synonyms']>('synonyms', []),
    vocabulary: {},
    placeNames: given('placeNames', NO_PLACE_NAMES),
    aliases,
    pages: pagesOf(db, base !== undefined),
  };
}

function* pagesOf(db: Database, isDelta: boolean): Generator<Page> {
  const columns = hasColumn(db, 'translations') ? `${COLUMNS}, translations` : COLUMNS;
  const rest = isDelta
    ? ` UNION ALL SELECT ${columns} FROM base.pages WHERE id NOT IN (SELECT id FROM main.replaced)`
    : '';
  yield* db.prepare<[], Page>(`SELECT ${columns} FROM main.pages${rest}`).iterate();
}

function hasColumn(db: Database, name: string): boolean {
  const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('pages')`).pluck().all();
  return columns.includes(name);
}

function infoOf(db: Database, name: string): unknown {
  const value = db.prepare<[string], string>('SELECT value FROM main.info WHERE name = ?').pluck().get(name);
  return value === undefined ? undefined : JSON.parse(value);
}

function missing(file: string, name: string): never {
  throw new Error(`${file} does not hold its ${name}`);
}
