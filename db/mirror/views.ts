import type { Database } from '../sqlite.ts';

/** Last response to an anonymous visitor at the address of a page. */
export type StoredSnapshot = {
  /** Post id. */
  readonly id: number;
  /** Reason to exclude the page; an empty string if visitors receive it. */
  readonly verdict: string;
  /** Details of the verdict, or the reason for a text from HTML. */
  readonly detail: string;
  /** Source of the text: `content.rendered`, or the HTML of the page. */
  readonly textFrom: 'rest' | 'page';
  /** Unix milliseconds. */
  readonly checkedAt: number;
  /** BCP 47 tag from the HTML; an empty string if absent. */
  readonly language: string;
  /** Keys of the linked translations, separated by line feeds. */
  readonly alternates: string;
};

export function createSnapshotTable(db: Database) {
  const selectAll = db.prepare<[], StoredSnapshot>(`
    SELECT id, verdict, detail, text_from AS textFrom, checked_at AS checkedAt,
           language, alternates
    FROM views
  `);
  const replace = db.prepare<[StoredSnapshot]>(`
    REPLACE INTO views (id, verdict, detail, text_from, checked_at, language, alternates)
    VALUES (@id, @verdict, @detail, @textFrom, @checkedAt, @language, @alternates)
  `);
  const forget = db.prepare(`
    DELETE FROM views
    WHERE id NOT IN (SELECT id FROM pages) AND id NOT IN (SELECT id FROM skipped)
  `);

  return {
    all: () => new Map(selectAll.all().map((view) => [view.id, view])),
    replace: (view: StoredSnapshot): void => void replace.run(view),
    /** Deletes snapshots of pages that the site does not list any more. */
    prune: (): void => void forget.run(),
  };
}
