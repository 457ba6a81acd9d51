import { rm, stat } from 'node:fs/promises';
import { giveToOwnerOf } from '../../shared/directories.ts';
import type { Page } from '../../shared/page.ts';
import { openReadOnly, type Database } from '../sqlite.ts';
import { buildIndex } from './builder.ts';
import { recordChanges } from './changes.ts';
import { checksumOf, filesOf, type Generations, type Pointer } from './generations.ts';
import {
  aliasesOf,
  allInfoOf,
  infoOf,
  openIndexFile,
  PAGE_COLUMNS,
  type Schema,
  type IndexInfo,
} from './index-file.ts';
import { withheldOf, type VerdictList, type Verdicts } from './verdicts.ts';
import { withoutPassages } from './passages.ts';
import { verifyIndex } from './verify.ts';
import { createWithholding, SHOWN } from './withholding.ts';

// Of fewer pages the whole index is built in less than two seconds.
const FEW_ENOUGH = 5000;

/**
 * Selects the verdicts that block the publication of an index with `count` pages. On large sites only verdicts on whole
 * pages count, because the text of a page may change each minute.
 */
export function urgentIn(list: VerdictList, count: number): VerdictList {
  if (count < FEW_ENOUGH) return list;
  return { ...list, pages: list.pages.filter(({ before }) => before === undefined) };
}

/** Returns true if a table of pages contains a withheld page or an earlier text of a page. */
export function holdsWithheld(db: Database, schema: Schema, list: VerdictList): boolean {
  const { ids } = withheldOf(list, infoOf(db, 'origin', schema));
  const select = `SELECT EXISTS (SELECT 1 FROM ${schema}.pages WHERE id IN (SELECT value FROM json_each(?)))`;
  const found = db.prepare<[string], 0 | 1>(select).pluck();
  return found.get(JSON.stringify([...ids])) === 1;
}

/** Returns true if a file of a generation contains withheld content, or cannot be read. */
export function isWithdrawn(
  generations: Pick<Generations, 'pathOf'>,
  pointer: Parameters<typeof filesOf>[0],
  list: VerdictList | undefined,
): boolean {
  if (!list || list.pages.length === 0) return false;
  return filesOf(pointer).some((file) => {
    try {
      using db = openReadOnly(generations.pathOf(file));
      return holdsWithheld(db, 'main', list);
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

type Redaction = { readonly from: string; readonly to: string; readonly list: Verdicts; readonly generation: number };
type Counts = Readonly<Record<string, number>> & { readonly pages: number };

// Builds the file with the origin of the source, so that later verdicts on texts apply to it. Returns the counts of a pointer.
function buildWithoutWithheld({ from, to, list, generation }: Redaction): Counts {
  using db = openIndexFile(from);
  const info = allInfoOf(db) as IndexInfo;
  const withholding = createWithholding(db, info);
  withholding.withhold(list);
  const company = withholding.company();
  const pagesWhere = (condition: string) =>
    db.prepare<[], Page>(`SELECT ${PAGE_COLUMNS} FROM pages WHERE ${condition} ORDER BY id`).all();
  // Lists of pages show titles and beginnings of withheld pages.
  const pages = withoutPassages(pagesWhere(SHOWN), pagesWhere(`NOT ${SHOWN}`));
  const counts: Record<string, number> = {};
  for (const { type, city } of pages) {
    for (const key of [`type:${type}`, `city:${city}`]) counts[key] = (counts[key] ?? 0) + 1;
  }
  const built = buildIndex(to, { ...info, company, generation, aliases: aliasesOf(db), pages });
  return { ...counts, ...built };
}
