import { openToInspect } from '../sqlite.ts';

/** A page of the site as it was last listed: its address and time of change; empty when it must be read again. */
export type ListedPage = { readonly seenLink: string; readonly seenModified: string };

/** Pages of a type; `ahead`: those whose time of change is in the future. */
export type ListedCount = { readonly all: number; readonly ahead: number };

/** Counts the pages of a type that the site listed when it was last read, those that are left out too. */
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

/** A page that the site listed when it was last read; `undefined` for any other. */
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

/** A page of the mirror, whichever comes first; `undefined` for an empty one. */
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
