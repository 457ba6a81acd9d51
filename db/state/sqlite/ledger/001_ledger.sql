-- Counts of what was asked, by day (2026-11-22) and entry; without a rowid there is no order in which entries came.

CREATE TABLE counts (
  day   TEXT NOT NULL,
  entry TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, entry)
) STRICT, WITHOUT ROWID;
