-- Layout 3: languages and translations of pages.

ALTER TABLE pages ADD COLUMN translations TEXT NOT NULL DEFAULT '';  -- keys of pages that the site lists, one per line
ALTER TABLE staged ADD COLUMN translations TEXT NOT NULL DEFAULT '';

ALTER TABLE views ADD COLUMN language TEXT NOT NULL DEFAULT '';      -- of the `html` element; empty if absent
ALTER TABLE views ADD COLUMN alternates TEXT NOT NULL DEFAULT '';    -- keys of the `hreflang` links, one per line
