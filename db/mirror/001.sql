-- mirror.db: published pages of a site at the last read, and the run log. Rules of site.yaml (cities, exclusions) are not
-- stored, so that a changed rule does not require the pages to be read again.

CREATE TABLE pages (
  id            INTEGER PRIMARY KEY, -- WordPress post id
  type          TEXT NOT NULL,
  url           TEXT NOT NULL,
  path          TEXT NOT NULL,       -- lookup key; not unique on a broken site
  title         TEXT NOT NULL,
  markdown      TEXT NOT NULL,
  language      TEXT NOT NULL,
  modified      TEXT NOT NULL,
  hash          TEXT NOT NULL,       -- digest of address, title, language, markdown
  seen_link     TEXT NOT NULL,       -- from the census; empty if the page must be read again
  seen_modified TEXT NOT NULL
) STRICT;
CREATE INDEX pages_by_path ON pages (path);

-- Pages that the current run has read. The commit of the run applies them.
CREATE TABLE staged (
  id            INTEGER PRIMARY KEY,
  type          TEXT NOT NULL,
  url           TEXT NOT NULL,
  path          TEXT NOT NULL,
  title         TEXT NOT NULL,
  markdown      TEXT NOT NULL,
  language      TEXT NOT NULL,
  modified      TEXT NOT NULL,
  hash          TEXT NOT NULL,
  seen_link     TEXT NOT NULL,
  seen_modified TEXT NOT NULL
) STRICT;

-- Former addresses of pages, also of deleted pages, which may return.
CREATE TABLE aliases (
  path    TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Excluded pages, which are not read again until they change.
CREATE TABLE skipped (
  id            INTEGER PRIMARY KEY,
  reason        TEXT NOT NULL,
  seen_link     TEXT NOT NULL,
  seen_modified TEXT NOT NULL
) STRICT;

-- Facts of the whole site, as JSON.
CREATE TABLE facts (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id          INTEGER PRIMARY KEY,
  mode        TEXT NOT NULL,
  started_at  TEXT NOT NULL,
  finished_at TEXT,
  outcome     TEXT NOT NULL,         -- running, done, or an error code
  summary     TEXT NOT NULL          -- JSON
) STRICT;

-- The run with permission to write.
CREATE TABLE lease (
  name      TEXT PRIMARY KEY CHECK (name = 'sync'),
  owner     TEXT NOT NULL,
  beaten_at INTEGER NOT NULL         -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
