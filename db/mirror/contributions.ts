import type { Page } from '../../shared/page.ts';
import type { Database } from '../sqlite.ts';

/** What company data, vocabulary and names of places take of a page. */
export type Contribution = Pick<Page, 'id' | 'title' | 'url' | 'path' | 'city' | 'family'> & {
  /** Contact links of its text, one a line. */
  readonly links: string;
  /** Places that it lists as those of its city, one a line. */
  readonly places: string;
};

const CHUNK = 1000;

/** The table of the contributions of pages. */
export function createContributionTable(db: Database) {
  const select = db.prepare<[{ after: number; limit: number }], Contribution>(`
    SELECT id, title, url, path, city, family, links, places
    FROM contributions
    WHERE id > @after
    ORDER BY id
    LIMIT @limit
  `);
  const replace = db.prepare<[Contribution]>(`
    REPLACE INTO contributions (id, title, url, path, city, family, links, places)
    VALUES (@id, @title, @url, @path, @city, @family, @links, @places)
  `);
  const remove = db.prepare<[{ id: number }]>('DELETE FROM contributions WHERE id = @id');
  const clear = db.prepare('DELETE FROM contributions');

  /** All of them in the order of ids, some at a time. */
  function* all(): Generator<Contribution> {
    let after = 0;
    for (;;) {
      const chunk = select.all({ after, limit: CHUNK });
      yield* chunk;
      const last = chunk.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  return {
    all,
    replace: (one: Contribution): void => void replace.run(one),
    remove: (id: number): void => void remove.run({ id }),
    clear: (): void => void clear.run(),
    /** Does all of some work, or nothing. */
    atOnce: (work: () => void): void => db.transaction(work).immediate(),
  };
}
