-- Layout 5: contributions of each page to company data, vocabulary and place names, so that an edit reads a single page.

CREATE TABLE contributions (
  id     INTEGER PRIMARY KEY,        -- page id
  title  TEXT NOT NULL,
  url    TEXT NOT NULL,
  path   TEXT NOT NULL,
  city   TEXT NOT NULL,
  family TEXT NOT NULL,
  links  TEXT NOT NULL,              -- contact links of its text, one per line
  places TEXT NOT NULL               -- places that it lists for its city, one per line
) STRICT;
