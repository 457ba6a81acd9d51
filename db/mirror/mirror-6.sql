-- Layout 6: pages that visitors do not get any more, kept unpublished until they get them again.

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
