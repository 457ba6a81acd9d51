import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';

/** Iterates over rows in the order of ids after `from`, in batches, so that further statements may run between two rows. */
export function* inBatches<Row extends { readonly id: number }>(
  select: (range: { readonly after: number; readonly limit: number }) => readonly Row[],
  limit: number,
  from = 0,
): Generator<Row> {
  for (let after = from; ;) {
    const rows = select({ after, limit });
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

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

/** A page read by an unfinished first sync. */
export type StoredReading = {
  readonly id: number;
  readonly seenLink: string;
  readonly seenModified: string;
  /** Unix milliseconds. */
  readonly readAt: number;
  /** JSON. */
  readonly value: string;
};

export function createReadingTable(db: Database) {
  const select = db.prepare<[{ id: number }], StoredReading>(`
    SELECT id, seen_link AS seenLink, seen_modified AS seenModified, read_at AS readAt, value
    FROM readings
    WHERE id = @id
  `);
  const replace = db.prepare<[StoredReading]>(`
    REPLACE INTO readings (id, seen_link, seen_modified, read_at, value)
    VALUES (@id, @seenLink, @seenModified, @readAt, @value)
  `);
  const deleteAll = db.prepare('DELETE FROM readings');

  return {
    find: (id: number): StoredReading | undefined => select.get({ id }),
    add: (reading: StoredReading): void => void replace.run(reading),
    clear: (): void => void deleteAll.run(),
  };
}

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
    all: () => new Map(selectAll.all().map((snapshot) => [snapshot.id, snapshot])),
    replace: (snapshot: StoredSnapshot): void => void replace.run(snapshot),
    /** Deletes snapshots of pages that the site does not list any more. */
    prune: (): void => void forget.run(),
  };
}

/** Fields of a page that company data, vocabulary and place names use. */
export type Contribution = Pick<Page, 'id' | 'title' | 'url' | 'path' | 'city' | 'family'> & {
  /** Contact links of its text, separated by line feeds. */
  readonly links: string;
  /** Places that the page lists for its city, separated by line feeds. */
  readonly places: string;
};

const CHUNK = 1000;

export function createContributionTable(db: Database) {
  const select = db.prepare<[{ after: number; limit: number }], Contribution>(`
    SELECT id, title, url, path, city, family, links, places
    FROM contributions
    WHERE id > @after
    ORDER BY id
    LIMIT @limit
  `);
  const replace = db.prepare<[Contribution]>(`
    REPLACE INTO contributions (id, title, url, path, city, family, links, places)
    VALUES (@id, @title, @url, @path, @city, @family, @links, @places)
  `);
  const remove = db.prepare<[{ id: number }]>('DELETE FROM contributions WHERE id = @id');
  const clear = db.prepare('DELETE FROM contributions');

  return {
    /** Iterates over all rows in the order of ids. */
    all: () => inBatches((range) => select.all(range), CHUNK),
    replace: (contribution: Contribution): void => void replace.run(contribution),
    remove: (id: number): void => void remove.run({ id }),
    clear: (): void => void clear.run(),
    transaction: (work: () => void): void => db.transaction(work).immediate(),
  };
}
