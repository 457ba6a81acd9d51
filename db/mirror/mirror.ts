import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Alias, Page } from '../../shared/page.ts';
import { NewerSchemaError, openWritable, type Database } from '../sqlite.ts';

/** Layout of the mirror that this program writes and reads. */
export const MIRROR_SCHEMA_VERSION = 1;

/** A page as the site published it, without city and family: those follow from rules that may change. */
export type MirroredPage = Omit<Page, 'city' | 'family'> & {
  /** Digest of what a reader sees: address, title, language, Markdown. */
  readonly hash: string;
  /** Address and time of change as the census tells them; empty when the page must be read again. */
  readonly seenLink: string;
  readonly seenModified: string;
};

/** The columns of a mirrored page by which a run decides. */
export type KnownPage = Omit<MirroredPage, 'markdown' | 'url' | 'language'>;

/** A page that was read and left out, with the reason. */
export type SkippedPage = {
  readonly id: number;
  readonly reason: string;
  readonly seenLink: string;
  readonly seenModified: string;
};

/** Changes of one run, besides the staged pages. */
export type Changes = {
  /** The mirror holds another site, of which nothing is kept. */
  readonly startOver: boolean;
  readonly gone: readonly number[];
  readonly skipped: readonly SkippedPage[];
  readonly facts: Readonly<Record<string, unknown>>;
};

/** Opens the mirror, and makes it when it is not there; throws NewerSchemaError for one of a newer program. */
export function openMirrorDatabase(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = openWritable(file);
  try {
    prepareSchema(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareSchema(db: Database, file: string): void {
  const version = schemaVersion(db);
  if (version === MIRROR_SCHEMA_VERSION) return;
  if (version !== 0) throw new NewerSchemaError(file, version, MIRROR_SCHEMA_VERSION);
  const schema = readFileSync(new URL('mirror.sql', import.meta.url), 'utf8');
  db.transaction(() => {
    // Two programs may come here at once; the second finds the work done.
    if (schemaVersion(db) !== 0) return;
    db.exec(schema);
    db.pragma(`user_version = ${MIRROR_SCHEMA_VERSION}`);
  }).immediate();
}

function schemaVersion(db: Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

const COLUMNS = 'id, type, url, path, title, markdown, language, modified, hash, seen_link, seen_modified';

const CHUNK = 200;

/** The mirrored pages of one site, their former addresses, and the one commit that changes them. */
export function createMirror(db: Database) {
  return { ...createReader(db), ...createWriter(db) };
}
export type Mirror = ReturnType<typeof createMirror>;

/** The statements that read. */
function createReader(db: Database) {
  const selectKnown = db.prepare<[], KnownPage>(`
    SELECT id, type, path, title, modified, hash, seen_link AS seenLink, seen_modified AS seenModified
    FROM pages
  `);
  const selectSkipped = db.prepare<[], SkippedPage>(`
    SELECT id, reason, seen_link AS seenLink, seen_modified AS seenModified
    FROM skipped
  `);
  const selectFact = db.prepare<[{ name: string }], { value: string }>('SELECT value FROM facts WHERE name = @name');
  // Of two pages with one address the older answers, as in WordPress.
  const selectPublishable = db.prepare<[{ after: number; limit: number }], MirroredPage>(`
    SELECT id, type, url, path, title, markdown, language, modified, hash,
           seen_link AS seenLink, seen_modified AS seenModified
    FROM pages
    WHERE id > @after
      AND NOT EXISTS (SELECT 1 FROM pages AS older WHERE older.path = pages.path AND older.id < pages.id)
    ORDER BY id
    LIMIT @limit
  `);
  const selectShadowed = db.prepare<[], { id: number; path: string; by: number }>(`
    SELECT pages.id, pages.path, MIN(older.id) AS "by"
    FROM pages JOIN pages AS older ON older.path = pages.path AND older.id < pages.id
    GROUP BY pages.id
    ORDER BY pages.id
  `);
  const selectAliases = db.prepare<[], Alias>(`
    SELECT aliases.path, aliases.page_id AS pageId
    FROM aliases JOIN pages ON pages.id = aliases.page_id
    WHERE NOT EXISTS (SELECT 1 FROM pages AS live WHERE live.path = aliases.path)
      AND NOT EXISTS (SELECT 1 FROM pages AS older WHERE older.path = pages.path AND older.id < pages.id)
    ORDER BY aliases.path
  `);

  /** Every page that has its address to itself, in the order of ids, a few at a time. */
  function* publishable(): Generator<MirroredPage> {
    let after = 0;
    for (;;) {
      const pages = selectPublishable.all({ after, limit: CHUNK });
      yield* pages;
      const last = pages.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  return {
    known: () => new Map(selectKnown.all().map((page) => [page.id, page])),
    skipped: () => new Map(selectSkipped.all().map((page) => [page.id, page])),
    fact: (name: string): unknown => {
      const row = selectFact.get({ name });
      return row && parsed(row.value);
    },
    publishable,
    /** Pages that cannot be reached, because an older page has their address. */
    shadowed: () => selectShadowed.all(),
    /** Former addresses that lead to a page and are no page's address today. */
    aliases: () => selectAliases.all(),
  };
}

/** The statements that write: staging aside, and the commit. */
function createWriter(db: Database) {
  const insertStaged = db.prepare<[MirroredPage]>(`
    REPLACE INTO staged (${COLUMNS})
    VALUES (@id, @type, @url, @path, @title, @markdown, @language, @modified, @hash, @seenLink, @seenModified)
  `);
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
  const applyStaged = db.prepare(`REPLACE INTO pages (${COLUMNS}) SELECT ${COLUMNS} FROM staged`);
  const deleteSkipped = db.prepare('DELETE FROM skipped');
  const insertSkipped = db.prepare<[SkippedPage]>(`
    INSERT INTO skipped (id, reason, seen_link, seen_modified)
    VALUES (@id, @reason, @seenLink, @seenModified)
  `);
  const deleteSite = ['pages', 'aliases', 'skipped', 'facts'].map((table) => db.prepare(`DELETE FROM ${table}`));
  const replaceFact = db.prepare<[{ name: string; value: string }]>(`
    REPLACE INTO facts (name, value) VALUES (@name, @value)
  `);

  const stage = db.transaction((pages: readonly MirroredPage[]) => {
    for (const page of pages) insertStaged.run(page);
  });

  const commit = db.transaction((changes: Changes, mayWrite: () => void) => {
    mayWrite();
    if (changes.startOver) for (const statement of deleteSite) statement.run();
    for (const id of changes.gone) {
      keepLastAddress.run({ id });
      deletePage.run({ id });
    }
    keepMovedAddresses.run();
    applyStaged.run();
    deleteStaged.run();
    deleteSkipped.run();
    for (const page of changes.skipped) insertSkipped.run(page);
    for (const [name, value] of Object.entries(changes.facts)) {
      replaceFact.run({ name, value: JSON.stringify(value ?? null) });
    }
  });

  return {
    /** Marks pages to be read again, because their rows cannot be trusted. */
    doubt: (ids: readonly number[]): void => {
      for (const id of ids) doubtPage.run({ id });
    },
    /** Keeps pages aside until `commit`. */
    stage,
    /** Deletes the pages that an earlier run left staged. */
    clearStaged: () => void deleteStaged.run(),
    /** Applies a run as one transaction; `mayWrite` is called inside it, and stops it by throwing. */
    commit: (changes: Changes, mayWrite: () => void) => commit.immediate(changes, mayWrite),
  };
}

/** A fact that was altered on the disk counts as absent; the next full sweep writes it again. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
