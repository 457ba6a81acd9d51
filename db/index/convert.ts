import { dirname, join } from 'node:path';
import type { Page } from '../../shared/page.ts';
import { NO_PLACE_NAMES } from '../../shared/place-names.ts';
import { openReadOnly, type Database } from '../sqlite.ts';
import { buildIndex } from './builder.ts';
import { INDEX_SCHEMA_VERSION } from './generations.ts';
import { aliasesOf, allInfoOf, baseOf, INDEX_APPLICATION_ID, overlayOf, PAGE_COLUMNS } from './index-file.ts';

// Oldest schema version of an index that can be converted.
const OLDEST_SCHEMA_VERSION = 3;

/** Returns true for a schema version of an earlier release that can be converted. */
export const isConvertible = (version: number): boolean =>
  version >= OLDEST_SCHEMA_VERSION && version < INDEX_SCHEMA_VERSION;

/**
 * Builds an index of this schema version from the pages, former addresses and company data of an earlier release. It
 * reads neither the site nor the mirror; a thousand pages take seconds. The vocabulary follows with the next sync.
 * Throws for an invalid file; `target` must not exist.
 */
export function convertIndex(file: string, target: string): void {
  using db = openReadOnly(file);
  const version = Number(db.pragma('user_version', { simple: true }));
  if (db.pragma('application_id', { simple: true }) !== INDEX_APPLICATION_ID || !isConvertible(version)) {
    throw new Error(`${file} is no index of schema version ${OLDEST_SCHEMA_VERSION} to ${INDEX_SCHEMA_VERSION - 1}`);
  }
  const base = baseOf(db);
  if (base) db.prepare<[string]>('ATTACH ? AS base').run(join(dirname(file), base.file));
  const { site, company, ...info } = allInfoOf(db);
  if (!site || !company) throw new Error(`${file} does not hold its site and company`);
  buildIndex(target, {
    generation: info.generation ?? 0,
    builtAt: info.builtAt ?? '',
    site,
    company,
    cities: info.cities ?? [],
    synonyms: info.synonyms ?? [],
    vocabulary: {},
    placeNames: info.placeNames ?? NO_PLACE_NAMES,
    aliases: aliasesOf(db),
    pages: pagesOf(db, base !== undefined),
  });
}

function* pagesOf(db: Database, isDelta: boolean): Generator<Page> {
  const columns = hasColumn(db, 'translations') ? PAGE_COLUMNS : PAGE_COLUMNS.replace(', translations', '');
  yield* db.prepare<[], Page>(isDelta ? overlayOf(columns) : `SELECT ${columns} FROM main.pages`).iterate();
}

function hasColumn(db: Database, name: string): boolean {
  const columns = db.prepare<[], string>(`SELECT name FROM pragma_table_info('pages')`).pluck().all();
  return columns.includes(name);
}
