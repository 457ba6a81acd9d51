import { rm, stat } from 'node:fs/promises';
import { giveToOwnerOf } from '../../shared/directories.ts';
import type { Alias, Page } from '../../shared/page.ts';
import { openReadOnly, type Database } from '../sqlite.ts';
import { buildIndex } from './builder.ts';
import { recordChanges } from './changes.ts';
import { checksumOf, filesOf, type Generations, type Pointer } from './generations.ts';
import { openIndexFile } from './index-file.ts';
import type { IndexFacts, Origin } from './index-tables.ts';
import { withheldOf, type Verdicts } from './verdicts.ts';
import { withoutPassages } from './passages.ts';
import { verifyIndex } from './verify.ts';
import { companyWithout } from './withholding.ts';

type List = Pick<Verdicts, 'mirror' | 'pages'>;

// Of fewer pages the whole index is built in less than two seconds.
const FEW_ENOUGH = 5000;

/**
 * Selects the verdicts that block the publication of an index with `count` pages. On large sites only verdicts on whole
 * pages count, because the text of a page may change each minute.
 */
export function urgentIn(list: List, count: number): List {
  if (count < FEW_ENOUGH) return list;
  return { ...list, pages: list.pages.filter(({ before }) => before === undefined) };
}

/** Returns true if a table of pages contains a withheld page or an earlier text of a page. */
export function holdsWithheld(db: Database, schema: 'main' | 'base', list: List): boolean {
  const { ids } = withheldOf(list, originOf(db, schema));
  const select = {
    main: 'SELECT EXISTS (SELECT 1 FROM main.pages WHERE id IN (SELECT value FROM json_each(?)))',
    base: 'SELECT EXISTS (SELECT 1 FROM base.pages WHERE id IN (SELECT value FROM json_each(?)))',
  }[schema];
  return (
    db
      .prepare<[string], 0 | 1>(select)
      .pluck()
      .get(JSON.stringify([...ids])) === 1
  );
}

function originOf(db: Database, schema: 'main' | 'base'): Origin | undefined {
  const select = {
    main: `SELECT value FROM main.info WHERE name = 'origin'`,
    base: `SELECT value FROM base.info WHERE name = 'origin'`,
  }[schema];
  const value = db.prepare<[], string>(select).pluck().get();
  return value === undefined ? undefined : (JSON.parse(value) as Origin);
}

/** Returns true if a file of a generation contains withheld content, or cannot be read. */
export function isWithdrawn(
  generations: Pick<Generations, 'pathOf'>,
  pointer: Parameters<typeof filesOf>[0],
  list: List | undefined,
): boolean {
  if (!list || list.pages.length === 0) return false;
  return filesOf(pointer).some((file) => {
    try {
      const db = openReadOnly(generations.pathOf(file));
      try {
        return holdsWithheld(db, 'main', list);
      } finally {
        db.close();
      }
    } catch {
      return true;
    }
  });
}

/** Returns a generation without withheld content: the same generation, or a complete index of its remaining pages. */
export async function withoutWithheld(generations: Generations, pointer: Pointer): Promise<Pointer> {
  const list = await generations.verdicts();
  if (!list || !isWithdrawn(generations, pointer, list)) return pointer;
  const { generation, file, path } = await generations.next();
  try {
    const counts = buildWithoutWithheld({ from: generations.pathOf(pointer), to: path, list, generation });
    verifyIndex(path, { pages: counts.pages });
    const [newest] = await generations.published();
    recordChanges(path, newest && generations.pathOf(newest), { generation, builtAt: pointer.built_at });
    giveToOwnerOf(generations.dataDir, path);
    const { base: _, ...rest } = pointer;
    const { size: bytes } = await stat(path);
    return {
      ...rest,
      generation,
      file,
      sha256: await checksumOf(path),
      bytes,
      counts,
      of: pointer.of ?? pointer.generation,
    };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

type Redaction = { readonly from: string; readonly to: string; readonly list: List; readonly generation: number };
type Info = Omit<IndexFacts, 'aliases' | 'generation'> & Readonly<Record<string, unknown>>;
type Counts = Readonly<Record<string, number>> & { readonly pages: number };

// Builds the file with the origin of the source, so that later verdicts on texts apply to it. Returns the counts of a pointer.
function buildWithoutWithheld({ from, to, list, generation }: Redaction): Counts {
  const db = openIndexFile(from);
  try {
    const rows = db.prepare<[], { name: string; value: string }>('SELECT name, value FROM main.info').all();
    const info = Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])) as Info;
    const { ids, paths } = withheldOf(list, info.origin);
    const all = db
      .prepare<[], Page>(
        'SELECT id, type, url, path, title, markdown, language, modified, city, family, translations FROM pages ORDER BY id',
      )
      .all();
    const isWithheld = ({ id, path }: Page) => ids.has(id) || paths.has(path);
    const withheld = all.filter(isWithheld);
    // Lists of pages show titles and beginnings of withheld pages.
    const pages = withoutPassages(
      all.filter((page) => !isWithheld(page)),
      withheld,
    );
    const withheldPaths = new Set([...paths, ...withheld.map(({ path }) => path)]);
    const { builtAt, site, companyOrigins, cities, synonyms, vocabulary, placeNames, origin } = info;
    const company = companyWithout(info, withheldPaths);
    const aliases = db.prepare<[], Alias>('SELECT path, page_id AS pageId FROM main.aliases').all();
    const facts = { builtAt, site, company, companyOrigins, cities, synonyms, vocabulary, placeNames, origin };
    const counts: Record<string, number> = {};
    for (const { type, city } of pages) {
      for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + 1;
    }
    const { pages: count, aliases: former } = buildIndex(to, { ...facts, generation, aliases, pages });
    return { ...counts, pages: count, aliases: former };
  } finally {
    db.close();
  }
}
