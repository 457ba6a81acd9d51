-- Layout 4: pages that changed after the build of a generation.

CREATE TABLE revision (
  mirror TEXT NOT NULL,              -- random id of the mirror
  number INTEGER NOT NULL            -- increases with each commit
) STRICT;
INSERT INTO revision (mirror, number) VALUES (lower(hex(randomblob(16))), 0);

-- Revision of the last change of each page: its content, its existence, or the ownership of its address.
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

-- Columns after the Markdown in a row are slow to read.
CREATE INDEX pages_shadowed ON pages (id) WHERE holds = 0;
CREATE INDEX pages_translated ON pages (holds, path, language, translations) WHERE translations <> '';
