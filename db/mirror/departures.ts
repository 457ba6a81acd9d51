import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';

/** Pages that vanished, with times, to detect slow loss. */
export type Losses = {
  readonly ids: readonly number[];
  /** Unix milliseconds. */
  readonly at: number;
  /** Earlier losses are deleted. */
  readonly since: number;
  /** The operator confirmed all earlier losses, which are deleted. */
  readonly confirmed: boolean;
};

/** Creates the table of recently vanished pages; pages that return are removed from it. */
export function createLossTable(db: Database) {
  const selectSince = db
    .prepare<[{ since: number }], number>(
      'SELECT id FROM losses WHERE lost_at >= @since AND id NOT IN (SELECT id FROM pages)',
    )
    .pluck();
  const insert = db.prepare<[{ id: number; at: number }]>('REPLACE INTO losses (id, lost_at) VALUES (@id, @at)');
  const forget = db.prepare<[{ since: number }]>(`
    DELETE FROM losses WHERE lost_at < @since OR id IN (SELECT id FROM pages)
  `);
  const clear = db.prepare('DELETE FROM losses');

  return {
    since: (since: number): readonly number[] => selectSince.all({ since }),
    add: ({ ids, at, since, confirmed }: Losses): void => {
      if (confirmed) clear.run();
      else for (const id of ids) insert.run({ id, at });
      forget.run({ since });
    },
  };
}

type WithheldPage = Omit<Page, 'city' | 'family'> & Readonly<Record<'hash' | 'seenLink' | 'seenModified', string>>;

/** Columns of a page in the tables `pages`, `staged` and `withheld`. */
export const COLUMNS =
  'id, type, url, path, title, markdown, language, modified, hash, seen_link, seen_modified, translations';

/** The same columns with the names of their fields. */
export const FIELDS = COLUMNS.replace(
  'seen_link, seen_modified',
  'seen_link AS seenLink, seen_modified AS seenModified',
);

/**
 * Creates the table of pages that visitors do not receive any more. They are unpublished until visitors receive them
 * again.
 */
export function createWithheldTable(db: Database) {
  const selectOne = db.prepare<[{ id: number }], WithheldPage>(`SELECT ${FIELDS} FROM withheld WHERE id = @id`);
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
