import { writeIndexArrays } from '../search/storage/index-arrays.ts';
import { createTermCollector } from '../search/storage/term-collector.ts';
import type { Database } from '../sqlite.ts';
import {
  createIndexFile,
  createTables,
  insertAliases,
  insertTranslations,
  type TranslatedPage,
  writeIndexFile,
  writeInfo,
} from './index-tables.ts';
import type { IndexContent, IndexCounts } from './index-file.ts';
import { createPageAnalyzer, createPageWriter, pageRow } from './page-rows.ts';

/** Builds and flushes a new index file, which must not exist. Returns the row counts. */
export function buildIndex(file: string, content: IndexContent): IndexCounts {
  const build = (db: Database): IndexCounts => {
    const counts = db.transaction(() => fill(db, content))();
    db.exec('ANALYZE');
    return counts;
  };
  return writeIndexFile(file, build, createIndexFile);
}

function fill(db: Database, content: IndexContent): IndexCounts {
  createTables(db);
  const { languages, translated } = insertPages(db, content);
  const pages = Object.values(languages).reduce((sum, count) => sum + count, 0);
  const aliases = insertAliases(db, content.aliases);
  db.exec(`INSERT INTO search (search) VALUES ('optimize')`);
  const counts = { pages, aliases };
  writeInfo(db, content, { counts, languages, translated });
  return counts;
}

// Inserts the pages, each analysed in its language. Returns the number of pages by language, and the number of pages
// with translations.
function insertPages(db: Database, { pages }: Pick<IndexContent, 'pages'>) {
  const collectors = new Map<string, ReturnType<typeof createTermCollector>>();
  const counts: Record<string, number> = {};
  const translated: TranslatedPage[] = [];
  const { analyze, analyzerOf } = createPageAnalyzer();
  const { insertPage, insertText } = createPageWriter(db);
  for (const page of pages) {
    const row = pageRow(page);
    const { language, terms, row: text } = analyze(row);
    const collector = collectors.get(language) ?? createTermCollector();
    collectors.set(language, collector);
    insertPage(row);
    insertText(text);
    collector.add(terms);
    counts[language] = (counts[language] ?? 0) + 1;
    const { id, path, translations } = page;
    if (translations) translated.push({ id, path, language: page.language, translations });
  }
  for (const [language, collector] of collectors) {
    writeIndexArrays(db, { analyzer: analyzerOf(language), added: collector.collected() });
  }
  insertTranslations(db, translated);
  return { languages: counts, translated: translated.length };
}
