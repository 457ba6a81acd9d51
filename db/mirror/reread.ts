import type { Database } from '../sqlite.ts';

/**
 * Marks all pages to be read again before the next publication, because the site may have hidden pages of an old
 * mirror. Pages and former addresses stay for comparison.
 */
export function markMirrorToBeReread(db: Database): void {
  db.transaction(() => {
    db.exec(`
      UPDATE pages SET seen_link = '', seen_modified = '';
      UPDATE skipped SET seen_link = '', seen_modified = '';
      DELETE FROM views;
      DELETE FROM facts WHERE name <> 'source';
      DELETE FROM staged;
      DELETE FROM losses;
      DELETE FROM lease;
      UPDATE revision SET mirror = lower(hex(randomblob(16)));
    `);
  })();
}
