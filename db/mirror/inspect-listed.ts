import { openToInspect } from '../sqlite.ts';

/** A listed page: address and time of change, both empty if it must be read again. */
export type ListedPage = { readonly seenLink: string; readonly seenModified: string };

/** Number of pages of a type; `ahead` counts pages with a future time of change. */
export type ListedCount = { readonly all: number; readonly ahead: number };

/** Counts the listed pages of a type, including excluded pages. */
export function countListed(file: string, type: string, now: Date): ListedCount {
  return asking(file, (db) => {
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
  return asking(file, (db) =>
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
  return asking(file, (db) =>
    db.prepare<[], { id: number; type: string }>('SELECT id, type FROM pages ORDER BY id LIMIT 1').get(),
  );
}

function asking<Answer>(file: string, ask: (db: ReturnType<typeof openToInspect>) => Answer): Answer {
  const db = openToInspect(file);
  try {
    return ask(db);
  } finally {
    db.close();
  }
}
