-- One generation of the site: written once by builder.ts, then only read.

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
  original INTEGER,                  -- of translations of one page: the lowest of their ids
  headings TEXT NOT NULL,            -- plain, one a line
  body     TEXT NOT NULL,            -- plain, one block a line
  markdown TEXT NOT NULL             -- last: reading the columns before it never touches its pages
);
CREATE INDEX pages_by_path ON pages (path);
CREATE INDEX pages_by_slug ON pages (slug);
CREATE INDEX pages_by_family ON pages (family, city);
CREATE INDEX pages_by_original ON pages (original) WHERE original IS NOT NULL;

CREATE TABLE aliases (
  path    TEXT PRIMARY KEY,
  page_id INTEGER NOT NULL REFERENCES pages (id)
) WITHOUT ROWID;

-- Stems of folded words, separated by spaces; rowid is pages.id. Each token begins with the language that it was analysed
-- in: `es-tuber`. The city is one token, `es-city-<slug>`: no stem has a hyphen.
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
