import type { Page } from '../../shared/page.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { hasOtherImpacts } from '../search/storage/index-arrays.ts';
import type { Database } from '../sqlite.ts';
import { allInfoOf, infoOf, openIndexFile, PAGE_COLUMNS, type Schema, type IndexInfo } from './index-file.ts';
import type { VerdictList } from './verdicts.ts';
import { holdsWithheld } from './withdrawn.ts';

/** Opens a published generation as the source of the next generation. Returns `undefined` if its origin is unknown. */
export function openFormer(file: string) {
  const db = openIndexFile(file);
  const own = allInfoOf(db) as IndexInfo;
  const { origin } = own;
  if (!origin) {
    db.close();
    return undefined;
  }
  const base: Schema = own.base ? 'base' : 'main';
  const ofBase = <Name extends keyof IndexInfo>(name: Name) => infoOf(db, name, base) as IndexInfo[Name];
  const selectPage = db.prepare<[number], Page>(`SELECT ${PAGE_COLUMNS} FROM pages WHERE id = ?`);
  return {
    ...own,
    origin,
    /** Base of a new delta: the base of this index, or the index itself. */
    base: { origin: ofBase('origin'), pages: ofBase('counts').pages, builtAt: ofBase('builtAt') },
    /** Returns true if the base file contains a withheld page or an earlier text of a page. */
    baseHolds: (list: VerdictList): boolean => holdsWithheld(db, base, list),
    growth: (): Growth | undefined => (base === 'base' ? growthOf(db) : undefined),
    pageOf: (id: number): Page | undefined => selectPage.get(id),
    [Symbol.dispose]: (): void => void db.close(),
  };
}
export type Former = NonNullable<ReturnType<typeof openFormer>>;

/** Difference of an open delta from its base. */
export type Growth = {
  /** Number of changed, added and deleted pages. */
  readonly changed: number;
  /** True if a complete index would rank differently, because page lengths have changed. */
  readonly weighsOtherwise: boolean;
};

export function growthOf(db: Database): Growth {
  const changed = db
    .prepare<[], number>('SELECT count(*) FROM (SELECT id FROM main.pages UNION SELECT id FROM main.replaced)')
    .pluck();
  const languages = db.prepare<[], string>('SELECT DISTINCT language FROM main.arrays').pluck().all();
  const weighsOtherwise = languages.some((language) => {
    const [own, base] = (['own', 'base'] as const).map((source) =>
      readNamedArrays(db, language, ['averageLengths'], source),
    );
    return own !== undefined && base !== undefined && hasOtherImpacts(own, base);
  });
  return { changed: changed.get() ?? 0, weighsOtherwise };
}
