-- Layout 9: a page can be withheld, and its text as of earlier revisions as well.

CREATE TABLE verdicts_9 (
  id     INTEGER NOT NULL,           -- of the page
  path   TEXT NOT NULL,              -- address under which it was published
  since  TEXT NOT NULL,              -- ISO 8601
  why    TEXT NOT NULL,
  before INTEGER NOT NULL,           -- 0: the page; else its text as of earlier revisions alone
  PRIMARY KEY (id, before)
) STRICT, WITHOUT ROWID;
INSERT INTO verdicts_9 (id, path, since, why, before) SELECT id, path, since, why, before FROM verdicts;
DROP TABLE verdicts;
ALTER TABLE verdicts_9 RENAME TO verdicts;
