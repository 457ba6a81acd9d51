import { slugOf } from '../../shared/addresses.ts';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { cityToken, stemToken } from '../search/match/full-text-expressions.ts';
import type { AnalyzedPage } from '../search/storage/term-collector.ts';
import { createAnalyzer, type Analyzer } from '../search/text/analyzer.ts';
import { markdownToText } from '../search/text/markdown-to-text.ts';
import type { Database } from '../sqlite.ts';
import { COLUMNS } from './index-file.ts';

type SearchableText = Pick<Page, 'id' | 'title' | 'language' | 'city' | 'family'> & {
  readonly headings: string;
  readonly body: string;
};

type PageRow = SearchableText &
  Pick<Page, 'type' | 'url' | 'path' | 'modified' | 'markdown'> & {
    readonly slug: string;
    readonly translations: string;
  };

// Row of the table `search`: stems, separated by spaces.
type SearchRow = {
  readonly id: number;
  readonly title: string;
  readonly headings: string;
  readonly body: string;
  readonly city: string;
};

export function pageRow(page: Page): PageRow {
  const plain = markdownToText(page.markdown);
  // The words of the path are indexed as a heading.
  const headings = [...plain.headings, ...page.path.split('/')].join('\n');
  const { translations = '' } = page;
  return { ...page, translations, slug: slugOf(page.path), headings, body: plain.text };
}

export function createPageAnalyzer() {
  const analyzers = new Map<string, Analyzer>();

  function analyzerOf(language: string): Analyzer {
    const analyzer = analyzers.get(language) ?? createAnalyzer(language);
    analyzers.set(language, analyzer);
    return analyzer;
  }

  /** Returns the terms of a page for the arrays of its language (primary subtag), and its row of the FTS5 index. */
  function analyze({ id, title, headings, body, language: tag, city, family }: SearchableText): {
    readonly language: string;
    readonly terms: AnalyzedPage;
    readonly row: SearchRow;
  } {
    const language = primaryLanguage(tag);
    const { termsOf } = analyzerOf(language);
    const bodyOffsets: number[] = [];
    const fields = [termsOf(title), termsOf(headings), termsOf(body, bodyOffsets)];
    const [titleStems = '', headingStems = '', bodyStems = ''] = fields.map((field) =>
      field.map(({ stem }) => stemToken(language, stem)).join(' '),
    );
    return {
      language,
      terms: { entry: { id, city, family }, fields, bodyOffsets },
      row: { id, title: titleStems, headings: headingStems, body: bodyStems, city: cityToken(language, city) },
    };
  }

  return { analyze, analyzerOf };
}

/** Prepares the statements that write the rows of a page. */
export function createPageWriter(db: Database) {
  const insertPage = db.prepare<[PageRow]>(
    `INSERT INTO main.pages (${COLUMNS}) VALUES (${COLUMNS.replaceAll(/\w+/g, '@$&')})`,
  );
  const insertText = db.prepare<[SearchRow]>(
    'INSERT INTO search (rowid, title, headings, body, city) VALUES (@id, @title, @headings, @body, @city)',
  );
  // A contentless table requires the deleted values.
  const deleteText = db.prepare<[SearchRow]>(`
    INSERT INTO search (search, rowid, title, headings, body, city)
    VALUES ('delete', @id, @title, @headings, @body, @city)
  `);
  return {
    insertPage: (row: PageRow): void => void insertPage.run(row),
    insertText: (row: SearchRow): void => void insertText.run(row),
    deleteText: (row: SearchRow): void => void deleteText.run(row),
  };
}
