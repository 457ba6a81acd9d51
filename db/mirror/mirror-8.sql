-- Layout 8: what the first sync has read so far, so that it continues there after an interruption. The commit deletes it.

CREATE TABLE IF NOT EXISTS readings (
  id      INTEGER PRIMARY KEY,       -- of the page
  seen_link     TEXT NOT NULL,       -- as of `pages`
  seen_modified TEXT NOT NULL,
  read_at INTEGER NOT NULL,          -- milliseconds since 1970
  value   TEXT NOT NULL              -- JSON
) STRICT;
