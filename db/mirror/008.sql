-- Layout 8: pages that an unfinished first sync has read, so that it can resume. The commit deletes them.

CREATE TABLE IF NOT EXISTS readings (
  id      INTEGER PRIMARY KEY,       -- page id
  seen_link     TEXT NOT NULL,       -- as in `pages`
  seen_modified TEXT NOT NULL,
  read_at INTEGER NOT NULL,          -- milliseconds since 1970
  value   TEXT NOT NULL              -- JSON
) STRICT;
