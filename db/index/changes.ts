import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '../../shared/page.ts';
import { openReadOnly, type Database } from '../sqlite.ts';
import { openIndexFile } from './index-file.ts';
import { writeIndexFile } from './index-tables.ts';

// Days to accept a cursor after its generation was replaced.
const CHANGES_KEPT_DAYS = 30;

const DAY_MS = 86_400_000;

/** Creates the tables of the log of changes. */
export function createChangesTables(db: Database): void {
  db.exec(readFileSync(new URL('changes.sql', import.meta.url), 'utf8'));
}

// The columns are described in `changes.sql`.
type Row = Readonly<Record<'path' | 'key' | 'url' | 'language' | 'modified', string>> &
  Readonly<Record<'sequence' | 'added' | 'id' | 'moved', number>> &
  Readonly<Record<'digest' | 'origin', string | null>>;
type Ancestor = { readonly sequence: number; readonly tag: string; readonly at: string };
type Log = { readonly rows: ReadonlyMap<string, Row>; readonly lineage: readonly Ancestor[] };

/** Adds the log of changes to a complete index file, as the successor of the log in `former`, and flushes the file. */
export function recordChanges(
  file: string,
  former: string | undefined,
  { generation, builtAt }: { readonly generation: number; readonly builtAt: string },
): void {
  const { rows, lineage } = nextLog(pagesOf(file), former === undefined ? EMPTY : logOf(former), {
    sequence: generation,
    tag: hash('sha256', `${generation} ${builtAt}`).slice(0, 8),
    at: builtAt,
  });
  writeIndexFile(file, (db) => {
    createChangesTables(db);
    const insertRow = db.prepare<[Row]>(`
      INSERT INTO main.changes
      VALUES (@path, @key, @sequence, @added, @id, @url, @language, @modified, @digest, @origin, @moved)`);
    const insertAncestor = db.prepare<[Ancestor]>('INSERT INTO main.lineage VALUES (@sequence, @tag, @at)');
    db.transaction(() => {
      for (const row of rows.values()) insertRow.run(row);
      for (const ancestor of lineage) insertAncestor.run(ancestor);
    })();
  });
}

const EMPTY: Log = { rows: new Map(), lineage: [] };

type Listed = Pick<Row, 'path' | 'id' | 'url' | 'language' | 'modified'> & { readonly digest: string };

function pagesOf(file: string): readonly Listed[] {
  using db = openIndexFile(file);
  const select = db.prepare<[], Pick<Page, 'id' | 'path' | 'url' | 'language' | 'modified' | 'title' | 'markdown'>>(
    'SELECT id, path, url, language, modified, title, markdown FROM pages ORDER BY id',
  );
  const listed: Listed[] = [];
  for (const { title, markdown, ...page } of select.iterate()) {
    listed.push({ ...page, digest: hash('sha256', `${title}\n${markdown}`) });
  }
  return listed;
}

// Reads the log of an index file; empty if the file cannot be read or has none, and then readers start over.
function logOf(file: string): Log {
  try {
    using db = openReadOnly(file);
    if (!hasLog(db)) return EMPTY;
    const rows = db.prepare<[], Row>('SELECT * FROM main.changes').all();
    const lineage = db.prepare<[], Ancestor>('SELECT * FROM main.lineage ORDER BY sequence').all();
    return { rows: new Map(rows.map((row) => [row.path, row])), lineage };
  } catch {
    return EMPTY;
  }
}

function hasLog(db: Database): boolean {
  return (
    db.prepare<[], 0 | 1>(`SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'lineage')`).pluck().get() === 1
  );
}

function nextLog(pages: readonly Listed[], former: Log, own: Ancestor): Log {
  const { sequence, at } = own;
  // A generation can be resumed for 30 days after its successor was built.
  const oldest = new Date(Date.parse(at) - CHANGES_KEPT_DAYS * DAY_MS).toISOString();
  const lineage = [...former.lineage.filter((_, n) => (former.lineage[n + 1]?.at ?? at) >= oldest), own];
  const pathOfId = new Map([...former.rows.values()].filter(isPresent).map(({ id, path }) => [id, path]));
  const present = new Set(pages.map(({ path }) => path));
  const rows = new Map<string, Row>();
  for (const page of pages) {
    // Two pages with one address: only the first can be read.
    if (rows.has(page.path)) continue;
    const before = former.rows.get(page.path);
    if (before && isPresent(before) && isSame(before, page)) {
      rows.set(page.path, before);
      continue;
    }
    const was = pathOfId.get(page.id);
    const movedFrom =
      was !== undefined && was !== page.path && !present.has(was) ? former.rows.get(was)?.url : undefined;
    const added = before && isPresent(before) ? before.added : sequence;
    const key = hash('sha256', page.path).slice(0, 12);
    const move = movedFrom === undefined ? moveOf(before) : { origin: movedFrom, moved: sequence };
    rows.set(page.path, { ...page, key, sequence, added, ...move });
  }
  // A former address that a page has again must not be deleted for the page that moved away.
  const urls = new Set(pages.map(({ url }) => url));
  for (const [path, row] of rows) {
    if (row.origin !== null && urls.has(row.origin)) rows.set(path, { ...row, origin: null, moved: 0 });
  }
  for (const [path, row] of former.rows) {
    if (present.has(path)) continue;
    const tombstone = isPresent(row) ? { ...row, sequence, digest: null, origin: null, moved: 0 } : row;
    // A tombstone is needed while a cursor from before it can be resumed.
    if (tombstone.sequence > (lineage[0]?.sequence ?? 0)) rows.set(path, tombstone);
  }
  return { rows, lineage };
}

const isHiddenSince = ({ withheld }: ChangesPlace, row: Row): boolean => isPresent(row) && !withheld.has(row.path);

const isPresent = ({ digest }: Row): boolean => digest !== null;

const isSame = (row: Row, { id, url, language, modified, digest }: Listed): boolean =>
  row.id === id && row.url === url && row.language === language && row.modified === modified && row.digest === digest;

function moveOf(row: Row | undefined): Pick<Row, 'origin' | 'moved'> {
  return row && isPresent(row) ? { origin: row.origin, moved: row.moved } : { origin: null, moved: 0 };
}

/** A change of a page; for a removal, the address alone. */
export type Change =
  | { readonly change: 'removed'; readonly url: string }
  | {
      readonly change: 'added' | 'changed' | 'moved';
      readonly url: string;
      /** Former address of a page that moved. */
      readonly from?: string;
      readonly language: string;
      readonly modified: string;
      readonly digest: string;
    };

/** A generation in a cursor: the tag distinguishes it from generations of the same number after a reset or a rollback. */
export type Generation = readonly [sequence: number, tag: string];

/** The place of a reader in the log. */
export type ChangesPlace = {
  /** Generation that the reader had completely when this pass began; 0 for a reader that starts. */
  readonly from: number;
  /** First generation of this pass over the log, which still holds all later deletions. */
  readonly since: Generation;
  /** Generation of the last response, and the time when it was built, in Unix milliseconds. */
  readonly served: Generation;
  readonly servedAt: number;
  /** Last row of the last response. */
  readonly row: readonly [sequence: number, key: string];
  /** Pages that were withheld at the last response. */
  readonly withheld: ReadonlySet<string>;
};

// Sorts after every key of a row.
const LAST_KEY = '~';

/** Prepares the log of an open index. Returns `undefined` if the index has none. */
export function createChangeLog(db: Database) {
  if (!hasLog(db)) return undefined;
  const ancestors = db.prepare<[], Ancestor>('SELECT sequence, tag, at FROM main.lineage ORDER BY sequence').all();
  const lineage = new Map(ancestors.map(({ sequence, tag }) => [sequence, tag]));
  const { sequence: newest = 0, tag: newestTag = '', at = '' } = ancestors.at(-1) ?? {};
  const builtAt = Date.parse(at);
  const selectAfter = db.prepare<[{ sequence: number; key: string; limit: number }], Row>(`
    SELECT * FROM main.changes WHERE (sequence, key) > (@sequence, @key) ORDER BY sequence, key LIMIT @limit`);
  const selectUpTo = db.prepare<[{ paths: string; sequence: number; key: string }], Row>(`
    SELECT * FROM main.changes
    WHERE path IN (SELECT value FROM json_each(@paths)) AND (sequence, key) <= (@sequence, @key) ORDER BY path`);
  const selectWithheld = db.prepare<[], string>('SELECT path FROM temp.withheld ORDER BY path').pluck();

  /**
   * Returns at most `limit` changes after a place, or after the beginning, and the place to continue from; `more` is true if
   * changes follow. Changes of the list of verdicts are returned in addition. Returns `undefined` if the place is not one of this log: its
   * generation is too old, or was left by a rollback.
   */
  function read(place: ChangesPlace | undefined, limit: number) {
    const isKnown = ([number, tag]: Generation) => lineage.get(number) === tag;
    if (place && !(isKnown(place.since) && isKnown(place.served))) return undefined;
    const [sequence, key] = place?.row ?? [0, ''];
    const from = place?.from ?? 0;
    const withheld = new Set(selectWithheld.all());
    const found = selectAfter.all({ sequence, key, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const more = found.length > limit;
    const changes: Change[] = verdictsSince(place, withheld);
    for (const row of rows) {
      if (isPresent(row) && !withheld.has(row.path)) changes.push(changeOf(row, from));
      // A reader that starts has never seen a page that was absent at its start. It may have seen a page that was public at its
      // last request, if it did not store the cursor of that response.
      else if (from > 0 || (place && (row.sequence > place.since[0] || isHiddenSince(place, row))))
        changes.push({ change: 'removed', url: row.url });
    }
    const last = rows.at(-1);
    const row = more && last ? ([last.sequence, last.key] as const) : ([newest, LAST_KEY] as const);
    const served: Generation = [newest, newestTag];
    const pass = more ? { from, since: place?.since ?? served } : { from: newest, since: served };
    const next: ChangesPlace = { ...pass, served, servedAt: builtAt, row, withheld };
    return { changes, more, next };
  }

  // Changes of rows that the reader has passed, because they were withheld or are shown again.
  function verdictsSince(place: ChangesPlace | undefined, withheld: ReadonlySet<string>): Change[] {
    if (!place) return [];
    const [sequence, key] = place.row;
    const differing = [
      ...[...withheld].filter((path) => !place.withheld.has(path)),
      ...[...place.withheld].filter((path) => !withheld.has(path)),
    ];
    if (differing.length === 0) return [];
    return selectUpTo.all({ paths: JSON.stringify(differing), sequence, key }).flatMap((row): readonly Change[] => {
      if (!isPresent(row)) return [];
      return [
        withheld.has(row.path)
          ? { change: 'removed', url: row.url }
          : changeOf({ ...row, moved: 0, added: Number.POSITIVE_INFINITY }, 0),
      ];
    });
  }

  return {
    read,
    /** Returns true if a place is from a later index: this server has not opened it yet. */
    isAhead: ({ servedAt }: ChangesPlace): boolean => servedAt > builtAt,
  };
}

function changeOf({ url, language, modified, digest, added, origin, moved }: Row, since: number): Change {
  const facts = { url, language, modified, digest: digest ?? '' };
  if (origin !== null && moved > since && since > 0) return { change: 'moved', from: origin, ...facts };
  return { change: added > since ? 'added' : 'changed', ...facts };
}
