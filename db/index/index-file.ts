import { dirname, join } from 'node:path';
import { INDEX_SCHEMA_VERSION, type Base } from './generations.ts';
import { openReadOnly, type Database } from '../sqlite.ts';

/** SQLite application id of an index: "WCSi". */
export const INDEX_APPLICATION_ID = 0x57_43_53_69;

// View over the pages of a delta and of its base, with the name of the table.
const OVERLAY = `
  CREATE TEMP VIEW pages AS
    SELECT id, type, url, path, slug, title, language, modified, city, family, translations, headings, body, markdown
    FROM main.pages
    UNION ALL
    SELECT id, type, url, path, slug, title, language, modified, city, family, translations, headings, body, markdown
    FROM base.pages
    WHERE id NOT IN (SELECT id FROM main.replaced)`;

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
    db.exec(OVERLAY);
    db.pragma('base.cache_size = -32768');
  });
}

/** Throws if the file is not an index of this schema version and generation. Its base may be missing. */
export function assertGeneration(file: string, generation: number): void {
  const db = openReadOnly(file, (opened) => checkHeader(opened, file));
  try {
    assertHolds(db, file, generation);
  } finally {
    db.close();
  }
}

/** Attaches an index as `base`. Throws if its generation differs. */
export function attachBase(db: Database, file: string, { generation }: Pick<Base, 'generation'>): void {
  db.prepare('ATTACH ? AS base').run(file);
  checkHeader(db, file, 'base.');
  assertHolds(db, file, generation, 'base.');
}

/** Returns the base of an open delta, `undefined` for a complete index. */
export function baseOf(db: Database): Base | undefined {
  const value = db.prepare<[], string>(`SELECT value FROM main.info WHERE name = 'base'`).pluck().get();
  if (value === undefined) return undefined;
  const base = JSON.parse(value) as Base;
  // The name becomes a path, and a downloaded index may be hostile.
  if (!/^index-\d+\.db$/.test(base.file)) throw new Error(`The base of an index is named ${JSON.stringify(base.file)}`);
  return base;
}

function assertHolds(db: Database, file: string, generation: number, schema: '' | 'base.' = ''): void {
  const found = db.prepare<[], string>(`SELECT value FROM ${schema}info WHERE name = 'generation'`).pluck().get();
  if (found !== String(generation)) throw new Error(`${file} holds generation ${found}, not ${generation}`);
}

function checkHeader(db: Database, file: string, schema: '' | 'base.' = ''): void {
  const application = db.pragma(`${schema}application_id`, { simple: true });
  if (application !== INDEX_APPLICATION_ID) throw new Error(`${file} is not an index of this program`);
  const version = db.pragma(`${schema}user_version`, { simple: true });
  if (version !== INDEX_SCHEMA_VERSION) {
    throw new Error(`${file} has schema version ${String(version)}; this program reads ${INDEX_SCHEMA_VERSION}`);
  }
}
