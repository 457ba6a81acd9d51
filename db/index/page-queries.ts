import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';
import { SHOWN } from './withholding.ts';

const PAGE = 'id, type, url, path, title, markdown, language, modified, city, family';

export function createPageQueries(db: Database) {
  const selectByPath = db.prepare<[string], Page>(
    `SELECT ${PAGE} FROM pages WHERE path = ? AND ${SHOWN} ORDER BY id LIMIT 1`,
  );
  const selectByAlias = db.prepare<[string], Page>(
    `SELECT ${PAGE} FROM pages WHERE id = (SELECT page_id FROM aliases WHERE path = ?) AND ${SHOWN}`,
  );
  const selectById = db.prepare<[number], Page>(`SELECT ${PAGE} FROM pages WHERE id = ? AND ${SHOWN}`);
  const selectBySlug = db.prepare<[string, string, number], Page>(
    `SELECT ${PAGE} FROM pages WHERE slug = ? AND ${SHOWN} ORDER BY path <> '/' || ?, path, id LIMIT ?`,
  );
  const selectTranslations = db.prepare<[number, number], { readonly language: string; readonly url: string }>(
    `SELECT language, url FROM pages
      WHERE id IN (SELECT id FROM translations WHERE original = (SELECT original FROM translations WHERE id = ?)) AND id <> ? AND ${SHOWN}
      ORDER BY language`,
  );
  const selectOriginals = db.prepare<[], [id: number, original: number]>('SELECT id, original FROM translations').raw();
  const selectSamples = db.prepare<[number], Page>(
    `SELECT ${PAGE} FROM pages
      WHERE id IN (SELECT id FROM pages WHERE id % max(1, (SELECT count(*) FROM pages) / 20) = 0 AND ${SHOWN} ORDER BY id LIMIT ?)
      ORDER BY id`,
  );
  const selectByCity = db.prepare<[], { readonly city: string; readonly pages: number }>(
    `SELECT city, count(*) AS pages FROM pages WHERE ${SHOWN} GROUP BY city ORDER BY pages DESC, city`,
  );
  const selectByMonth = db.prepare<[], { readonly month: string; readonly pages: number }>(
    `SELECT substr(modified, 1, 7) AS month, count(*) AS pages FROM pages WHERE ${SHOWN} GROUP BY month ORDER BY month`,
  );
  return {
    /** Returns the page with this path (`shared/addresses.ts`), or the page with this former path. */
    pageByPath: (path: string): Page | undefined => selectByPath.get(path) ?? selectByAlias.get(path),
    pageById: (id: number): Page | undefined => selectById.get(id),
    /** Returns pages by slug, the top-level page first. */
    pagesBySlug: (slug: string, limit: number): readonly Page[] => selectBySlug.all(slug, slug, limit),
    translationsOf: (id: number) => selectTranslations.all(id, id),
    /** Returns a group id for each page with translations. */
    originals: (): ReadonlyMap<number, number> => new Map(selectOriginals.all()),
    /** Returns a few pages, spread over the index. */
    samplePages: (limit: number): readonly Page[] => selectSamples.all(limit),
    /** Returns the number of pages by city; an empty string means general pages. */
    pagesByCity: () => selectByCity.all(),
    /** Returns the number of pages by month of the last modification (`2026-03`). */
    pagesByMonth: () => selectByMonth.all(),
  };
}
