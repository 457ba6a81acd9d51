import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScratch } from '../db/sqlite.ts';
import type { Page } from '../shared/page.ts';
import { createAnalyzer } from '../db/search/text/analyzer.ts';

const { words, fold, isStopWord } = createAnalyzer('es');

/** So many words are as long as an excerpt of ours, in the mean. */
const WORDS = 39;

/** The peer of our excerpts: what FTS5's own `snippet()` shows of the same page. */
export function openSnippets(pages: readonly Page[]): (query: string, id: number) => string | undefined {
  const file = join(tmpdir(), `bench-snippets-${process.pid}.db`);
  rmSync(file, { force: true });
  const db = openScratch(file);
  db.exec(`CREATE VIRTUAL TABLE pages USING fts5 (title, body, tokenize = 'unicode61 remove_diacritics 2')`);
  const insert = db.prepare('INSERT INTO pages (rowid, title, body) VALUES (@id, @title, @markdown)');
  db.transaction(() => {
    for (const { id, title, markdown } of pages) insert.run({ id, title, markdown });
  })();
  rmSync(file, { force: true });
  const find = db
    .prepare<[string, number], string>(
      // Where the full-text index looks up the row itself, the snippet is that of another row.
      `SELECT snippet(pages, 1, '', '', '…', ${WORDS}) FROM pages WHERE pages MATCH ? AND +rowid = ?`,
    )
    .pluck();
  return (query, id) => {
    const telling = words(query).filter((word) => !isStopWord(fold(word.text)));
    return telling.length === 0 ? undefined : find.get(telling.map((word) => `"${word.text}"`).join(' OR '), id);
  };
}
