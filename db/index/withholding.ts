import { createAddresses } from '../../shared/addresses.ts';
import type { CompanyInfo, StatedBy } from '../../shared/company.ts';
import type { Database } from '../sqlite.ts';
import type { IndexInfo } from './index-file.ts';
import { withheldOf, type Verdicts } from './verdicts.ts';

type CompanyOfIndex = Pick<IndexInfo, 'site' | 'company' | 'companyOrigins'>;

/** SQL condition for pages that are not withheld. */
export const SHOWN = 'id NOT IN (SELECT id FROM temp.withheld)';

/** Stores withheld ids and addresses of an open index in a temporary table, which its statements read. */
export function createWithholding(db: Database, info: CompanyOfIndex & Pick<IndexInfo, 'builtAt' | 'origin'>) {
  const { builtAt, origin } = info;
  // The folder for temporary files may be read-only.
  db.pragma('temp_store = MEMORY');
  db.pragma('query_only = OFF');
  db.exec('CREATE TEMP TABLE withheld (id INTEGER PRIMARY KEY, path TEXT NOT NULL)');
  db.pragma('query_only = ON');
  const insert = db.prepare<[string, string]>(`
    INSERT OR IGNORE INTO temp.withheld (id, path)
    SELECT id, path FROM pages
    WHERE id IN (SELECT value FROM json_each(?)) OR path IN (SELECT value FROM json_each(?))
  `);
  const clear = db.prepare('DELETE FROM temp.withheld');
  const select = db.prepare<[], { readonly id: number; readonly path: string }>('SELECT id, path FROM temp.withheld');
  let ids: ReadonlySet<number> = new Set();
  let { company } = info;
  let list: Pick<Verdicts, 'version' | 'written_at'> | undefined;

  function withhold(verdicts: Verdicts): void {
    const withheld = withheldOf(verdicts, origin);
    db.pragma('query_only = OFF');
    try {
      db.transaction(() => {
        clear.run();
        insert.run(JSON.stringify([...withheld.ids]), JSON.stringify([...withheld.paths]));
      })();
    } finally {
      db.pragma('query_only = ON');
    }
    const rows = select.all();
    ids = new Set(rows.map(({ id }) => id));
    company = companyWithout(info, new Set([...withheld.paths, ...rows.map(({ path }) => path)]));
    list = verdicts;
  }

  return {
    withhold,
    ids: (): ReadonlySet<number> => ids,
    company: (): CompanyInfo => company,
    version: (): number => list?.version ?? 0,
    /** The later of two times; `undefined` while nothing is withheld. */
    changedAt: (): string | undefined =>
      list && ids.size > 0 && list.written_at > builtAt ? list.written_at : undefined,
  };
}

// Removes from company data the pages with these keys, and the values that only they state.
function companyWithout(
  { site, company: all, companyOrigins }: CompanyOfIndex,
  paths: ReadonlySet<string>,
): CompanyInfo {
  if (paths.size === 0) return all;
  const { keyOf } = createAddresses(site);
  const isShown = (url: string): boolean => !paths.has(keyOf(url) ?? '');
  const isStated = (statedBy: StatedBy = []): boolean =>
    statedBy.every((pages) => pages.length === 0 || pages.some((page) => !paths.has(page)));
  const { fields, services: named } = companyOrigins ?? { fields: {}, services: {} };
  const stated = Object.entries(all).filter(([field]) => isStated(fields[field as keyof typeof fields]));
  const known: Partial<CompanyInfo> = Object.fromEntries(stated);
  const { services, cities, pages } = known;
  return {
    ...known,
    brand: known.brand ?? new URL(site.home).host,
    // These fields are always present (`sync/company/company.ts`).
    ...(all.phone !== undefined && { phone: known.phone ?? '' }),
    ...(all.whatsapp !== undefined && { whatsapp: known.whatsapp ?? '' }),
    website: all.website,
    ...(services && { services: services.filter(({ name, url }) => isShown(url) && isStated(named[name])) }),
    ...(cities && { cities: cities.filter(({ url }) => isShown(url)) }),
    ...(pages && { pages: Object.fromEntries(Object.entries(pages).filter(([, url]) => isShown(url))) }),
  };
}
