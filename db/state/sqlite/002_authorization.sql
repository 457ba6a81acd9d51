-- Redirect URIs of a client, as JSON.
ALTER TABLE clients ADD COLUMN redirect_uris TEXT NOT NULL DEFAULT '[]';

-- Keys that all servers of this state use.
CREATE TABLE keys (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
