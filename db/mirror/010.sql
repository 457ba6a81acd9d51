-- Layout 10: visitor snapshots without validators. Equal headers do not prove an equal page.

ALTER TABLE views DROP COLUMN etag;
ALTER TABLE views DROP COLUMN last_modified;
