import type { Database } from '../sqlite.ts';

/** The last answer to an anonymous visitor who asked for a page's own address. */
export type StoredView = {
  /** Of the page. */
  readonly id: number;
  /** Reason to leave the page out; empty when visitors see it. */
  readonly verdict: string;
  /** More about the verdict; without one, why the text is the page's own HTML. */
  readonly detail: string;
  /** Source of the page's text: `content.rendered`, or its own HTML. */
  readonly textFrom: 'rest' | 'page';
  /** As the site gave them; empty when it did not. */
  readonly etag: string;
  readonly lastModified: string;
  /** Milliseconds since 1970. */
  readonly checkedAt: number;
  /** BCP 47 tag of the page's HTML; empty when it has none. */
  readonly language: string;
  /** Keys of the pages that it links as itself in other languages, one a line. */
  readonly alternates: string;
};

/** The table of the views of pages. */
export function createViewTable(db: Database) {
  const selectAll = db.prepare<[], StoredView>(`
    SELECT id, verdict, detail, text_from AS textFrom, etag, last_modified AS lastModified, checked_at AS checkedAt,
           language, alternates
    FROM views
  `);
  const replace = db.prepare<[StoredView]>(`
    REPLACE INTO views (id, verdict, detail, text_from, etag, last_modified, checked_at, language, alternates)
    VALUES (@id, @verdict, @detail, @textFrom, @etag, @lastModified, @checkedAt, @language, @alternates)
  `);
  const forget = db.prepare(`
    DELETE FROM views
    WHERE id NOT IN (SELECT id FROM pages) AND id NOT IN (SELECT id FROM skipped)
  `);

  return {
    all: () => new Map(selectAll.all().map((view) => [view.id, view])),
    replace: (view: StoredView): void => void replace.run(view),
    /** Deletes the views of pages that the site does not list any more. */
    prune: (): void => void forget.run(),
  };
}
