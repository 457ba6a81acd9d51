import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';

/** Fields as in `MirroredPage`. */
type WithheldPage = Omit<Page, 'city' | 'family'> & {
  readonly hash: string;
  readonly seenLink: string;
  readonly seenModified: string;
};

const COLUMNS =
  'id, type, url, path, title, markdown, language, modified, hash, seen_link, seen_modified, translations';

/**
 * Creates the table of pages that visitors do not receive any more. They are unpublished until visitors receive them
 * again.
 */
export function createWithheldTable(db: Database) {
  const selectOne = db.prepare<[{ id: number }], WithheldPage>(`
    SELECT id, type, url, path, title, markdown, language, modified, hash,
           seen_link AS seenLink, seen_modified AS seenModified, translations
    FROM withheld WHERE id = @id
  `);
  const selectIds = db.prepare<[], number>('SELECT id FROM withheld').pluck();
  const insert = db.prepare<[{ id: number }]>(
    `REPLACE INTO withheld (${COLUMNS}) SELECT ${COLUMNS} FROM pages WHERE id = @id`,
  );
  const forget = db.prepare(`
    DELETE FROM withheld
    WHERE id IN (SELECT id FROM pages) OR id NOT IN (SELECT id FROM skipped)
  `);

  return {
    get: (id: number) => selectOne.get({ id }),
    ids: (): readonly number[] => selectIds.all(),
    add: (id: number): void => void insert.run({ id }),
    /** Deletes rows of pages that are published again, or that the site does not list any more. */
    prune: (): void => void forget.run(),
  };
}
