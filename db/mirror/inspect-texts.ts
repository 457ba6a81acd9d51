import { openToInspect } from '../sqlite.ts';

/** Source of a page's text. */
export type TextSource = {
  readonly type: string;
  readonly path: string;
  /** Reason for a text from the page's HTML; an empty string for a text of the REST API. */
  readonly why: string;
};

/** Reads the source of the text of each page. Returns an empty array for a mirror of an earlier schema version. */
export function inspectTexts(file: string): readonly TextSource[] {
  const db = openToInspect(file);
  try {
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
  } finally {
    db.close();
  }
}
