import type { CityRule } from '../../shared/cities.ts';
import type { CompanyInfo, CompanyOrigins } from '../../shared/company.ts';
import type { Page, Site } from '../../shared/page.ts';
import type { PlaceNames } from '../../shared/place-names.ts';
import type { Vocabulary } from '../../shared/vocabulary.ts';
import { readNamedArrays } from '../search/storage/arrays.ts';
import { hasOtherImpacts } from '../search/storage/delta-writer.ts';
import type { Database } from '../sqlite.ts';
import { openIndexFile } from './index-file.ts';
import type { Origin } from './index-tables.ts';
import type { Verdicts } from './verdicts.ts';
import { holdsWithheld } from './withdrawn.ts';

/** Opens a published generation as the source of the next generation. Returns `undefined` if its origin is unknown. */
export function openFormer(file: string) {
  const db = openIndexFile(file);
  const info = (schema: 'main' | 'base', name: string): unknown => {
    const statement = {
      main: 'SELECT value FROM main.info WHERE name = ?',
      base: 'SELECT value FROM base.info WHERE name = ?',
    };
    const value = db.prepare<[string], string>(statement[schema]).pluck().get(name);
    return value === undefined ? undefined : JSON.parse(value);
  };
  const origin = info('main', 'origin') as Origin | undefined;
  if (!origin) {
    db.close();
    return undefined;
  }
  const isDelta = info('main', 'base') !== undefined;
  const counts = info(isDelta ? 'base' : 'main', 'counts') as { readonly pages: number };
  const selectPage = db.prepare<[number], Page>(
    'SELECT id, type, url, path, title, markdown, language, modified, city, family, translations FROM pages WHERE id = ?',
  );
  return {
    origin,
    /** Base of a new delta: the base of this index, or the index itself. */
    base: {
      origin: isDelta ? (info('base', 'origin') as Origin | undefined) : origin,
      pages: counts.pages,
      builtAt: info(isDelta ? 'base' : 'main', 'builtAt') as string,
    },
    site: info('main', 'site') as Site,
    cities: info('main', 'cities') as readonly CityRule[],
    company: info('main', 'company') as CompanyInfo,
    origins: info('main', 'companyOrigins') as CompanyOrigins | undefined,
    vocabulary: info('main', 'vocabulary') as Vocabulary,
    placeNames: info('main', 'placeNames') as PlaceNames,
    /** Returns true if the base file contains a withheld page or an earlier text of a page. */
    baseHolds: (list: Pick<Verdicts, 'mirror' | 'pages'>): boolean =>
      holdsWithheld(db, isDelta ? 'base' : 'main', list),
    growth: (): Growth | undefined => (isDelta ? growthOf(db) : undefined),
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
