-- Layout 7: pages and texts that were published and must not be served any more, whatever index holds them.

CREATE TABLE IF NOT EXISTS verdicts (
  id     INTEGER PRIMARY KEY,        -- of the page
  path   TEXT NOT NULL,              -- address under which it was published
  since  TEXT NOT NULL,              -- ISO 8601
  why    TEXT NOT NULL,
  before INTEGER NOT NULL            -- 0: the page; else its text as of earlier revisions alone
) STRICT;
