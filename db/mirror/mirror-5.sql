-- Layout 5: what company data, vocabulary and names of places take of each page, so that an edit has no other page read again.

CREATE TABLE contributions (
  id     INTEGER PRIMARY KEY,        -- of the page
  title  TEXT NOT NULL,
  url    TEXT NOT NULL,
  path   TEXT NOT NULL,
  city   TEXT NOT NULL,
  family TEXT NOT NULL,
  links  TEXT NOT NULL,              -- contact links of its text, one a line
  places TEXT NOT NULL               -- places that it lists as those of its city, one a line
) STRICT;
