import { dirname } from 'node:path';
import type { Alias, Page } from '../../shared/page.ts';
import { makeDirectory } from '../../shared/directories.ts';
import { makeDatabaseFile, migrate, openWritable, orClose, readMigrations, type Database } from '../sqlite.ts';
import {
  COLUMNS,
  createContributionTable,
  createLossTable,
  createReadingTable,
  createSnapshotTable,
  createWithheldTable,
  FIELDS,
  inBatches,
  type Losses,
  type StoredSnapshot,
} from './page-tables.ts';
import type { Verdict, VerdictList } from '../index/verdicts.ts';
import { createVerdictTable } from './verdicts.ts';

const MIGRATIONS = readMigrations(new URL('./', import.meta.url));

/** Schema version of the mirror that this program writes and reads. */
export const MIRROR_SCHEMA_VERSION = MIGRATIONS.length;

/** A page as published by the site, without city and family, which depend on rules. */
export type MirroredPage = Omit<Page, 'city' | 'family'> & {
  /** Digest of the visible fields: address, title, language, Markdown. */
  readonly hash: string;
  /** Address and time of change from the census; both empty if the page must be read again. */
  readonly seenLink: string;
  readonly seenModified: string;
};

/** Columns of a mirrored page that a run uses for its decisions. */
export type KnownPage = Omit<MirroredPage, 'markdown' | 'url' | 'language'> & {
  /** Characters of the Markdown. */
  readonly size: number;
};

type PageHeading = Pick<MirroredPage, 'id' | 'path' | 'title' | 'language'>;

/**
 * A page to stage. `ownSlug` is 1 if its path ends with its slug: of several pages with the same address, this page has
 * priority.
 */
export type StagedPage = MirroredPage & { readonly ownSlug: 0 | 1 };

/** A listed page that is excluded from the index, with the reason. */
export type SkippedPage = {
  readonly id: number;
  readonly type: string;
  readonly url: string;
  /** An empty string if the page was not read. */
  readonly title: string;
  readonly reason: string;
  /** Address and time of change at the read; both empty if the listing was reason enough. */
  readonly seenLink: string;
  readonly seenModified: string;
};

/** Changes of a run, in addition to staged pages. */
export type Changes = {
  /** The mirror contains a different site; delete its content. */
  readonly startOver: boolean;
  readonly gone: readonly number[];
  readonly skipped: readonly SkippedPage[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly snapshots?: readonly StoredSnapshot[];
  /** Pages that show visitors less than the REST API returns, or a different title. */
  readonly reduced?: readonly number[];
  readonly losses?: Losses;
  /**
   * Time of the run. The commit then withholds pages that leave, and releases pages that are published. Without it,
   * verdicts do not change.
   */
  readonly at?: Date;
  /** The pages were read by different code, which can change texts without an edit. */
  readonly isOtherCode?: boolean;
};

// State of the mirror: its random name, and the number of its last commit.
type Revision = { readonly mirror: string; readonly number: number };

// A page with the same address as the page `by`.
type ShadowedPage = Pick<MirroredPage, 'id' | 'type' | 'url' | 'title' | 'path'> & { readonly by: number };

/** Opens or creates the mirror. Throws NewerSchemaError for a mirror of a newer program. */
export function openMirrorDatabase(file: string): Database {
  makeDirectory(dirname(file));
  makeDatabaseFile(file);
  return orClose(openWritable(file), (db) => migrate(db, file, MIGRATIONS));
}

/** Opens the mirror, as `openMirrorDatabase` does, for a synchronous function. */
export function withMirrorDatabase<Value>(file: string, use: (db: Database) => Value): Value {
  using db = openMirrorDatabase(file);
  return use(db);
}

/** Stages pages of this connection in temporary tables, for a run that pre-empts the current run. */
export function useTemporaryStage(db: Database): void {
  const table = db.prepare<[], string>(`SELECT sql FROM sqlite_schema WHERE name = 'staged'`).pluck().get() ?? '';
  // SQLite resolves a name without a schema to the temporary table first.
  db.exec(table.replace(/^CREATE TABLE/, 'CREATE TEMP TABLE'));
}

const CHUNK = 200;

/** Prepares the statements on pages and former addresses of a site, and the commit that changes them. */
export function createMirror(db: Database) {
  const tables = {
    snapshots: createSnapshotTable(db),
    losses: createLossTable(db),
    withheld: createWithheldTable(db),
    verdicts: createVerdictTable(db),
  };
  return { ...createReader(db, tables), ...createWriter(db, tables) };
}
export type Mirror = ReturnType<typeof createMirror>;

type Tables = {
  readonly snapshots: ReturnType<typeof createSnapshotTable>;
  readonly losses: ReturnType<typeof createLossTable>;
  readonly withheld: ReturnType<typeof createWithheldTable>;
  readonly verdicts: ReturnType<typeof createVerdictTable>;
};

function createReader(db: Database, { snapshots, losses, withheld, verdicts }: Tables) {
  const selectKnown = db.prepare<[], KnownPage>(`
    SELECT id, type, path, title, modified, hash, seen_link AS seenLink, seen_modified AS seenModified,
           length(markdown) AS size
    FROM pages
  `);
  const selectLanguages = db
    .prepare<[], [id: number, language: string]>(
      'SELECT id, language FROM pages UNION ALL SELECT id, language FROM staged',
    )
    .raw();
  const selectSkipped = db.prepare<[], SkippedPage>(`
    SELECT id, type, url, title, reason, seen_link AS seenLink, seen_modified AS seenModified
    FROM skipped
  `);
  const selectHeads = db.prepare<[{ limit: number }], PageHeading>(
    'SELECT id, path, title, language FROM pages WHERE holds = 1 ORDER BY id LIMIT @limit',
  );
  const selectFact = db.prepare<[{ name: string }], { value: string }>('SELECT value FROM facts WHERE name = @name');
  const selectPublishable = db.prepare<[{ after: number; limit: number }], MirroredPage>(
    `SELECT ${FIELDS} FROM pages WHERE id > @after AND holds = 1 ORDER BY id LIMIT @limit`,
  );
  const selectOne = db.prepare<[{ id: number }], MirroredPage>(
    `SELECT ${FIELDS} FROM pages WHERE id = @id AND holds = 1`,
  );
  const selectStaged = db.prepare<[], Pick<MirroredPage, 'id' | 'markdown'>>('SELECT id, markdown FROM staged');
  const selectOneStaged = db.prepare<[{ id: number }], Pick<MirroredPage, 'url' | 'title' | 'markdown'>>(
    'SELECT url, title, markdown FROM staged WHERE id = @id',
  );
  const selectTranslated = db.prepare<[], Pick<Required<Page>, 'id' | 'path' | 'language' | 'translations'>>(`
    SELECT id, path, language, translations FROM pages WHERE translations <> '' AND holds = 1 ORDER BY id
  `);
  const selectRevision = db.prepare<[], Revision>('SELECT mirror, number FROM revision');
  const selectTouched = db
    .prepare<[{ number: number; limit: number }], number>(
      'SELECT id FROM touched WHERE revision > @number ORDER BY revision LIMIT @limit',
    )
    .pluck();
  const countPages = db.prepare<[], number>('SELECT count(*) FROM pages').pluck();
  const selectShadowed = db.prepare<[], ShadowedPage>(`
    SELECT pages.id, pages.type, pages.url, pages.title, pages.path, holder.id AS "by"
    FROM pages JOIN pages AS holder ON holder.path = pages.path AND holder.holds = 1
    WHERE pages.holds = 0
    ORDER BY pages.id
  `);
  const selectAliases = db.prepare<[], Alias>(`
    SELECT aliases.path, aliases.page_id AS pageId
    FROM aliases JOIN pages ON pages.id = aliases.page_id
    WHERE pages.holds = 1 AND NOT EXISTS (SELECT 1 FROM pages AS live WHERE live.path = aliases.path)
    ORDER BY aliases.path
  `);

  /** Iterates over pages with a unique address, in the order of ids after `from`. */
  const publishable = (from = 0): Generator<MirroredPage> =>
    inBatches((range) => selectPublishable.all(range), CHUNK, from);

  const revision = (): Revision => selectRevision.get() ?? { mirror: '', number: 0 };

  return {
    known: () => new Map(selectKnown.all().map((page) => [page.id, page])),
    /** Returns the language of each page; a staged version takes precedence. */
    languages: () => new Map(selectLanguages.all()),
    skipped: () => new Map(selectSkipped.all().map((page) => [page.id, page])),
    fact: (name: string): unknown => {
      const row = selectFact.get({ name });
      return row && parsed(row.value);
    },
    publishable,
    /** Returns the first pages with a unique address by id, without texts. */
    heads: (limit: number): readonly PageHeading[] => selectHeads.all({ limit }),
    publishablePage: (id: number) => selectOne.get({ id }),
    /** Iterates over the texts of publishable and staged pages. */
    *texts(): Generator<Pick<MirroredPage, 'id' | 'markdown'>> {
      yield* publishable();
      yield* selectStaged.iterate();
    },
    stagedPage: (id: number) => selectOneStaged.get({ id }),
    /** Returns the publishable pages with translations, in the order of ids. */
    translated: () => selectTranslated.all(),
    /** Returns the number of pages, including pages with a shadowed address. */
    size: () => countPages.get() ?? 0,
    revision,
    /** Returns pages changed after a revision, at most `limit`. */
    touchedSince: (number: number, limit = -1): readonly number[] => selectTouched.all({ number, limit }),
    /** Returns pages that cannot be reached because a different page has their address. */
    shadowed: () => selectShadowed.all(),
    /** Returns pages, and earlier texts of pages, that no index may contain. */
    verdicts: (): VerdictList => ({ mirror: revision().mirror, pages: verdicts.all() }),
    /** Returns the addresses, and keys of addresses, of pages that must not be named: left out or withheld. */
    hiddenLinks: (): readonly string[] => [
      ...selectSkipped.all().map(({ seenLink, url }) => seenLink || url),
      ...verdicts.all().flatMap(({ path, before }) => (path === undefined || before !== undefined ? [] : [path])),
    ],
    /** Returns the last visitor snapshot of each page by id. */
    snapshots: () => snapshots.all(),
    /** Returns pages that vanished since a date and did not return. */
    lostSince: (since: Date) => losses.since(since.getTime()),
    /** Returns the last published version of a page that visitors do not receive any more. */
    withheldPage: (id: number) => withheld.get(id),
    withheldIds: () => withheld.ids(),
    aliases: () => selectAliases.all(),
  };
}

function createWriter(db: Database, { snapshots, losses, withheld, verdicts }: Tables) {
  const insertStaged = db.prepare<[StagedPage]>(`
    REPLACE INTO staged (${COLUMNS}, own_slug)
    VALUES (@id, @type, @url, @path, @title, @markdown, @language, @modified, @hash, @seenLink, @seenModified,
            @translations, @ownSlug)
  `);
  const deleteOneStaged = db.prepare<[{ id: number }]>('DELETE FROM staged WHERE id = @id');
  const deleteStaged = db.prepare('DELETE FROM staged');
  const keepMovedAddresses = db.prepare(`
    INSERT INTO aliases (path, page_id)
    SELECT pages.path, pages.id
    FROM pages JOIN staged ON staged.id = pages.id
    WHERE pages.path <> staged.path
    ON CONFLICT (path) DO UPDATE SET page_id = excluded.page_id
  `);
  const keepLastAddress = db.prepare<[{ id: number }]>(`
    INSERT INTO aliases (path, page_id)
    SELECT path, id FROM pages WHERE id = @id
    ON CONFLICT (path) DO NOTHING
  `);
  const deletePage = db.prepare<[{ id: number }]>('DELETE FROM pages WHERE id = @id');
  const doubtPage = db.prepare<[{ id: number }]>(
    `UPDATE pages SET hash = '', seen_link = '', seen_modified = '' WHERE id = @id`,
  );
  // A page with a new address ranks behind the current owner until `awardAddresses` compares both.
  const applyStaged = db.prepare(`
    REPLACE INTO pages (${COLUMNS}, own_slug, holds)
    SELECT ${COLUMNS}, own_slug,
           coalesce((SELECT holds FROM pages AS old WHERE old.id = staged.id AND old.path = staged.path), 0)
    FROM staged
  `);
  // Of pages with the same address, the page with the matching slug wins, then the current owner, then the oldest page.
  const awardAddresses = db.prepare(`
    UPDATE pages SET holds = (
      id = (SELECT one.id FROM pages AS one WHERE one.path = pages.path
            ORDER BY one.own_slug DESC, one.holds DESC, one.id LIMIT 1)
    )
    WHERE holds = 0 OR path IN (SELECT path FROM pages GROUP BY path HAVING count(*) > 1)
  `);
  const deleteSkipped = db.prepare('DELETE FROM skipped');
  const insertSkipped = db.prepare<[SkippedPage]>(`
    REPLACE INTO skipped (id, type, url, title, reason, seen_link, seen_modified)
    VALUES (@id, @type, @url, @title, @reason, @seenLink, @seenModified)
  `);
  const siteTables = ['pages', 'aliases', 'skipped', 'facts', 'views', 'losses', 'withheld', 'verdicts', 'readings'];
  const deleteSite = siteTables.map((table) => db.prepare(`DELETE FROM ${table}`));
  const nextRevision = db.prepare('UPDATE revision SET number = number + 1');
  const replaceFact = db.prepare<[{ name: string; value: string }]>(`
    REPLACE INTO facts (name, value) VALUES (@name, @value)
  `);

  const readings = createReadingTable(db);

  const stage = db.transaction((pages: readonly StagedPage[]) => {
    for (const page of pages) insertStaged.run({ translations: '', ...page });
  });

  const commit = db.transaction((changes: Changes, mayWrite: () => void) => {
    mayWrite();
    nextRevision.run();
    if (changes.startOver) for (const statement of deleteSite) statement.run();
    const since = changes.at?.toISOString();
    const reasons = new Map(changes.skipped.map(({ id, reason }) => [id, reason]));
    for (const id of changes.gone) {
      if (since !== undefined) verdicts.withhold(id, since, reasons.get(id) ?? 'the site does not list it any more');
      keepLastAddress.run({ id });
      withheld.add(id);
      deletePage.run({ id });
    }
    if (since !== undefined) {
      const { isOtherCode = false } = changes;
      verdicts.withholdTexts(since, { reduced: new Set(changes.reduced), isOtherCode });
    }
    keepMovedAddresses.run();
    applyStaged.run();
    deleteStaged.run();
    readings.clear();
    awardAddresses.run();
    if (since !== undefined) verdicts.settle(since);
    deleteSkipped.run();
    for (const page of changes.skipped) insertSkipped.run(page);
    for (const snapshot of changes.snapshots ?? []) snapshots.replace(snapshot);
    snapshots.prune();
    withheld.prune();
    if (changes.losses) losses.add(changes.losses);
    for (const [name, value] of Object.entries(changes.facts)) {
      replaceFact.run({ name, value: JSON.stringify(value ?? null) });
    }
  });

  const adopt = db.transaction((adopted: readonly Verdict[]) => {
    const known = new Map(verdicts.all().map((verdict) => [`${verdict.id} ${verdict.before}`, verdict]));
    const before = (db.prepare<[], number>('SELECT number FROM revision').pluck().get() ?? 0) + 1;
    for (const verdict of adopted) {
      const { id } = verdict;
      if (known.get(`${id} ${verdict.before}`)?.since === verdict.since) continue;
      // Visitors may not receive the text of this mirror any more.
      keepLastAddress.run({ id });
      withheld.add(id);
      deletePage.run({ id });
      verdicts.replace({ ...verdict, before: undefined });
      if (verdict.before !== undefined) verdicts.replace({ ...verdict, before });
    }
  });

  return {
    /**
     * Adopts verdicts of a different mirror of the same site, such as the mirror before a restore. These pages are not
     * published until a run receives them as a visitor.
     */
    adoptVerdicts: (adopted: readonly Verdict[]): void => adopt.immediate(adopted),
    /** Marks pages to be read again because their rows may be invalid. */
    doubt: (ids: readonly number[]): void => {
      for (const id of ids) doubtPage.run({ id });
    },
    stage,
    unstage: (ids: Iterable<number>): void => {
      for (const id of ids) deleteOneStaged.run({ id });
    },
    /**
     * Table of page contributions to company data, vocabulary and place names (`sync/run/publish/compose.ts`).
     */
    contributions: createContributionTable(db),
    /** Readings of an unfinished first sync; `commit` deletes them. */
    readings,
    /** Replaces a fact immediately. */
    note: (name: string, value: unknown): void => void replaceFact.run({ name, value: JSON.stringify(value) }),
    /** Deletes staged pages of an earlier run. */
    clearStaged: () => void deleteStaged.run(),
    /** Applies a run in a transaction. `mayWrite` is called inside it and aborts it with an error. */
    commit: (changes: Changes, mayWrite: () => void) => commit.immediate(changes, mayWrite),
  };
}

// Parses a fact. A fact damaged on disk counts as absent; the next full sync writes it again.
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
