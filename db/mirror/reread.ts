import type { Database } from '../sqlite.ts';

/**
 * Has the next sync read every page again before anything is published: of an older mirror nobody knows what the site hides by
 * now. Pages and former addresses stay, for that run to compare with.
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
