-- Layout 7: published pages and texts that must not be served any more from any index.

CREATE TABLE IF NOT EXISTS verdicts (
  id     INTEGER PRIMARY KEY,        -- page id
  path   TEXT NOT NULL,              -- published address
  since  TEXT NOT NULL,              -- ISO 8601
  why    TEXT NOT NULL,
  before INTEGER NOT NULL            -- 0: the page; otherwise only its texts of earlier revisions
) STRICT;
