import type { Alias } from '../../shared/page.ts';
import { createMirror, openMirrorDatabase, type MirroredPage } from './mirror.ts';
import { openReadOnly } from '../sqlite.ts';

/**
 * Makes a new mirror of what an index holds: its pages, all of them to be read again, and their former addresses. So a
 * mirror that was lost forgets no address, and the next run can tell when much would go.
 */
export function rebuildMirror(file: string, indexFile: string): void {
  const index = openReadOnly(indexFile);
  const db = openMirrorDatabase(file);
  try {
    const mirror = createMirror(db);
    const keepAlias = db.prepare<[Alias]>('REPLACE INTO aliases (path, page_id) VALUES (@path, @pageId)');
    const pages = index.prepare<[], MirroredPage>(`
      SELECT id, type, url, path, title, markdown, language, modified, '' AS hash, '' AS seenLink, '' AS seenModified
      FROM pages
    `);
    const aliases = index.prepare<[], Alias>('SELECT path, page_id AS pageId FROM aliases');
    db.transaction(() => {
      for (const page of pages.iterate()) mirror.stage([page]);
      mirror.commit({ startOver: false, gone: [], skipped: [], facts: {} }, () => {});
      for (const alias of aliases.iterate()) keepAlias.run(alias);
    })();
  } finally {
    db.close();
    index.close();
  }
}
