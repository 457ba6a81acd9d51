import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openScratch } from '../db/sqlite.ts';
import type { Page } from '../shared/page.ts';
import { createAnalyzer } from '../db/search/text/analyzer.ts';

const { words, fold, isStopWord } = createAnalyzer('es');

/** As many words as an excerpt of ours has room for, about. */
const WORDS = 40;

/** The peer of our excerpts: what FTS5's own `snippet()` shows of its first hit. */
export function openSnippets(pages: readonly Page[]): (query: string) => string | undefined {
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
    .prepare<[string], string>(
      `SELECT snippet(pages, 1, '', '', '…', ${WORDS}) FROM pages WHERE pages MATCH ? ORDER BY rank LIMIT 1`,
    )
    .pluck();
  return (query) => {
    const telling = words(query).filter((word) => !isStopWord(fold(word.text)));
    return telling.length === 0 ? undefined : find.get(telling.map((word) => `"${word.text}"`).join(' OR '));
  };
}
