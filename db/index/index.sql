-- One generation of the site: written once, then only read. A whole index (builder.ts) has every page; a delta (delta.ts) those
-- that differ from another index, its base, whose name is in `info`.

CREATE TABLE info (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL                -- JSON
) WITHOUT ROWID;

CREATE TABLE pages (
  id       INTEGER PRIMARY KEY,
  type     TEXT NOT NULL,
  url      TEXT NOT NULL,
  path     TEXT NOT NULL,
  slug     TEXT NOT NULL,
  title    TEXT NOT NULL,
  language TEXT NOT NULL,
  modified TEXT NOT NULL,
  city     TEXT NOT NULL,
  family   TEXT NOT NULL,
  translations TEXT NOT NULL,        -- paths of pages that it names as its translations, one a line
  headings TEXT NOT NULL,            -- plain, one a line
  body     TEXT NOT NULL,            -- plain, one block a line
  markdown TEXT NOT NULL             -- last: reading the columns before it never touches its pages
);
CREATE INDEX pages_by_path ON pages (path);
CREATE INDEX pages_by_slug ON pages (slug);
CREATE INDEX pages_by_family ON pages (family, city);

-- Pages of the base that are gone, or are in `pages` in another version.
CREATE TABLE replaced (
  id INTEGER PRIMARY KEY
);

-- Pages that are translations of each other, of all pages.
CREATE TABLE translations (
  id       INTEGER PRIMARY KEY,
  original INTEGER NOT NULL          -- the lowest of their ids
);
CREATE INDEX translations_by_original ON translations (original);

-- Of all pages.
CREATE TABLE aliases (
  path    TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL
) WITHOUT ROWID;

-- Stems of folded words, separated by spaces; rowid is pages.id. Each token begins with the language that it was analysed
-- in: `es-tuber`. Of all pages. The city is one token, `es-city-<slug>`: no stem has a hyphen.
CREATE VIRTUAL TABLE search USING fts5 (
  title, headings, body, city,
  content = '',
  tokenize = "ascii tokenchars '-'"
);

-- Forward index, inverted index, lexicon and spelling dictionary of each language as arrays (db/search/README.md, "What is
-- stored").
CREATE TABLE arrays (
  language TEXT NOT NULL,            -- primary subtag of the pages' language
  name     TEXT NOT NULL,
  part     INTEGER NOT NULL,
  data     BLOB NOT NULL,
  PRIMARY KEY (language, name, part)
);
