import { openToInspect, type Database } from '../sqlite.ts';
import { createLeaseTable } from './lease.ts';
import { createRunLog } from './run-log.ts';

/** A listed page: address and time of change, both empty if it must be read again. */
export type ListedPage = { readonly seenLink: string; readonly seenModified: string };

/** Number of pages of a type; `ahead` counts pages with a future time of change. */
export type ListedCount = { readonly all: number; readonly ahead: number };

/** Counts the listed pages of a type, including excluded pages. */
export function countListed(file: string, type: string, now: Date): ListedCount {
  return inspect(file, (db) => {
    const count = db.prepare<[{ type: string; now: string }], ListedCount>(`
      SELECT count(*) AS "all", coalesce(sum(modified > @now), 0) AS ahead
      FROM (
        SELECT modified FROM pages WHERE type = @type
        UNION ALL
        SELECT seen_modified FROM skipped WHERE type = @type AND id NOT IN (SELECT id FROM pages)
      )
    `);
    return count.get({ type, now: now.toISOString() }) ?? { all: 0, ahead: 0 };
  });
}

/** Returns a listed page, `undefined` for an unknown id. */
export function listedPage(file: string, id: number): ListedPage | undefined {
  return inspect(file, (db) =>
    db
      .prepare<[{ id: number }], ListedPage>(
        `SELECT seen_link AS seenLink, seen_modified AS seenModified FROM pages WHERE id = @id
         UNION ALL
         SELECT seen_link, seen_modified FROM skipped WHERE id = @id
         LIMIT 1`,
      )
      .get({ id }),
  );
}

/** Returns any page of the mirror, `undefined` if it is empty. */
export function firstPage(file: string): { readonly id: number; readonly type: string } | undefined {
  return inspect(file, (db) =>
    db.prepare<[], { id: number; type: string }>('SELECT id, type FROM pages ORDER BY id LIMIT 1').get(),
  );
}

/** Facts of the last sync; absent until a run has written them. */
export type LastReading = {
  readonly pages: number;
  /** Time of the last full sync. */
  readonly fullAt: Date | undefined;
  /** Digest of the code that converted the pages. */
  readonly converter: string | undefined;
};

/** Reads these facts from the file of a mirror. Throws if the file is missing or invalid. */
export function inspectReading(file: string): LastReading {
  return inspect(file, (db) => {
    const count = db.prepare<[], { pages: number }>('SELECT count(*) AS pages FROM pages');
    const select = db.prepare<[{ name: string }], { value: string }>('SELECT value FROM facts WHERE name = @name');
    const textOf = (name: string): string | undefined => {
      const value: unknown = JSON.parse(select.get({ name })?.value ?? 'null');
      return typeof value === 'string' ? value : undefined;
    };
    const fullAt = textOf('full_at');
    return {
      pages: count.get()?.pages ?? 0,
      fullAt: fullAt === undefined ? undefined : new Date(fullAt),
      converter: textOf('document_version'),
    };
  });
}

/** Reads the last runs of a mirror, newest first, and the holder of its lease. */
export function inspectRuns(file: string, limit: number) {
  return inspect(file, (db) => {
    return { runs: createRunLog(db).last(limit), holder: createLeaseTable(db).holder() };
  });
}

/** Source of a page's text. */
export type TextSource = {
  readonly type: string;
  readonly path: string;
  /** Reason for a text from the page's HTML; an empty string for a text of the REST API. */
  readonly why: string;
};

/** Reads the source of the text of each page. Returns an empty array for a mirror of an earlier schema version. */
export function inspectTexts(file: string): readonly TextSource[] {
  return inspect(file, (db) => {
    const known = db
      .prepare<[], { readonly name: string }>(`SELECT name FROM sqlite_master WHERE name = 'views'`)
      .get();
    if (!known) return [];
    return db
      .prepare<[], TextSource>(`
        SELECT pages.type, pages.path,
          CASE WHEN views.text_from = 'page' THEN coalesce(nullif(views.detail, ''), 'other') ELSE '' END AS why
        FROM pages LEFT JOIN views ON views.id = pages.id
        ORDER BY pages.path
      `)
      .all();
  });
}

function inspect<Result>(file: string, read: (db: Database) => Result): Result {
  using db = openToInspect(file);
  return read(db);
}
