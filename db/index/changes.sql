-- The log of changes in an index file: a row for each page and for each deleted address, with the generation of its last change.
-- A newer change of a page replaces its row, so that a reader gets every page once, in its newest state.
CREATE TABLE main.changes (
  path     TEXT PRIMARY KEY,
  key      TEXT NOT NULL,            -- order of the changes of a generation
  sequence INTEGER NOT NULL,         -- generation of the last change
  added    INTEGER NOT NULL,         -- generation since which the address is present
  id       INTEGER NOT NULL,
  url      TEXT NOT NULL,
  language TEXT NOT NULL,
  modified TEXT NOT NULL,
  digest   TEXT,                     -- SHA-256 of title and Markdown, in hexadecimal; NULL for a deleted page
  origin   TEXT,                     -- former address of a page that moved in generation `moved`
  moved    INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Generations that this index descends from.
CREATE TABLE main.lineage (
  sequence INTEGER PRIMARY KEY,
  tag      TEXT NOT NULL,
  at       TEXT NOT NULL
);
