-- Layout 6: pages that visitors do not receive any more, unpublished until visitors receive them again.

CREATE TABLE withheld (
  id            INTEGER PRIMARY KEY,
  type          TEXT NOT NULL,
  url           TEXT NOT NULL,
  path          TEXT NOT NULL,
  title         TEXT NOT NULL,
  markdown      TEXT NOT NULL,
  language      TEXT NOT NULL,
  modified      TEXT NOT NULL,
  hash          TEXT NOT NULL,
  seen_link     TEXT NOT NULL,
  seen_modified TEXT NOT NULL,
  translations  TEXT NOT NULL
) STRICT;
