-- Times are Unix seconds; the ends of counters are Unix milliseconds. Secrets and tokens are stored as SHA-256 only.

CREATE TABLE clients (
  id            TEXT PRIMARY KEY,
  secret_hash   BLOB NOT NULL,
  name          TEXT,
  contacts      TEXT NOT NULL,
  scope         TEXT NOT NULL,
  auth_method   TEXT NOT NULL,
  registered_at INTEGER NOT NULL,
  -- Time of the registration or of the last token request; clients without requests are recycled.
  active_at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX clients_by_activity ON clients (active_at);

-- Ids ascend with the time of issue.
CREATE TABLE tokens (
  id         INTEGER PRIMARY KEY,
  hash       BLOB NOT NULL UNIQUE,
  client_id  TEXT NOT NULL REFERENCES clients (id) ON DELETE CASCADE,
  scope      TEXT NOT NULL,
  audience   TEXT NOT NULL,
  issued_at  INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tokens_by_client ON tokens (client_id, id);
CREATE INDEX tokens_by_end ON tokens (expires_at);

CREATE TABLE counters (
  key     TEXT PRIMARY KEY,
  count   INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX counters_by_end ON counters (ends_at);
