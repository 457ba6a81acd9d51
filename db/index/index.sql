-- A generation of the site, immutable. A complete index (builder.ts) contains every page. A delta (delta.ts) contains the pages
-- that differ from its base, an index named in `info`.

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
  translations TEXT NOT NULL,        -- paths of its translations, one per line
  headings TEXT NOT NULL,            -- plain text, one per line
  body     TEXT NOT NULL,            -- plain text, one block per line
  markdown TEXT NOT NULL             -- last column: a read of the columns before it skips its overflow pages
);
CREATE INDEX pages_by_path ON pages (path);
CREATE INDEX pages_by_slug ON pages (slug);
CREATE INDEX pages_by_family ON pages (family, city);

-- Pages of the base that are deleted, or have a new version in `pages`.
CREATE TABLE replaced (
  id INTEGER PRIMARY KEY
);

-- Groups of translations among all pages, including the base.
CREATE TABLE translations (
  id       INTEGER PRIMARY KEY,
  original INTEGER NOT NULL          -- lowest id of the group
);
CREATE INDEX translations_by_original ON translations (original);

-- Former addresses of all pages, including the base.
CREATE TABLE aliases (
  path    TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL
) WITHOUT ROWID;

-- Stems of folded words of all pages, separated by spaces; rowid is pages.id. Each token begins with its language: `es-tuber`.
-- The city is a single token, `es-city-<slug>`, because stems do not contain a hyphen.
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
