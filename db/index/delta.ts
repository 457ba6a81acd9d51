import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { writeIndexArrays } from '../search/storage/index-arrays.ts';
import { createTermCollector } from '../search/storage/term-collector.ts';
import { allowShadowWrites, type Database } from '../sqlite.ts';
import type { Base } from './generations.ts';
import { attachBase, infoOf } from './index-file.ts';
import {
  createIndexFile,
  createTables,
  insertAliases,
  insertTranslations,
  type TranslatedPage,
  writeIndexFile,
  writeInfo,
} from './index-tables.ts';
import type { IndexCounts, IndexFacts } from './index-file.ts';
import { createPageAnalyzer, createPageWriter, pageRow } from './page-rows.ts';

/** Content of a generation as the difference from a base. */
export type DeltaContent = IndexFacts & {
  readonly base: Base;
  /** Every page that may differ from the base; `undefined` for a deleted page. */
  readonly changed: Iterable<readonly [id: number, page: Page | undefined]>;
  /** All pages with translations. */
  readonly translated: () => readonly TranslatedPage[];
};

// Shadow tables of the FTS5 index.
const FULL_TEXT = ['search_data', 'search_idx', 'search_docsize'];

// Thrown if an index cannot be written as a delta of this base.
class NoDeltaError extends Error {}

/**
 * Builds and flushes a delta, an index file of the pages that differ from a base in the same folder. Returns the counts
 * of all pages. Opened with its base, it responds like the complete index, unless the page lengths have changed
 * (`growthOf`). Returns `undefined` without a file if a complete build is required: a new language, or no pages left.
 */
export function buildDelta(file: string, content: DeltaContent): IndexCounts | undefined {
  const baseFile = join(dirname(file), content.base.file);
  {
    using db = createIndexFile(file);
    createTables(db);
    attachBase(db, baseFile, content.base);
    copyFullText(db);
  }
  try {
    // FTS5 has read its empty tables; a new connection reads the copied rows.
    return writeIndexFile(file, (db) => {
      attachBase(db, baseFile, content.base);
      return db.transaction(() => fill(db, content))();
    });
  } catch (error) {
    if (!(error instanceof NoDeltaError)) throw error;
    rmSync(file);
    return undefined;
  }
}

function copyFullText(db: Database): void {
  allowShadowWrites(db);
  db.transaction(() => {
    for (const table of FULL_TEXT) {
      db.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM base.${table}`);
    }
  })();
}

function fill(db: Database, content: DeltaContent): IndexCounts {
  const { languages, pages, namesTranslations } = writeChanges(db, content.changed);
  const aliases = insertAliases(db, content.aliases);
  // A page can complete or break a group of translations.
  const translated = namesTranslations || (infoOf(db, 'translated', 'base') ?? 0) > 0 ? content.translated() : [];
  insertTranslations(db, translated);
  const counts = { pages, aliases };
  writeInfo(db, content, { counts, languages, translated: translated.length, base: content.base });
  return counts;
}

type FormerPage = Pick<Page, 'id' | 'title' | 'language' | 'city' | 'family'> & {
  readonly headings: string;
  readonly body: string;
};

function writeChanges(db: Database, changed: DeltaContent['changed']) {
  const selectFormer = db.prepare<[number], FormerPage>(
    'SELECT id, title, language, city, family, headings, body FROM base.pages WHERE id = ?',
  );
  const insertReplaced = db.prepare('INSERT INTO main.replaced (id) VALUES (?)');
  const { analyze, analyzerOf } = createPageAnalyzer();
  const { insertPage, insertText, deleteText } = createPageWriter(db);
  const counts = new Map(Object.entries(infoOf(db, 'languages', 'base') ?? {}));
  const changes = new Map<string, ReturnType<typeof createChanges>>();

  function changesIn(language: string) {
    if (!counts.has(language)) throw new NoDeltaError(`No page of the base is in ${language}`);
    const known = changes.get(language) ?? createChanges();
    changes.set(language, known);
    return known;
  }
  function count(language: string, more: 1 | -1): void {
    counts.set(language, (counts.get(language) ?? 0) + more);
  }

  let namesTranslations = false;
  for (const [id, page] of changed) {
    const former = selectFormer.get(id);
    if (former) {
      const { language, terms, row } = analyze(former);
      changesIn(language).removed.add(terms);
      deleteText(row);
      insertReplaced.run(id);
      count(language, -1);
    }
    if (page) {
      const written = pageRow(page);
      const { language, terms, row } = analyze(written);
      changesIn(language).added.add(terms);
      insertPage(written);
      insertText(row);
      count(language, 1);
      namesTranslations ||= page.translations !== undefined && page.translations !== '';
    }
  }
  for (const [language, { added, removed }] of changes) {
    if (counts.get(language) === 0) {
      counts.delete(language);
      continue;
    }
    writeIndexArrays(db, {
      analyzer: analyzerOf(language),
      base: readNamedArrays(db, language, NEEDED, 'base'),
      added: added.collected(),
      removed: removed.collected(),
      idsOfFamily: familyFinder(db, language),
    });
  }
  if (counts.size === 0) throw new NoDeltaError('No page is left');
  const pages = [...counts.values()].reduce((sum, languagePages) => sum + languagePages, 0);
  return { languages: Object.fromEntries(counts), pages, namesTranslations };
}

const createChanges = () => ({ added: createTermCollector(), removed: createTermCollector() });

// Arrays of the base that a delta requires.
const NEEDED: readonly string[] = [
  'ids',
  'cityOf',
  'cities',
  'familyOf',
  'averageLengths',
  'stemOfSurface',
  'surfacePages',
  'stemPages',
  'titlePages',
  ...['surfaces', 'stems', 'endings'].flatMap((name) => [name, `${name}Starts`, `${name}Order`]),
];

function familyFinder(db: Database, language: string): (family: string) => readonly number[] {
  const select = db.prepare<[string], { readonly id: number; readonly language: string }>(
    'SELECT id, language FROM base.pages WHERE family = ? ORDER BY id',
  );
  return (family) =>
    select
      .all(family)
      .filter((page) => primaryLanguage(page.language) === language)
      .map(({ id }) => id);
}
