-- mirror.db: what the site published when it was last read, and what the runs did. One site. What site.yaml rules
-- (cities, exclusions of the future) is not written here, so a changed rule needs no new reading of the site.

CREATE TABLE pages (
  id            INTEGER PRIMARY KEY, -- WordPress post id
  type          TEXT NOT NULL,
  url           TEXT NOT NULL,
  path          TEXT NOT NULL,       -- lookup key; two pages of a broken site may share one
  title         TEXT NOT NULL,
  markdown      TEXT NOT NULL,
  language      TEXT NOT NULL,
  modified      TEXT NOT NULL,
  hash          TEXT NOT NULL,       -- of what a reader sees: address, title, language, markdown
  seen_link     TEXT NOT NULL,       -- as the census said them; empty when the page must be read again
  seen_modified TEXT NOT NULL
) STRICT;
CREATE INDEX pages_by_path ON pages (path);

-- Pages as the run in progress reads them. They count from the run's one commit on.
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

-- Every address that a page once had. The page may be gone: it may also come back.
CREATE TABLE aliases (
  path    TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Pages that were read and refused, so that they are not read again until they change.
CREATE TABLE skipped (
  id            INTEGER PRIMARY KEY,
  reason        TEXT NOT NULL,
  seen_link     TEXT NOT NULL,
  seen_modified TEXT NOT NULL
) STRICT;

-- What is known of the site as a whole, as JSON.
CREATE TABLE facts (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
  id          INTEGER PRIMARY KEY,
  mode        TEXT NOT NULL,
  started_at  TEXT NOT NULL,
  finished_at TEXT,
  outcome     TEXT NOT NULL,         -- running, done, or the code of what stopped it
  summary     TEXT NOT NULL          -- JSON
) STRICT;

-- The one run that may write.
CREATE TABLE lease (
  name      TEXT PRIMARY KEY CHECK (name = 'sync'),
  owner     TEXT NOT NULL,
  beaten_at INTEGER NOT NULL         -- milliseconds since 1970
) STRICT, WITHOUT ROWID;
