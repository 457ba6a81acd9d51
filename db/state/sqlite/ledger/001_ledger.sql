-- Counts of queries by day (2026-11-22) and entry. Without a rowid, the order of arrival is not stored.

CREATE TABLE counts (
  day   TEXT NOT NULL,
  entry TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, entry)
) STRICT, WITHOUT ROWID;
