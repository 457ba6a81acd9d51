-- Layout 3: pages in every language of the site, and which are translations of each other.

ALTER TABLE pages ADD COLUMN translations TEXT NOT NULL DEFAULT '';  -- keys of the pages that the site calls so, one a line
ALTER TABLE staged ADD COLUMN translations TEXT NOT NULL DEFAULT '';

ALTER TABLE views ADD COLUMN language TEXT NOT NULL DEFAULT '';      -- of the HTML element; empty when it does not say
ALTER TABLE views ADD COLUMN alternates TEXT NOT NULL DEFAULT '';    -- keys that the links with `hreflang` lead to, one a line
