-- Layout 9: withholds a page, and its texts of earlier revisions.

CREATE TABLE verdicts_9 (
  id     INTEGER NOT NULL,           -- page id
  path   TEXT NOT NULL,              -- published address
  since  TEXT NOT NULL,              -- ISO 8601
  why    TEXT NOT NULL,
  before INTEGER NOT NULL,           -- 0: the page; otherwise only its texts of earlier revisions
  PRIMARY KEY (id, before)
) STRICT, WITHOUT ROWID;
INSERT INTO verdicts_9 (id, path, since, why, before) SELECT id, path, since, why, before FROM verdicts;
DROP TABLE verdicts;
ALTER TABLE verdicts_9 RENAME TO verdicts;
