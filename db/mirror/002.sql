-- Layout 2: pages with the same address, visitor snapshots, recent losses.

ALTER TABLE pages ADD COLUMN own_slug INTEGER NOT NULL DEFAULT 0;  -- 1: the path ends with the slug
ALTER TABLE pages ADD COLUMN holds INTEGER NOT NULL DEFAULT 1;     -- 1: owner of the path
ALTER TABLE staged ADD COLUMN own_slug INTEGER NOT NULL DEFAULT 0;
UPDATE pages SET holds = 0
WHERE EXISTS (SELECT 1 FROM pages AS older WHERE older.path = pages.path AND older.id < pages.id);

-- All listed pages that the index excludes. `seen_link` and `seen_modified` are set only for pages that were read.
ALTER TABLE skipped ADD COLUMN type TEXT NOT NULL DEFAULT '';
ALTER TABLE skipped ADD COLUMN url TEXT NOT NULL DEFAULT '';
ALTER TABLE skipped ADD COLUMN title TEXT NOT NULL DEFAULT '';

-- Visitor snapshots: responses to an anonymous visitor at the address of a page.
CREATE TABLE views (
  id            INTEGER PRIMARY KEY, -- page id
  verdict       TEXT NOT NULL,       -- reason to exclude the page; empty if visitors receive it
  detail        TEXT NOT NULL,
  text_from     TEXT NOT NULL,       -- source of the text: rest or page
  etag          TEXT NOT NULL,
  last_modified TEXT NOT NULL,
  checked_at    INTEGER NOT NULL     -- milliseconds since 1970
) STRICT;

-- Pages that vanished in the last days without a deletion reported by the site.
CREATE TABLE losses (
  id      INTEGER PRIMARY KEY,       -- page id
  lost_at INTEGER NOT NULL           -- milliseconds since 1970
) STRICT;
