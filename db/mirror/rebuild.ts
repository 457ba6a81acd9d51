import type { Alias } from '../../shared/page.ts';
import { createMirror, openMirrorDatabase, type StagedPage } from './mirror.ts';
import { openIndexFile } from '../index/index-file.ts';
import type { Database } from '../sqlite.ts';

/**
 * Builds a mirror from an index: its pages, each marked to be read again, and their former addresses. A lost mirror
 * then loses no former address, and the mass-loss guard has pages to compare.
 */
export function rebuildMirror(file: string, indexFile: string): void {
  using index = openIndexFile(indexFile);
  using db = openMirrorDatabase(file);
  const mirror = createMirror(db);
  const keepAlias = db.prepare<[Alias]>('REPLACE INTO aliases (path, page_id) VALUES (@path, @pageId)');
  const pages = index.prepare<[], StagedPage>(`
      SELECT id, type, url, path, title, markdown, language, modified, '' AS hash, '' AS seenLink, '' AS seenModified, translations, 0 AS ownSlug
      FROM pages
    `);
  const aliases = index.prepare<[], Alias>('SELECT path, page_id AS pageId FROM aliases');
  db.transaction(() => {
    for (const page of pages.iterate()) mirror.stage([page]);
    mirror.commit({ startOver: false, gone: [], skipped: [], facts: {} }, () => {});
    for (const alias of aliases.iterate()) keepAlias.run(alias);
  })();
}

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
