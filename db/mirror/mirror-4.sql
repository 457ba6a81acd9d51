-- Layout 4: which pages have changed since a generation of the index was built.

CREATE TABLE revision (
  mirror TEXT NOT NULL,              -- random: another mirror has another one
  number INTEGER NOT NULL            -- one more with each commit
) STRICT;
INSERT INTO revision (mirror, number) VALUES (lower(hex(randomblob(16))), 0);

-- Pages with the revision that changed them last: what they say, that they are there, or that they hold their address.
CREATE TABLE touched (
  id       INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT;
CREATE INDEX touched_by_revision ON touched (revision);

CREATE TRIGGER page_inserted AFTER INSERT ON pages BEGIN
  REPLACE INTO touched (id, revision) SELECT new.id, number FROM revision;
END;
CREATE TRIGGER page_awarded AFTER UPDATE OF holds ON pages WHEN old.holds <> new.holds BEGIN
  REPLACE INTO touched (id, revision) SELECT new.id, number FROM revision;
END;
CREATE TRIGGER page_deleted AFTER DELETE ON pages BEGIN
  REPLACE INTO touched (id, revision) SELECT old.id, number FROM revision;
END;

-- What is behind a page's Markdown in its row is slow to find.
CREATE INDEX pages_shadowed ON pages (id) WHERE holds = 0;
CREATE INDEX pages_translated ON pages (holds, path, language, translations) WHERE translations <> '';
