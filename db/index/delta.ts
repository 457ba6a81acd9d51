import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { primaryLanguage } from '../../shared/languages.ts';
import type { Page } from '../../shared/page.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { writeDeltaArrays } from '../search/storage/delta-writer.ts';
import { createTermCollector } from '../search/storage/term-collector.ts';
import { allowShadowWrites, openScratch, type Database } from '../sqlite.ts';
import type { Base } from './generations.ts';
import { attachBase } from './index-file.ts';
import { createIndexFile, createTables, flush, insertAliases, insertTranslations, writeInfo } from './index-tables.ts';
import type { IndexCounts, IndexFacts } from './index-tables.ts';
import { createPageAnalyzer, createPageWriter, pageRow } from './page-rows.ts';
import type { TranslatedPage } from './translations.ts';

/** The content of a generation as its difference from a base. */
export type DeltaContent = IndexFacts & {
  readonly base: Base;
  /** Every page that may differ from the base's: as it is now, or `undefined` when it is gone. */
  readonly changed: Iterable<readonly [id: number, page: Page | undefined]>;
  /** Of all pages, those that name translations. */
  readonly translated: () => readonly TranslatedPage[];
};

/** The full-text index, as FTS5 keeps it. */
const FULL_TEXT = ['search_data', 'search_idx', 'search_docsize'];

/** An index that cannot be written as a delta of this base. */
class NoDeltaError extends Error {}

/**
 * Builds an index file of the pages that differ from a base, which lies beside it; finishes and fsyncs it, and returns the
 * counts of all pages. Opened with its base it answers as the whole index does, as long as its pages are not weighed otherwise
 * (`growthOf`). `undefined`, with no file left, when the whole must be built: a language has come, or no page is left.
 */
export function buildDelta(file: string, content: DeltaContent): IndexCounts | undefined {
  const baseFile = join(dirname(file), content.base.file);
  const db = createIndexFile(file);
  try {
    createTables(db);
    attachBase(db, baseFile, content.base);
    copyFullText(db);
  } finally {
    db.close();
  }
  // FTS5 has looked at its tables when they were empty; a new connection sees what they hold.
  const filled = openScratch(file);
  let counts: IndexCounts;
  try {
    attachBase(filled, baseFile, content.base);
    filled.exec(`CREATE TEMP VIEW pages AS
      SELECT id FROM main.pages UNION ALL SELECT id FROM base.pages WHERE id NOT IN (SELECT id FROM main.replaced)`);
    counts = filled.transaction(() => fill(filled, content))();
  } catch (error) {
    if (!(error instanceof NoDeltaError)) throw error;
    rmSync(file);
    return undefined;
  } finally {
    filled.close();
  }
  flush(file);
  return counts;
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
  // One page can make or break a group of others.
  const translated = namesTranslations || Number(baseInfo(db, 'translated')) > 0 ? content.translated() : [];
  insertTranslations(db, translated);
  const counts = { pages, aliases };
  writeInfo(db, content, { counts, languages, translated: translated.length, base: content.base });
  return counts;
}

/** A page of the base. */
type FormerPage = Pick<Page, 'id' | 'title' | 'language' | 'city' | 'family'> & {
  readonly headings: string;
  readonly body: string;
};

/** Writes the changed pages and the arrays of their languages; returns the numbers of all pages. */
function writeChanges(db: Database, changed: DeltaContent['changed']) {
  const selectFormer = db.prepare<[number], FormerPage>(
    'SELECT id, title, language, city, family, headings, body FROM base.pages WHERE id = ?',
  );
  const insertReplaced = db.prepare('INSERT INTO main.replaced (id) VALUES (?)');
  const { analyze, analyzerOf } = createPageAnalyzer();
  const { insertPage, insertText, deleteText } = createPageWriter(db);
  const counts = new Map(Object.entries(baseInfo(db, 'languages') as Readonly<Record<string, number>>));
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
    const delta = {
      analyzer: analyzerOf(language),
      base: readNamedArrays(db, language, NEEDED, 'base'),
      added: added.collected(),
      removed: removed.collected(),
      idsOfFamily: familyFinder(db, language),
    };
    writeDeltaArrays(db, delta);
  }
  if (counts.size === 0) throw new NoDeltaError('No page is left');
  const pages = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return { languages: Object.fromEntries(counts), pages, namesTranslations };
}

const createChanges = () => ({ added: createTermCollector(), removed: createTermCollector() });

function baseInfo(db: Database, name: string): unknown {
  const value = db.prepare<[string], string>('SELECT value FROM base.info WHERE name = ?').pluck().get(name);
  return JSON.parse(value ?? 'null');
}

/** Arrays of the base that differences are made from. */
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
  'spellings',
  ...['Starts', 'Letters', 'Repeated', 'Sounds', 'Stems', 'Pages', 'OfSurface', 'OfStem'].map(
    (end) => `spelling${end}`,
  ),
  'spellingsBySound',
  ...['surfaces', 'stems', 'endings'].flatMap((name) => [name, `${name}Starts`, `${name}Order`]),
];

/** Finds the pages of a family in the base that are in a language. */
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
