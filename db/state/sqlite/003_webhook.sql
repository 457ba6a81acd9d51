-- Lease and record of the webhook, in a single row.
CREATE TABLE webhook (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  holder     TEXT NOT NULL,
  held_until INTEGER NOT NULL,
  record     TEXT
) STRICT;
