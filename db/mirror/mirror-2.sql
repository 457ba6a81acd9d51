-- Layout 2: addresses that two pages share, the visitor's view of each page, recent losses.

ALTER TABLE pages ADD COLUMN own_slug INTEGER NOT NULL DEFAULT 0;  -- 1: the page's slug ends its path
ALTER TABLE pages ADD COLUMN holds INTEGER NOT NULL DEFAULT 1;     -- 1: of the pages with this path, the one that answers
ALTER TABLE staged ADD COLUMN own_slug INTEGER NOT NULL DEFAULT 0;
UPDATE pages SET holds = 0
WHERE EXISTS (SELECT 1 FROM pages AS older WHERE older.path = pages.path AND older.id < pages.id);

-- Every page that the site lists and the index leaves out is here; only one that was read has a seen address and time.
ALTER TABLE skipped ADD COLUMN type TEXT NOT NULL DEFAULT '';
ALTER TABLE skipped ADD COLUMN url TEXT NOT NULL DEFAULT '';
ALTER TABLE skipped ADD COLUMN title TEXT NOT NULL DEFAULT '';

-- The answer to an anonymous visitor who asked for a page's own address.
CREATE TABLE views (
  id            INTEGER PRIMARY KEY, -- of the page
  verdict       TEXT NOT NULL,       -- the reason to leave the page out; empty when visitors see it
  detail        TEXT NOT NULL,
  text_from     TEXT NOT NULL,       -- rest, or page: where the page's text was taken from
  etag          TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  checked_at    INTEGER NOT NULL     -- milliseconds since 1970
) STRICT;

-- Pages that vanished in the last days, without a word of the site.
CREATE TABLE losses (
  id      INTEGER PRIMARY KEY,       -- of the page
  lost_at INTEGER NOT NULL           -- milliseconds since 1970
) STRICT;
